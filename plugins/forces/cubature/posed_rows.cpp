#include "posed_rows.hpp"

#include <algorithm>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew::cubature {

PosedRows::PosedRows(const ElementPacks& packs, const std::vector<Eigen::MatrixXd>& of_nodes,
                     const player::ElementRows& like)
    : n_poses_(Index(of_nodes.size())) {
    player::ElementRows rows = like;
    of_poses_.resize(rows.values().size() * of_nodes.size());
    for (Index pose = 0; pose < n_poses_; ++pose) {
        rows.set(packs, of_nodes[std::size_t(pose)]);
        for (Index pack = 0; pack < rows.n_packs(); ++pack) {
            const player::ElementRows::OfPack& here = rows.of_pack(pack);
            const double* from = rows.values(pack);
            float* to = of_poses_.data() + n_poses_ * Index(here.first) + pose * here.width;
            for (Index row = 0; row < here.n_rows; ++row, from += here.width)
                std::copy(from, from + here.width, to + n_poses_ * row * here.width);
        }
    }
}

void PosedRows::mix(const Vector& weights, const Vector& scales, player::ElementRows& to) const {
    parallel_blocks(to.n_packs(), [&](Index first, Index end) {
        AlignedVector<double> scale(std::size_t(to.width()), 0.0);
        for (Index pack = first; pack < end; ++pack) {
            const player::ElementRows::OfPack& here = to.of_pack(pack);
            for (std::size_t k = 0; k < here.columns.size(); ++k)
                scale[k] = scales[here.columns[k]];
            const float* from = of_poses_.data() + n_poses_ * Index(here.first);
            double* D = to.values().data() + here.first;
            for (Index row = 0; row < here.n_rows; ++row, D += here.width) {
                std::fill(D, D + here.width, 0.0);
                for (Index pose = 0; pose < n_poses_; ++pose, from += here.width) {
                    const double w = weights[pose];
                    for (Index j = 0; j < here.width; ++j) D[j] += w * double(from[j]);
                }
                for (Index j = 0; j < here.width; ++j) D[j] *= scale[std::size_t(j)];
            }
        }
    });
}

}  // namespace sinew::cubature
