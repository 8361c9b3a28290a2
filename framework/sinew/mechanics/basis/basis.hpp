/// The interface of `basis/` plugins: a subspace u = U q of a body's displacements.
#pragma once

#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/basis/full_body.hpp>

namespace sinew {

/// Traits of bases, which a plugin lists as `static constexpr std::array traits{...}`.
namespace basis_trait {
/// It is made of displacements of a finished run.
inline constexpr const char* of_snapshots = "of_snapshots";
/// It looks for points where the mesh of the body is, or takes the scene's loads there.
inline constexpr const char* of_points = "of_points";
}  // namespace basis_trait

/// Computes the basis U of a subspace.
class Basis : public Object {
public:
    static constexpr const char* kind = "basis";

    /// Parameters of every basis.
    struct Common {
        Path artifact;
        static constexpr auto fields = std::tuple{
            field("artifact", &Common::artifact,
                  "File to keep the vectors in, and to take them from if it is there; in the cache "
                  "if absent")
                .made(),
        };
    };
    Common common;

    /// The basis, most important vectors first.
    struct Vectors {
        /// n x r [kg^-1/2], mass-orthonormal, within each of `groups` at least; rows of constrained
        /// degrees of freedom are zero.
        Eigen::MatrixXd U;
        /// Numbers of vectors in groups that follow each other, of regions of the body; empty: all
        /// are one.
        std::vector<int> groups = {};
        /// Weights of the vectors in a union with others, 1 of the first; empty: all weigh the
        /// same.
        Vector weights = {};
        /// Constraint modes, n x m [m]: each answers one of FullBody::support_motions, which it has
        /// in its constrained rows. Empty if the basis has none.
        Eigen::MatrixXd supports = {};
        /// Further results for the artifact: eigenvalues, singular values.
        Archive details = {};
    };
    /// Throws InputError (at provenance.where) for more vectors than the body has free degrees of
    /// freedom, and whatever else the scene asks that cannot be.
    virtual Vectors compute(FullBody& full) const = 0;

    /// Version of the algorithm, raised with every change of the code after which the same key
    /// would give other vectors.
    virtual int algorithm() const = 0;

    /// Adds to the key what the vectors depend on except `full.key` and the plugin's parameters as
    /// written: the content of files, and the node's frame if parameters are in it.
    virtual void add_to_key(const FullBody& /*full*/, ArtifactKey& /*key*/) const {}
};

}  // namespace sinew
