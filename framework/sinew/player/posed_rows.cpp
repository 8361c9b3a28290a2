#include <algorithm>
#include <sinew/player/posed_rows.hpp>
#include <utility>

namespace sinew::player {

PosedRows::PosedRows(const ElementPacks& packs, const std::vector<Eigen::MatrixXd>& of_nodes,
                     const ElementRows& like, Loop loop)
    : n_poses_(Index(of_nodes.size())), loop_(loop) {
    ElementRows rows = like;
    of_poses_.resize(rows.values().size() * of_nodes.size());
    for (Index pose = 0; pose < n_poses_; ++pose) {
        rows.set(packs, of_nodes[std::size_t(pose)]);
        for (Index pack = 0; pack < rows.n_packs(); ++pack) {
            const ElementRows::OfPack& here = rows.of_pack(pack);
            const double* from = rows.values(pack);
            float* to = of_poses_.data() + n_poses_ * Index(here.first) + pose * here.width;
            for (Index row = 0; row < here.n_rows; ++row, from += here.width)
                std::copy(from, from + here.width, to + n_poses_ * row * here.width);
        }
    }
    make_room(like);
}

PosedRows::PosedRows(Index n_poses, AlignedVector<float> numbers, const ElementRows& like)
    : n_poses_(n_poses), loop_(in_order), of_poses_(std::move(numbers)) {
    make_room(like);
}

void PosedRows::make_room(const ElementRows& like) {
    Index end = 0;
    for (Index pack = 0; pack < like.n_packs(); ++pack) {
        first_scale_.push_back(end);
        end += like.of_pack(pack).width;
    }
    scales_.assign(std::size_t(end), 0.0);
}

void PosedRows::mix(const Vector& weights, const Vector& scales, ElementRows& to) const {
    const auto mix_pack = [&](Index pack) {
        const ElementRows::OfPack& here = to.of_pack(pack);
        double* scale = scales_.data() + first_scale_[std::size_t(pack)];
        for (std::size_t k = 0; k < here.columns.size(); ++k) scale[k] = scales[here.columns[k]];
        const float* from = of_poses_.data() + n_poses_ * Index(here.first);
        double* D = to.values().data() + here.first;
        for (Index row = 0; row < here.n_rows; ++row, D += here.width) {
            std::fill(D, D + here.width, 0.0);
            for (Index pose = 0; pose < n_poses_; ++pose, from += here.width) {
                const double w = weights[pose];
                for (Index j = 0; j < here.width; ++j) D[j] += w * double(from[j]);
            }
            for (Index j = 0; j < here.width; ++j) D[j] *= scale[j];
        }
    };
    loop_(to.n_packs(), std::cref(mix_pack));
}

void mix_element_weights(const Eigen::MatrixXd& of_poses, const Vector& pose_weights, Vector& to) {
    to.setZero(of_poses.rows());
    double sum = 0;
    for (Index i = 0; i < pose_weights.size(); ++i) sum += std::max(pose_weights[i], 0.0);
    for (Index i = 0; i < pose_weights.size(); ++i)
        if (pose_weights[i] > 0) to += (pose_weights[i] / sum) * of_poses.col(i);
}

}  // namespace sinew::player
