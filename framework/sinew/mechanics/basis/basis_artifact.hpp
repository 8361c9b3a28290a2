/// Bases kept as artifacts.
#pragma once

#include <sinew/mechanics/basis/basis.hpp>
#include <sinew/storage/artifact.hpp>

namespace sinew {

/// A basis that has been computed, now or before.
struct FetchedBasis {
    Basis::Vectors vectors;  ///< without details
    std::filesystem::path file;
    double seconds = 0;  ///< that making it took [s]
};

/// Adds what the vectors depend on beside the body: the plugin, its parameters, and what these
/// name.
void add_to_key(const Basis& basis, const FullBody& full, ArtifactKey& key);

/// The basis from its artifact, or computed and kept. Errors are attributed to the basis.
FetchedBasis fetch_basis(const Basis& basis, FullBody& full);

}  // namespace sinew
