/// One file of a reduced model, checked as a whole before HDF5 is asked.
#pragma once

#include <cstdint>
#include <limits>
#include <sinew/mechanics/math/types.hpp>
#include <sinew/player/model.hpp>
#include <sinew/storage/hdf5_handle.hpp>
#include <string>
#include <vector>

namespace sinew::player {

/// The bound of integers that have no other.
inline constexpr std::int64_t largest_int = std::numeric_limits<int>::max();

/// Data sets by their keys. Reading what is not there or of another shape, and numbers that are
/// none, throw FileError.
class ModelFile {
public:
    /// Throws FileError if the file is not there, none of Sinew's, cut off or changed.
    explicit ModelFile(const std::string& path);

    bool has(const std::string& key) const;
    double number(const std::string& key) const;
    /// A finite number of at least `least`.
    double number(const std::string& key, double least) const;
    /// An integer in a range, both ends included.
    std::int64_t integer(const std::string& key, std::int64_t least, std::int64_t most) const;
    std::string text(const std::string& key) const;
    /// Numbers; as many as expected unless that is -1.
    std::vector<double> numbers(const std::string& key, Index expected = -1) const;
    /// Integers in a range, both ends included.
    std::vector<int> integers(const std::string& key, std::int64_t least, std::int64_t most) const;

    /// The places where lists begin among n_entries that stand one after the other, and their end:
    /// of n_lists, or of any number if that is -1.
    std::vector<int> offsets(const std::string& key, Index n_lists, Index n_entries) const;

    [[noreturn]] void fail(FileError::Kind kind, const std::string& what) const;
    [[noreturn]] void fail_damaged(const std::string& key, const std::string& what) const;

private:
    hdf5::DataSet open(const std::string& key) const;
    /// Opens the data set of the key; n: the numbers in it.
    hdf5::DataSet open(const std::string& key, H5T_class_t expected, std::size_t& n) const;

    std::string path_;
    std::string bytes_;  ///< of the HDF5 part
    hdf5::File file_;
};

}  // namespace sinew::player
