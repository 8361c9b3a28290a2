#include "exported_poses.hpp"

namespace sinew::cubature {
namespace {

void put_geometry(const ElementTable& packs, Archive& archive) {
    const ElementGeometry& geometry = packs.geometry();
    std::vector<std::int64_t> corners;
    for (int e = 0; e < packs.n_elements; ++e)
        for (int a = 0; a < packs.n_nodes_each; ++a)
            corners.push_back(geometry.corners[std::size_t(
                (e / Pack::lanes * packs.n_nodes_each + a) * Pack::lanes + e % Pack::lanes)]);
    std::vector<double> reference, unmoved;
    for (const Eigen::MatrixX3d& gradients : geometry.reference)
        reference.insert(reference.end(), gradients.reshaped().begin(), gradients.reshaped().end());
    for (const Eigen::Matrix3d& J : geometry.unmoved)
        unmoved.insert(unmoved.end(), J.reshaped().begin(), J.reshaped().end());
    archive.put("forces/corners", std::move(corners));
    archive.put("forces/reference", std::move(reference));
    archive.put("forces/rule_weights", geometry.rule_weights);
    archive.put("forces/least_stretch", geometry.least_stretch);
    archive.put("forces/unmoved", std::move(unmoved));
}

}  // namespace

void export_poses(CubatureElements& sum, const player::PosedRows& rows,
                  const Eigen::MatrixXd& weights_of_poses, Archive& archive) {
    put_geometry(sum.packs(), archive);
    std::vector<std::int64_t> first{0}, columns;
    const player::ElementRows& of_elements = sum.rows();
    for (Index pack = 0; pack < of_elements.n_packs(); ++pack) {
        const std::vector<int>& here = of_elements.of_pack(pack).columns;
        columns.insert(columns.end(), here.begin(), here.end());
        first.push_back(std::int64_t(columns.size()));
    }
    archive.put("forces/first_columns", std::move(first));
    archive.put("forces/columns", std::move(columns));
    archive.put("forces/rows_of_poses",
                std::vector<double>(rows.numbers().begin(), rows.numbers().end()));
    archive.put("forces/weights_of_poses", Vector(weights_of_poses.reshaped()));
}

}  // namespace sinew::cubature
