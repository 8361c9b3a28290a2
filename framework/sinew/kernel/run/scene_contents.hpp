/// The contents of a scene beyond its text: the files that it names, and the data of its nodes.
#pragma once

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <string>
#include <vector>

namespace sinew {

/// Hashes of every file that a parameter names, or that such a file names, and of every node's
/// Content (content.hpp: a mesh, which a file may hold or a plugin make). Files of `outputs`, those
/// that Sinew makes itself, folders and what is not there have none.
class SceneContents {
public:
    /// Reads the files, each once. The scene has been built.
    explicit SceneContents(SceneGraph& graph);

    /// Saves the hashes.
    void save(Archive& archive) const;
    /// Throws an InputError that names each file that is not what it was when the archive was
    /// saved, or else each content of a node. A file or content whose hash the archive lacks is
    /// accepted.
    void compare(const Archive& archive, const std::string& checkpoint) const;

private:
    struct ContentHash {
        std::string key;         ///< in an archive
        std::string former_key;  ///< in one from before files had hashes; "" if it had none
        std::string what;        ///< "walk.bvh", "mesh"
        std::string node_path;
        SourceMark mark;
        std::string hash;
    };
    void add_file(const NamedFile& file, const std::string& hash);
    static std::vector<Diagnostic> differences(const std::vector<ContentHash>& parts,
                                               const Archive& archive,
                                               const std::string& checkpoint);

    std::vector<ContentHash> files_, contents_;
};

}  // namespace sinew
