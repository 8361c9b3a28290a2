#include <sinew/mechanics/assembly/block_tangent.hpp>
#include <sinew/mechanics/math/rigid_motions.hpp>

namespace sinew {

void BlockTangent::add_entries(EntrySink& sink, Index offset) const {
    sink.add_rows(matrix.rows(), offset);
}

std::vector<Eigen::Matrix3d> BlockTangent::node_rotations() const {
    if (elements == nullptr || elements->rotations().empty()) return {};
    const ElementTable& table = elements->table();
    std::vector<Eigen::Vector4d> sums(std::size_t(table.n_mesh_nodes), Eigen::Vector4d::Zero());
    for (Index pack = 0; pack < table.n_packs; ++pack)
        for (int lane = 0; lane < table.lanes(pack); ++lane) {
            const Eigen::Quaterniond turn(elements->rotations()[std::size_t(8 * pack + lane)]);
            for (int a = 0; a < table.n_nodes_each; ++a) {
                Eigen::Vector4d& sum = sums[std::size_t(table.pack_nodes(pack)[8 * a + lane])];
                if (sum.dot(turn.coeffs()) < 0)
                    sum -= turn.coeffs();
                else
                    sum += turn.coeffs();
            }
        }
    std::vector<Eigen::Matrix3d> rotations(sums.size(), Eigen::Matrix3d::Identity());
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (sums[i].squaredNorm() > 0)
            rotations[i] = Eigen::Quaterniond(sums[i].normalized()).toRotationMatrix();
    return rotations;
}

Eigen::MatrixXd BlockTangent::near_null_space() const {
    Eigen::MatrixXd modes = rigid_motions_about(positions.rowwise().mean(), positions);
    modes.colwise().normalize();
    return modes;
}

}  // namespace sinew
