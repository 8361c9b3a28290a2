#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/special_file.hpp>
#include <sinew/storage/archive_header.hpp>
#include <sinew/storage/hdf5_archive.hpp>
#include <sinew/storage/hdf5_handle.hpp>

namespace sinew {

namespace fs = std::filesystem;

namespace {

/// The text without the padding; nothing if `type` is no string of fixed length.
template <class Read>
std::optional<std::string> read_string(hid_t type, Read&& read) {
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0) return {};
    constexpr std::size_t most = std::size_t(1) << 30;
    if (H5Tget_size(type) > most) return {};
    std::string text(H5Tget_size(type), '\0');
    const hdf5::Type memory(H5Tcopy(type));
    if (read(memory, text.data()) < 0) return {};
    while (!text.empty() && text.back() == '\0') text.pop_back();
    return text;
}

std::optional<std::string> text_attribute(hid_t file, const char* name) {
    if (H5Aexists(file, name) <= 0) return {};
    const hdf5::Attribute attribute(H5Aopen(file, name, H5P_DEFAULT));
    const hdf5::Type type(H5Aget_type(attribute));
    return read_string(type,
                       [&](hid_t memory, void* to) { return H5Aread(attribute, memory, to); });
}

std::string bytes_of(const fs::path& path) {
    if (!is_there(path))
        throw InputError(Diagnostic::error(path.string() + " is not there")
                             .remedy("name a checkpoint-*.h5 that a run wrote into its folder, an "
                                     "artifact that Sinew made, or a model that `sinew export` "
                                     "wrote"));
    if (fs::is_directory(path))
        throw InputError(Diagnostic::error(path.string() + " is a folder")
                             .remedy("name a file in it: checkpoint-*.h5 that a run wrote, an "
                                     "artifact, or a model"));
    if (const std::string kind = special_file(path); !kind.empty())
        throw InputError(Diagnostic::error(path.string() + " is not a regular file but " + kind)
                             .remedy("archives are read from files, not from devices or pipes"));
    std::ifstream stream(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    if (!stream)
        throw InputError(
            Diagnostic::error(path.string() + " cannot be read").remedy("check its permissions"));
    return bytes;
}

[[noreturn]] void fail_unknown(const fs::path& path) {
    throw InputError(
        Diagnostic::error(path.string() + " holds something that this Sinew does not know")
            .remedy("use the Sinew that wrote it"));
}

/// HDF5's view of the bytes, whose header has been checked.
hdf5::File open(const fs::path& path, std::string_view bytes) {
    const std::string_view content = archive_header::content(path, bytes);
    const hdf5::Properties access(H5Pcreate(H5P_FILE_ACCESS));
    constexpr std::size_t growth = 4096;
    H5Pset_fapl_core(access, growth, false);
    H5Pset_file_image(access, const_cast<char*>(content.data()), content.size());
    // HDF5 wants a name that no file has.
    hdf5::File file(H5Fopen("sinew-archive-in-memory", H5F_ACC_RDONLY, access));
    if (!file.valid()) fail_unknown(path);
    return file;
}

template <class T>
bool read_list(hid_t set, hid_t memory_type, std::size_t size, std::vector<T>& list) {
    list.resize(size);
    return size == 0 || H5Dread(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, list.data()) >= 0;
}

bool read_entry(hid_t set, Archive::Entry& entry) {
    const hdf5::Type type(H5Dget_type(set));
    const hdf5::Space space(H5Dget_space(set));
    const hssize_t size = H5Sget_simple_extent_npoints(space);
    if (size < 0) return false;
    const auto n = static_cast<std::size_t>(size);
    // Sets are written in one piece; one that promises more than is there would be filled up.
    const std::size_t stored = H5Dget_storage_size(set), each = H5Tget_size(type);
    if (each == 0 || n > std::max(stored / each, std::size_t(1))) return false;
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
        const hdf5::Object object(H5Oopen(group, name, H5P_DEFAULT));
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
    const hdf5::Silence silence;
    const std::string bytes = bytes_of(path);
    const hdf5::File file = open(path, bytes);
    Archive archive;
    if (!read_group(file, "", 0, archive)) fail_unknown(path);
    return archive;
}

std::string archive_writer(const fs::path& path) {
    const hdf5::Silence silence;
    const std::string bytes = bytes_of(path);
    const hdf5::File file = open(path, bytes);
    return text_attribute(file, "sinew_version").value_or("");
}

}  // namespace sinew
