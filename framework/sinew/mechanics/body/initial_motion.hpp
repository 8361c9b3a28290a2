/// `initial:` of a node: where its body is and how it moves when the run starts.
#pragma once

#include <optional>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/selection/frame.hpp>

namespace sinew {

struct Body;

/// Displacement, stretch, velocity and spin of a body as a whole, at the start.
struct InitialMotion {
    Eigen::Vector3d displacement = Eigen::Vector3d::Zero();
    Eigen::Vector3d stretch = Eigen::Vector3d::Ones();
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
    Eigen::Vector3d angular_velocity = Eigen::Vector3d::Zero();
    std::optional<Eigen::Vector3d> about;
    Frame frame = Frame::world;

    static constexpr auto fields = std::tuple{
        field("displacement", &InitialMotion::displacement, unit::m,
              "Moves the whole body from its position at rest"),
        field(
            "stretch", &InitialMotion::stretch, at_least(0.01),
            "Factors of the lengths along each axis, from the point `about`; 0.5 squeezes by half"),
        field("velocity", &InitialMotion::velocity, unit::m_per_s, "Velocity of every point"),
        field("angular_velocity", &InitialMotion::angular_velocity, unit::rad_per_s,
              "Spin: axis times rate, by the right hand"),
        field(
            "about", &InitialMotion::about, unit::m,
            "A point that the stretch keeps and the axis of the spin passes through, in the node's "
            "rest frame; the centre of mass if absent"),
        field("frame", &InitialMotion::frame, "What the vectors are seen from"),
    };

    /// Fills initial_displacement and initial_velocity of a body whose mesh and density are there.
    void apply(Body& body) const;
};

}  // namespace sinew
