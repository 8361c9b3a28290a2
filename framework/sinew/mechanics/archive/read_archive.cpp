#include <fmt/format.h>

#include <fstream>
#include <optional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/archive/archive_format.hpp>
#include <sinew/mechanics/archive/hdf5_archive.hpp>
#include <sinew/mechanics/archive/hdf5_handle.hpp>

namespace sinew {

namespace fs = std::filesystem;

namespace {

using namespace hdf5;

constexpr const char* take_another =
    "take another file: a run writes checkpoint-*.h5, and may keep several of them";

[[noreturn]] void fail(const fs::path& file, const std::string& what,
                       const std::string& remedy = take_another) {
    throw InputError({}, fmt::format("{} {}", file.string(), what), remedy);
}

[[noreturn]] void fail_damaged(const fs::path& file) {
    fail(file, "is damaged: it is cut off, or was changed after it was written");
}

/// The text without the padding; nothing if `type` is no string of fixed length.
template <class Read>
std::optional<std::string> read_string(hid_t type, Read&& read) {
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0) return {};
    std::string text(H5Tget_size(type), '\0');
    const Type memory(H5Tcopy(type));
    if (read(memory, text.data()) < 0) return {};
    while (!text.empty() && text.back() == '\0') text.pop_back();
    return text;
}

std::optional<std::string> text_attribute(hid_t file, const char* name) {
    if (H5Aexists(file, name) <= 0) return {};
    const Attribute attribute(H5Aopen(file, name, H5P_DEFAULT));
    const Type type(H5Aget_type(attribute));
    return read_string(type,
                       [&](hid_t memory, void* to) { return H5Aread(attribute, memory, to); });
}

std::int64_t integer_attribute(hid_t file, const char* name) {
    std::int64_t value = -1;
    if (H5Aexists(file, name) <= 0) return value;
    const Attribute attribute(H5Aopen(file, name, H5P_DEFAULT));
    H5Aread(attribute, H5T_NATIVE_INT64, &value);
    return value;
}

File open(const fs::path& path) {
    if (!fs::exists(path)) fail(path, "is not there");
    if (fs::is_directory(path)) fail(path, "is a folder, not a checkpoint");
    if (!std::ifstream(path)) fail(path, "cannot be read", "check its permissions");
    if (H5Fis_hdf5(path.c_str()) <= 0) {
        if (fs::file_size(path) == 0) fail(path, "is empty");
        fail(path, "is no HDF5 file");
    }
    File file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
    if (!file.valid()) fail_damaged(path);
    if (text_attribute(file, "format") != archive_format::name)
        fail(path, "is an HDF5 file, but Sinew did not write it");
    const std::int64_t format_version = integer_attribute(file, "format_version");
    if (format_version != archive_format::version)
        fail(path,
             fmt::format("is an archive of format version {}; this Sinew reads version {}",
                         format_version, archive_format::version),
             fmt::format("use Sinew {}, which wrote it",
                         text_attribute(file, "sinew_version").value_or("of that time")));
    return file;
}

template <class T>
bool read_list(hid_t set, hid_t memory_type, std::size_t size, std::vector<T>& list) {
    list.resize(size);
    return size == 0 || H5Dread(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, list.data()) >= 0;
}

bool read_entry(hid_t set, Archive::Entry& entry) {
    const Type type(H5Dget_type(set));
    const Space space(H5Dget_space(set));
    const hssize_t size = H5Sget_simple_extent_npoints(space);
    // Damage may claim any size; what is read must be there.
    if (size < 0 || H5Dget_storage_size(set) < static_cast<hsize_t>(size)) return false;
    const auto n = static_cast<std::size_t>(size);
    switch (H5Tget_class(type)) {
        case H5T_FLOAT:
            return read_list(set, H5T_NATIVE_DOUBLE, n, entry.emplace<std::vector<double>>());
        case H5T_INTEGER:
            return read_list(set, H5T_NATIVE_INT64, n, entry.emplace<std::vector<std::int64_t>>());
        default: {
            auto text = read_string(type, [&](hid_t memory, void* to) {
                return H5Dread(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, to);
            });
            if (text) entry = std::move(*text);
            return text.has_value();
        }
    }
}

/// Deeper groups than this are no archive of ours.
constexpr int max_depth = 64;

bool read_group(hid_t group, const std::string& prefix, int depth, Archive& archive) {
    H5G_info_t info;
    if (depth > max_depth || H5Gget_info(group, &info) < 0) return false;
    for (hsize_t i = 0; i < info.nlinks; ++i) {
        char name[1024] = "";
        if (H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name,
                               H5P_DEFAULT) < 0)
            return false;
        const std::string key = prefix + name;
        const Object object(H5Oopen(group, name, H5P_DEFAULT));
        if (!object.valid()) return false;
        if (H5Iget_type(object) == H5I_GROUP) {
            if (!read_group(object, key + "/", depth + 1, archive)) return false;
            continue;
        }
        Archive::Entry entry;
        if (H5Iget_type(object) != H5I_DATASET || !read_entry(object, entry)) return false;
        archive.put_entry(key, std::move(entry));
    }
    return true;
}

}  // namespace

Archive read_archive(const fs::path& path) {
    const Silence silence;
    const File file = open(path);
    Archive archive;
    if (!read_group(file, "", 0, archive)) fail_damaged(path);
    if (text_attribute(file, "content_hash") != archive_format::content_hash(archive))
        fail_damaged(path);
    return archive;
}

std::string archive_writer(const fs::path& path) {
    const Silence silence;
    return text_attribute(open(path), "sinew_version").value_or("");
}

}  // namespace sinew
