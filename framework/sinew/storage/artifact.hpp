/// Artifacts: results of precomputation, kept in files and checked before they are used.
///
/// An artifact is an archive (HDF5) that also holds its kind, its key and how long it took. It lies
/// in the cache under a name made of kind and hash, or in a file that the scene names. A damaged
/// one is computed again with a warning; a named one of another key is refused. The key ends with
/// the version of the algorithm, so that a mended algorithm does not meet what it made before.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/storage/artifact_key.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Algorithm that makes artifacts of a kind. Its number is raised with every change of the code
/// after which the same key would give other results.
struct AlgorithmVersion {
    std::string_view kind;  ///< "weights/bbw"
    int number;
};

/// An artifact as fetch_artifact gives it.
struct Artifact {
    Archive content;
    std::filesystem::path file;
    bool was_made = false;  ///< now, else it was there
    double seconds = 0;     ///< that making it took, then or now
    bool is_kept = true;    ///< in the file
};

/// $SINEW_CACHE, else $XDG_CACHE_HOME/sinew, else ~/.cache/sinew, else a folder for temporary
/// files.
std::filesystem::path artifact_cache();

/// The artifact of this algorithm and key: read if it is there, else made by `make`, with a line in
/// the log, and kept. `named`, if not empty, is its file. A file that cannot be written gives a
/// warning. `check`, if given, takes what it needs from an artifact that is read; if it throws a
/// ComputationError, the artifact is computed again. Throws InputError if the named file is none of
/// Sinew's or holds another artifact, naming the parts of the two keys that differ, or if its
/// folder is not there; that of the cache is made.
Artifact fetch_artifact(const AlgorithmVersion& algorithm, const ArtifactKey& key,
                        const Path& named, const std::function<Archive()>& make,
                        const std::function<void(const Archive&)>& check = {});

/// Record of an artifact that fetch_artifact has given in this process.
struct FetchedArtifact {
    std::string kind;
    std::filesystem::path file;
    bool was_made = false;
    double seconds = 0;
    bool is_kept = true;
};
/// All of them, in order.
const std::vector<FetchedArtifact>& fetched_artifacts();

/// Label of an artifact in its file: kind, key and seconds, of any archive that is one.
struct ArtifactLabel {
    std::string kind;
    ArtifactKey key;
    double seconds = 0;
};
/// The label of an archive, if it is an artifact.
std::optional<ArtifactLabel> artifact_label(const Archive& archive);

}  // namespace sinew
