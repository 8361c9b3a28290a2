#include <fmt/format.h>

#include <sinew/kernel/run/scene_hash.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>
#include <sinew/mechanics/mesh/open_file.hpp>
#include <sstream>

namespace sinew {
namespace {

class Hash {
public:
    /// The length goes in before the content, so that neighbours cannot trade parts.
    template <class T>
    void add(const T* data, std::size_t n) {
        const std::size_t length = n;
        add_bytes(&length, sizeof length);
        add_bytes(data, n * sizeof(T));
    }
    template <class Matrix>
    void add(const Eigen::PlainObjectBase<Matrix>& matrix) {
        add(matrix.data(), std::size_t(matrix.size()));
    }
    void add(const std::vector<int>& list) { add(list.data(), list.size()); }
    template <class Named>
    void add(const std::map<std::string, Named>& all) {
        const std::size_t n = all.size();
        add_bytes(&n, sizeof n);
        for (const auto& [name, content] : all) {
            add(name.data(), name.size());
            add(content);
        }
    }
    std::string text() const { return fmt::format("{:016x}", value_); }

private:
    void add_bytes(const void* data, std::size_t n) {
        value_ = fnv1a({static_cast<const char*>(data), n}, value_);
    }
    std::uint64_t value_ = fnv1a({});
};

}  // namespace

std::string fingerprint(const VolumeMesh& mesh) {
    Hash hash;
    hash.add(&mesh.type, 1);
    hash.add(mesh.positions);
    hash.add(mesh.elements);
    hash.add(mesh.node_sets);
    hash.add(mesh.element_sets);
    hash.add(mesh.node_arrays);
    hash.add(mesh.element_arrays);
    return hash.text();
}

std::string fingerprint(std::string_view bytes) {
    return fmt::format("{:016x}", fnv1a(bytes));
}

std::string fingerprint(const Path& file) {
    std::ostringstream bytes;
    bytes << open_file(file).rdbuf();
    return fingerprint(bytes.str());
}

}  // namespace sinew
