#include <algorithm>
#include <sinew/kernel/params/named_files.hpp>

namespace sinew {

void NamedFiles::add(NamedFile file) {
    const bool known = std::any_of(files_.begin(), files_.end(), [&](const NamedFile& other) {
        return other.absolute == file.absolute && other.written == file.written &&
               other.node_path == file.node_path;
    });
    if (!known) files_.push_back(std::move(file));
}

}  // namespace sinew
