#include <sinew/mechanics/weights/distance_weights.hpp>

namespace sinew {
namespace {

double share(double excess, double blend) {
    const double x = 1 - excess / blend;
    return x > 0 ? x * x * (3 - 2 * x) : 0;
}

}  // namespace

SkinWeights weights_by_distance(const Eigen::MatrixXd& distances, double blend) {
    std::vector<Eigen::Triplet<double>> entries;
    for (Eigen::Index i = 0; i < distances.cols(); ++i) {
        Eigen::Index nearest = 0;
        const double least = distances.col(i).minCoeff(&nearest);
        if (blend == 0) {
            entries.emplace_back(int(i), int(nearest), 1.0);
            continue;
        }
        const Eigen::VectorXd shares =
            distances.col(i).unaryExpr([&](double d) { return share(d - least, blend); });
        const double sum = shares.sum();
        for (Eigen::Index j = 0; j < shares.size(); ++j)
            if (shares(j) > 0) entries.emplace_back(int(i), int(j), shares(j) / sum);
    }
    SkinWeights weights(distances.cols(), distances.rows());
    weights.setFromTriplets(entries.begin(), entries.end());
    return weights;
}

SkinWeights DistanceWeights::at(const Points& points, const std::vector<Bone>& bones) const {
    Eigen::MatrixXd distances(Eigen::Index(bones.size()), points.cols());
    for (Eigen::Index i = 0; i < points.cols(); ++i)
        for (std::size_t j = 0; j < bones.size(); ++j)
            distances(Eigen::Index(j), i) = distance(bones[j], points.col(i));
    return weights_by_distance(distances, blend_);
}

SkinWeights DistanceWeights::on_nodes(const VolumeMesh& mesh,
                                      const std::vector<Bone>& bones) const {
    return at(mesh.positions, bones);
}

SkinWeights DistanceWeights::on_elements(const VolumeMesh& mesh, const std::vector<Bone>& bones,
                                         const SkinWeights&) const {
    return at(element_centres(mesh), bones);
}

}  // namespace sinew
