/// The interface of `basis/` plugins: a subspace u = U q of a body's displacements.
#pragma once

#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/basis/full_body.hpp>

namespace sinew {

class Basis : public Object {
public:
    static constexpr const char* kind = "basis";

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

    /// What was found, most important vectors first.
    struct Vectors {
        Eigen::MatrixXd U;  ///< n x r, mass-orthonormal; rows of held coordinates are zero
        /// What else is worth keeping: eigenvalues, singular values; for the artifact.
        Archive details;
    };
    /// Throws InputError (at provenance.where) for more vectors than the body has free coordinates,
    /// and whatever else the scene asks that cannot be.
    virtual Vectors compute(FullBody& full) const = 0;

    /// What the vectors depend on beside `full.key` and the plugin's parameters as written: the
    /// content of files, and the node's frame if parameters are in it.
    virtual void add_to_key(const FullBody& /*full*/, ArtifactKey& /*key*/) const {}
};

}  // namespace sinew
