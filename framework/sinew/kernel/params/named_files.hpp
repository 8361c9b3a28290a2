/// The files that a scene names, and those that they name in turn.
#pragma once

#include <filesystem>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <string>
#include <vector>

namespace sinew {

/// A file that a parameter names.
struct NamedFile {
    std::string node_path;           ///< of the node whose parameter names it
    std::string written;             ///< as the scene, or the file that names it, has it
    std::filesystem::path absolute;  ///< it may be a folder, or not be there
    SourceMark mark;                 ///< of the parameter
};

/// Every file once for a node, in the order in which they were met.
class NamedFiles {
public:
    /// Adds a file, unless its node has named it already.
    void add(NamedFile file);
    const std::vector<NamedFile>& all() const { return files_; }

private:
    std::vector<NamedFile> files_;
};

}  // namespace sinew
