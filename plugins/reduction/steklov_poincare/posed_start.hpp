/// Predictor of a posed body's positions at the end of a step, before anything is solved.
///
/// The displacement of a body from its procedural skin, seen from the skin's rotations, changes
/// little from pose to pose, and almost evenly:
///
///     x(t + dt) ~ s(t + dt) + R(t + dt) (e(t) + dt (e(t) - e(t')) / (t - t')),
///     e = R' (x - s)
///
/// with s the dual quaternion skin, R its rotations, and t' where the step before began; dt / (t -
/// t') counts as four at most.
#pragma once

#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/skinning/rigged_body.hpp>

#include "split_stiffness.hpp"

namespace sinew::steklov {

class PosedStart {
public:
    /// `rigged` nullptr: nothing turns, and s is the position at rest.
    PosedStart(const VolumeMesh& mesh, const RiggedBody* rigged) : mesh_(mesh), rigged_(rigged) {}

    /// u, displacements of all nodes at t, becomes those to begin with at t + dt. Before the first
    /// equilibrium (`has_begun` false) the body is at rest, whatever the time.
    void advance(Vector& u, double t, double dt, bool has_begun);

    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);

    long skins() const { return skins_; }
    double seconds() const { return seconds_; }

private:
    struct Skin {
        Points positions;
        NodeRotations rotations;
    };
    struct Beside {
        double t = 0;  ///< [s]
        Vector e;      ///< three a node; empty if unknown
    };
    Skin skin_at(double t);
    void look(const Vector& u, double t);

    const VolumeMesh& mesh_;
    const RiggedBody* rigged_;
    Beside before_, now_;  ///< where the last two steps began
    long skins_ = 0;
    double seconds_ = 0;
};

}  // namespace sinew::steklov
