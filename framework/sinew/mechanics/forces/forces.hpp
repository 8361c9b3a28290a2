/// The interface of `forces/` plugins: internal forces of a body in a subspace u = U q.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/basis/full_body.hpp>
#include <span>
#include <string>
#include <vector>

namespace sinew {

class ChangingMaterials;

/// A subspace u = U q about a rest shape, mixed of those of m example poses.
class PosedSubspace {
public:
    virtual ~PosedSubspace() = default;
    /// Weights of the poses, m numbers with the sum 1; some may be negative.
    virtual const Vector& pose_weights() const = 0;
    /// U in the world, n x r.
    virtual const Eigen::MatrixXd& vectors() const = 0;
    /// The factors on the r columns of the sum of the poses' vectors, by the weights of the poses:
    /// nullptr if U seen from the root is not that product.
    virtual const Vector* scales() const = 0;
    /// Rows of U seen from the root at some nodes, 3 a node.
    virtual void rows(std::span<const int> nodes, Eigen::MatrixXd& U) const = 0;
    /// Positions of some nodes in the rest shape, seen from the root, one a column [m].
    virtual void rest_positions(std::span<const int> nodes, Points& x) const = 0;
};

/// Forces of a body whose rest shape moves, as it moves.
class FollowingForces {
public:
    virtual ~FollowingForces() = default;
    /// Forces are those of this subspace from now on, which the body's system has been moved to,
    /// too. The event: an element is turned inside out.
    virtual Event follow(const PosedSubspace& at) = 0;
};

/// Forces U'f(Uq), their tangent and their energy at run time, for the r kept columns. No call
/// allocates memory once each has been made (but for forces/projection, whose products over the
/// whole mesh may).
class ReducedForces {
public:
    virtual ~ReducedForces() = default;

    /// f := U'f_int(Uq) [J per unit of q].
    virtual Event forces(const Vector& q, Vector& f) = 0;
    /// f as of `forces`, and K := df/dq, r x r, symmetric (both triangles). K has no negative
    /// eigenvalue if `definiteness` is psd_projected.
    virtual Event forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                                       Eigen::MatrixXd& K) = 0;
    /// Elastic energy [J]; +inf if inadmissible.
    virtual double energy(const Vector& q) = 0;

    /// The same forces, to be taken along with the rest shape; nullptr if they are of one rest
    /// shape. Those of ForceModel::make_following follow, where the model has the trait for it.
    virtual FollowingForces* following() { return nullptr; }

    /// The materials that may change while it runs; nullptr if they cannot.
    virtual ChangingMaterials* changing_materials() { return nullptr; }

    /// Text that differs where forces of the same model in the same subspace do (another training):
    /// a run goes on from a checkpoint with the forces that it was made with.
    virtual std::string identity() const { return {}; }

    /// Writes what a player of reduced models evaluates these forces from (docs/player.md). Returns
    /// why no player can, or "".
    virtual std::string export_to(Archive& /*archive*/) {
        return "a player of reduced models does not know these forces";
    }

    /// Sizes and errors, for run.json.
    virtual void report(nlohmann::json& /*report*/) const {}
};

/// Parts of a body whose material changes while it moves.
struct ChangingParts {
    /// The regions as the scene names them: element sets of the mesh, numbers of pairs of
    /// constants, or "" for the whole body. Forces of each region are kept apart.
    std::vector<std::string> names;
    SourceMark where;
};

/// The loads of the scene on the body, for what is trained where they lead it: FullBody::system has
/// them, and lets them act if it is asked to.
struct SceneLoads {
    std::string written;  ///< plugins and parameters; empty if there are none
    double end = 0;       ///< of the run [s]
};

/// The subspace that forces are wanted in.
struct SubspaceSite {
    FullBody& full;
    const Eigen::MatrixXd& U;  ///< n x r_all, whole
    std::vector<int> kept;     ///< columns of U that q multiplies, in this order
    ArtifactKey key;           ///< of the body and of U
    ChangingParts changing = {};
    SceneLoads loads = {};
};

/// Traits of force models, which a reduction may require. A plugin lists those it has as
/// `static constexpr std::array traits{force_trait::changes_materials}`.
namespace force_trait {
/// Its constants can change while it runs: ReducedForces::changing_materials.
inline constexpr const char* changes_materials = "changes_materials";
/// Its rest shape can move while it runs: ReducedForces::following.
inline constexpr const char* follows_rest_shape = "follows_rest_shape";
/// It evaluates elements wherever the subspace moves them: rows of the subspace at all nodes count
/// with all their digits.
inline constexpr const char* needs_all_nodes = "needs_all_nodes";
}  // namespace force_trait

/// Makes the reduced forces of a body.
class ForceModel : public Object {
public:
    static constexpr const char* kind = "forces";

    /// Parameters of every force model.
    struct Common {
        Path artifact;
        static constexpr auto fields = std::tuple{
            field("artifact", &Common::artifact,
                  "File to keep what is computed ahead in, and to take it from if it is there; in "
                  "the cache if absent")
                .made(),
        };
    };
    Common common;

    /// Throws InputError (at provenance.where) if the model does not fit the body's material or
    /// formulation, naming those that do.
    virtual std::unique_ptr<ReducedForces> make(const SubspaceSite& site) const = 0;
    /// The same of a body whose rest shape moves, `moving`; `poses`: the body and its subspace at
    /// each example pose, while this is called. Of models that follow a rest shape.
    virtual std::unique_ptr<ReducedForces> make_following(
        const SubspaceSite& moving, const std::vector<SubspaceSite>& /*poses*/) const {
        return make(moving);
    }
};

}  // namespace sinew
