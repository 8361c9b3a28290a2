#include "posed_start.hpp"

#include <algorithm>
#include <sinew/mechanics/skinning/skinning.hpp>
#include <sinew/mechanics/solve/stopwatch.hpp>

namespace sinew::steklov {

namespace {

constexpr double farthest = 4;  ///< steps ahead of one

}  // namespace

PosedStart::Skin PosedStart::skin_at(double t) {
    if (!rigged_) {
        return {mesh_.positions,
                NodeRotations(std::size_t(mesh_.n_nodes()), Eigen::Matrix3d::Identity())};
    }
    const Stopwatch watch(seconds_);
    ++skins_;
    Skin skin;
    const BoneMotion& motion = rigged_->rig->at(t);
    skin.positions = skinned(mesh_.positions, rigged_->nodes, motion, Blend::dual_quaternion);
    blended_rotations(rigged_->nodes, motion, skin.rotations);
    return skin;
}

/// Another attempt from the same time replaces the present pose, but keeps the one before it.
void PosedStart::look(const Vector& u, double t) {
    if (now_.t != t) before_ = std::move(now_);
    now_.t = t;
    now_.e.resize(u.size());
    const Skin skin = skin_at(t);
    for (Index i = 0; i < mesh_.n_nodes(); ++i)
        now_.e.segment<3>(3 * i) =
            skin.rotations[std::size_t(i)].transpose() *
            (u.segment<3>(3 * i) + mesh_.positions.col(i) - skin.positions.col(i));
}

void PosedStart::advance(Vector& u, double t, double dt, bool has_begun) {
    if (has_begun) look(u, t);
    const Vector* e = has_begun ? &now_.e : &u;
    Vector ahead;
    if (has_begun && before_.e.size() > 0 && now_.t != before_.t) {
        // After a step that was cut short its change is mostly what its solve left over.
        const double ratio = std::min(dt / (now_.t - before_.t), farthest);
        ahead = now_.e + ratio * (now_.e - before_.e);
        e = &ahead;
    }
    const Skin after = skin_at(t + dt);
    for (Index i = 0; i < mesh_.n_nodes(); ++i)
        u.segment<3>(3 * i) = (after.positions.col(i) - mesh_.positions.col(i) +
                               after.rotations[std::size_t(i)] * e->segment<3>(3 * i))
                                  .eval();
}

void PosedStart::save(Archive& archive, const std::string& prefix) const {
    archive.put(prefix + "/times", std::vector<double>{before_.t, now_.t});
    archive.put(prefix + "/before", before_.e);
    archive.put(prefix + "/now", now_.e);
}

void PosedStart::restore(const Archive& archive, const std::string& prefix) {
    const auto read = [&](const std::string& name, double t, Beside& beside) {
        const std::vector<double>& e = archive.numbers(prefix + name);
        beside = {t, Eigen::Map<const Vector>(e.data(), Index(e.size()))};
    };
    const std::vector<double>& times = archive.numbers(prefix + "/times");
    read("/before", times.at(0), before_);
    read("/now", times.at(1), now_);
}

}  // namespace sinew::steklov
