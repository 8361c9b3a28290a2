#include <fmt/format.h>

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/kernel/version.hpp>
#include <sinew/storage/archive_header.hpp>
#include <sinew/storage/hdf5_archive.hpp>
#include <sinew/storage/hdf5_handle.hpp>

namespace sinew {

namespace {

/// Fixed length, as long as the text (HDF5 has no length of zero).
hdf5::Type string_type(const std::string& text) {
    hdf5::Type type(H5Tcopy(H5T_C_S1));
    H5Tset_size(type, std::max<std::size_t>(text.size(), 1));
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    return type;
}

bool put_attribute(hid_t file, const char* name, const std::string& text) {
    const hdf5::Type type = string_type(text);
    const hdf5::Space space(H5Screate(H5S_SCALAR));
    const hdf5::Attribute attribute(H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT));
    const std::string padded = text.empty() ? std::string(1, '\0') : text;
    return attribute.valid() && H5Awrite(attribute, type, padded.data()) >= 0;
}

class Writer {
public:
    Writer() : links_(H5Pcreate(H5P_LINK_CREATE)), sets_(H5Pcreate(H5P_DATASET_CREATE)) {
        H5Pset_create_intermediate_group(links_, 1);
        H5Pset_obj_track_times(sets_, false);  // the same content gives the same bytes
    }

    bool put(hid_t file, const std::string& key, const Archive::Entry& entry) const {
        if (const auto* numbers = std::get_if<std::vector<double>>(&entry))
            return put_list(file, key, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, numbers->size(),
                            numbers->data());
        if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&entry))
            return put_list(file, key, H5T_STD_I64LE, H5T_NATIVE_INT64, integers->size(),
                            integers->data());
        const std::string& text = std::get<std::string>(entry);
        const hdf5::Type type = string_type(text);
        const hdf5::Space space(H5Screate(H5S_SCALAR));
        const std::string padded = text.empty() ? std::string(1, '\0') : text;
        return put(file, key, type, type, space, padded.data(), true);
    }

private:
    bool put_list(hid_t file, const std::string& key, hid_t file_type, hid_t memory_type,
                  std::size_t size, const void* data) const {
        const hsize_t extent = size;
        const hdf5::Space space(H5Screate_simple(1, &extent, nullptr));
        return put(file, key, file_type, memory_type, space, data, size > 0);
    }
    bool put(hid_t file, const std::string& key, hid_t file_type, hid_t memory_type, hid_t space,
             const void* data, bool has_data) const {
        const hdf5::DataSet set(
            H5Dcreate2(file, key.c_str(), file_type, space, links_, sets_, H5P_DEFAULT));
        if (!set.valid()) return false;
        return !has_data || H5Dwrite(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0;
    }

    hdf5::Properties links_;
    hdf5::Properties sets_;
};

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what) {
    throw ComputationError(fmt::format("cannot write {}: {}", file.string(), what));
}

/// The whole file, made in memory, so that one plain write puts it on the disk and the system's own
/// word tells why that failed.
std::string image_of(const std::filesystem::path& path, const Archive& archive) {
    const hdf5::Properties access(H5Pcreate(H5P_FILE_ACCESS));
    constexpr std::size_t growth = std::size_t(1) << 20;
    H5Pset_fapl_core(access, growth, false);
    const hdf5::File file(H5Fcreate("sinew-archive-in-memory", H5F_ACC_TRUNC, H5P_DEFAULT, access));
    if (!file.valid()) fail(path, "HDF5 cannot make a file in memory");
    if (!put_attribute(file, "sinew_version", version)) fail(path, "HDF5 refuses its attribute");
    const Writer writer;
    for (const auto& [key, entry] : archive.entries())
        if (!writer.put(file, key, entry))
            fail(path, fmt::format("HDF5 refuses the key '{}'", key));
    if (H5Fflush(file, H5F_SCOPE_GLOBAL) < 0) fail(path, "HDF5 cannot complete it");
    const ssize_t size = H5Fget_file_image(file, nullptr, 0);
    if (size <= 0) fail(path, "HDF5 cannot complete it");
    std::string image(static_cast<std::size_t>(size), '\0');
    if (H5Fget_file_image(file, image.data(), image.size()) != size)
        fail(path, "HDF5 cannot complete it");
    return archive_header::text(image, kind_of(archive)) + image;
}

}  // namespace

void write_archive(const std::filesystem::path& file, const Archive& archive) {
    const hdf5::Silence silence;
    write_file_whole(file, image_of(file, archive));
}

}  // namespace sinew
