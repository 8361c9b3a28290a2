/// The interface of `rig/` plugins: what moves a character, as a function of parameters p; a clip
/// gives p(t).
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <span>
#include <string>

namespace sinew {

class Archive;
class BuildContext;
class RigHandles;
class SceneNode;
class SkeletalRig;

/// One of the numbers p.
struct RigParameter {
    std::string name;      ///< "elbow.turn.x"
    std::string unit;      ///< "rad", "m"; empty if it has none
    double scale = 1;      ///< a change of it that counts as much as one of the others' by theirs
    bool of_root = false;  ///< it moves the whole body: see Rig::root
    Index of_turn = -1;    ///< of a turn, axis times angle: number of the first of its three
};

/// A surface that goes with a rig.
class RiggedSurface {
public:
    virtual ~RiggedSurface() = default;
    /// x := the positions at p, in the world [m], of these points of the surface, one a column.
    virtual void positions(const Vector& p, std::span<const int> points, Points& x) const = 0;
    /// The factors phi of all points, n_points x L, of a surface that is linear in L vectors in
    /// space, x_s = sum_l phi_sl v_l; empty of others.
    virtual Eigen::MatrixXd linear_factors() const { return {}; }
    /// The vectors v at p, 3 x L.
    virtual Points linear_vectors(const Vector& /*p*/) const { return Points(3, 0); }
    /// Writes shape/skin/ of a reduced model (docs/player.md): how the points go with the rig's
    /// bones. Returns why no player of such models can move them, or "".
    virtual std::string export_to(Archive& /*archive*/) const {
        return "a player of reduced models does not know how its rig moves the surface";
    }
};

/// A rig: the positions of a surface as a function of parameters p, and p in time. What more it has
/// (bones) is a facet.
class Rig : public Object {
public:
    static constexpr const char* kind = "rig";
    /// Rigs have no common parameters.
    struct Common {
        static constexpr auto fields = std::tuple{};
    };
    Common common;

    /// Length of p.
    virtual Index n_parameters() const = 0;
    /// Name, unit and scale of number k of p.
    virtual RigParameter parameter(Index k) const;
    /// The parameters of the clip at time t [s], n_parameters() numbers; zero at rest.
    virtual Vector parameters(double t) const = 0;
    /// True if p jumps after the one time and until the other [s], as where a clip begins anew:
    /// nothing has moved there between these times.
    virtual bool jumps(double /*from*/, double /*to*/) const { return false; }
    /// The motion of the whole since rest, in the world [m], at p: how a body is deformed is seen
    /// from there. The identity of a rig that has no root.
    virtual Eigen::Isometry3d root(const Vector& /*p*/) const {
        return Eigen::Isometry3d::Identity();
    }

    /// Writes rig/ of a reduced model (docs/player.md): how bones move as functions of p. Returns
    /// why no player of such models can evaluate it, or "".
    virtual std::string export_to(Archive& /*archive*/) const {
        return "a player of reduced models does not know " + provenance.plugin;
    }

    /// A surface that is at rest in the world [m], as it goes with the rig, which outlives it.
    /// nullptr of rigs with bones, whose surfaces go with weights of the bones.
    virtual std::unique_ptr<RiggedSurface> carry(const SurfaceMesh& /*rest*/) const {
        return nullptr;
    }
    /// The facet of rigs with bones; nullptr of others.
    virtual const SkeletalRig* skeletal() const { return nullptr; }
    /// The facet of rigs that lead points to targets; nullptr of others.
    virtual RigHandles* handles() { return nullptr; }
};

/// The rig of a node: its own, else that of the nearest node above; nullptr if there is none.
const Rig* rig_of(SceneNode& node);
/// The rig of the context's node; an InputError if there is none.
const Rig& rig_here(const BuildContext& context);

}  // namespace sinew
