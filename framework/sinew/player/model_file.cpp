#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <sinew/player/model_file.hpp>
#include <string_view>

namespace sinew::player {

namespace {

constexpr std::string_view magic = "sinew archive ";
constexpr std::size_t header_size = 512;

/// FNV-1a, 64 bits.
std::uint64_t hash_of(std::string_view bytes) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash;
}

std::string bytes_of(const std::string& path, bool& is_there) {
    std::ifstream stream(path, std::ios::binary);
    std::string bytes;
    // A folder opens and cannot be read.
    is_there = stream.good() && stream.peek() != std::ifstream::traits_type::eof();
    if (is_there) bytes.assign(std::istreambuf_iterator<char>(stream), {});
    is_there = is_there || (stream.is_open() && stream.eof());
    return bytes;
}

/// What the file says of its HDF5 part.
struct Header {
    int version = 0;
    unsigned long long n_bytes = 0, hash = 0;
    bool is_whole = false;
};

Header header_of(const std::string& bytes) {
    Header header;
    const std::string text = bytes.substr(0, header_size);
    const int n = std::sscanf(text.c_str() + magic.size(), "%d\nbytes %llu\nhash %llx",
                              &header.version, &header.n_bytes, &header.hash);
    header.is_whole = n == 3 && bytes.size() > header_size;
    return header;
}

}  // namespace

ModelFile::ModelFile(const std::string& path) : path_(path) {
    bool is_there = false;
    std::string bytes = bytes_of(path, is_there);
    if (!is_there) fail(FileError::Kind::not_there, "cannot be read; check its path");
    if (!std::string_view(bytes).starts_with(magic))
        fail(FileError::Kind::foreign,
             "is no reduced model of Sinew; take a file that `sinew export` wrote");
    const Header header = header_of(bytes);
    if (header.version != 1)
        fail(FileError::Kind::other_version,
             "is an archive of version " + std::to_string(header.version) +
                 ", and this player reads version 1; export the scene again with this Sinew");
    bytes_ = bytes.substr(std::min(header_size, bytes.size()));
    if (!header.is_whole || bytes_.size() != header.n_bytes || hash_of(bytes_) != header.hash)
        fail(FileError::Kind::damaged,
             "is damaged: it was cut off, or changed after it was written; export it again");
    const hdf5::Silence silence;
    const hdf5::Properties access(H5Pcreate(H5P_FILE_ACCESS));
    constexpr std::size_t growth = 4096;
    H5Pset_fapl_core(access, growth, false);
    H5Pset_file_image(access, bytes_.data(), bytes_.size());
    // HDF5 wants a name that no file has, and that no other open file has.
    const std::string name = "sinew-model-" + std::to_string(std::uintptr_t(this));
    file_ = hdf5::File(H5Fopen(name.c_str(), H5F_ACC_RDONLY, access));
    if (!file_.valid())
        fail(FileError::Kind::damaged, "holds no HDF5 that can be read; export it again");
}

void ModelFile::fail(FileError::Kind kind, const std::string& what) const {
    throw FileError(kind, path_ + " " + what);
}

void ModelFile::fail_damaged(const std::string& key, const std::string& what) const {
    fail(FileError::Kind::damaged,
         "is no whole reduced model: " + key + " " + what + "; export it again");
}

hdf5::DataSet ModelFile::open(const std::string& key) const {
    const hdf5::Silence silence;
    return hdf5::DataSet(H5Dopen2(file_, key.c_str(), H5P_DEFAULT));
}

bool ModelFile::has(const std::string& key) const {
    return open(key).valid();
}

hdf5::DataSet ModelFile::open(const std::string& key, H5T_class_t expected, std::size_t& n) const {
    hdf5::DataSet set = open(key);
    if (!set.valid()) fail_damaged(key, "is not there");
    const hdf5::Type type(H5Dget_type(set));
    const hdf5::Space space(H5Dget_space(set));
    const hssize_t size = H5Sget_simple_extent_npoints(space);
    if (H5Tget_class(type) != expected || size < 0) fail_damaged(key, "is of another type");
    n = std::size_t(size);
    // Sets are written in one piece; one that promises more than is there would be filled up.
    if (n > std::max<std::size_t>(bytes_.size() / H5Tget_size(type), 1))
        fail_damaged(key, "promises " + std::to_string(n) + " values, more than the file can hold");
    return set;
}

std::vector<double> ModelFile::numbers(const std::string& key, Index expected) const {
    std::size_t n = 0;
    const hdf5::DataSet set = open(key, H5T_FLOAT, n);
    if (expected >= 0 && n != std::size_t(expected))
        fail_damaged(key,
                     "has " + std::to_string(n) + " numbers, and not " + std::to_string(expected));
    std::vector<double> values(n);
    if (n > 0 && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
        fail_damaged(key, "cannot be read");
    for (const double value : values)
        if (!std::isfinite(value)) fail_damaged(key, "holds what is no number");
    return values;
}

double ModelFile::number(const std::string& key) const {
    return numbers(key, 1).front();
}

double ModelFile::number(const std::string& key, double least) const {
    const double value = number(key);
    if (value < least) fail_damaged(key, "is " + std::to_string(value));
    return value;
}

std::vector<int> ModelFile::integers(const std::string& key, std::int64_t least,
                                     std::int64_t most) const {
    std::size_t n = 0;
    const hdf5::DataSet set = open(key, H5T_INTEGER, n);
    std::vector<std::int64_t> values(n);
    if (n > 0 && H5Dread(set, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
        fail_damaged(key, "cannot be read");
    most = std::min<std::int64_t>(most, std::numeric_limits<int>::max());
    for (const std::int64_t value : values)
        if (value < least || value > most) fail_damaged(key, "holds " + std::to_string(value));
    return {values.begin(), values.end()};
}

std::int64_t ModelFile::integer(const std::string& key, std::int64_t least,
                                std::int64_t most) const {
    const std::vector<int> values = integers(key, least, most);
    if (values.size() != 1) fail_damaged(key, "is not one integer");
    return values.front();
}

std::vector<int> ModelFile::offsets(const std::string& key, Index n_lists, Index n_entries) const {
    std::vector<int> first = integers(key, 0, n_entries);
    if (first.empty() || (n_lists >= 0 && Index(first.size()) != n_lists + 1) ||
        first.front() != 0 || first.back() != n_entries ||
        !std::is_sorted(first.begin(), first.end()))
        fail_damaged(key, "does not fit the lists it is of");
    return first;
}

std::string ModelFile::text(const std::string& key) const {
    std::size_t n = 0;
    const hdf5::DataSet set = open(key, H5T_STRING, n);
    const hdf5::Type type(H5Dget_type(set));
    if (n != 1 || H5Tis_variable_str(type) != 0 || H5Tget_size(type) > bytes_.size())
        fail_damaged(key, "is no text");
    std::string text(H5Tget_size(type), '\0');
    if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0)
        fail_damaged(key, "cannot be read");
    while (!text.empty() && text.back() == '\0') text.pop_back();
    return text;
}

}  // namespace sinew::player
