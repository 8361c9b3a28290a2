/// One Exodus II file: a body at rest, and its fields at many times.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "layout.hpp"

namespace sinew::exodus {

/// The part of a file before its records.
struct Head {
    std::string title;
    const VolumeMesh* mesh = nullptr;  ///< at rest; it outlives the file
    std::vector<Block> blocks;
    std::vector<SideSet> side_sets;
    std::vector<std::string> nodal, elemental;  ///< names of variables
    std::vector<std::string> notes;             ///< information records
};

/// A file in NetCDF's classic format with offsets of 64 bits: a head, which counts the records, and
/// a record a frame. A record is written first and counted then, so that a killed run leaves a file
/// that opens with all records but perhaps the last. It costs the same for any number before it.
class ResultFile {
public:
    ResultFile();
    ~ResultFile();
    ResultFile(const ResultFile&) = delete;
    ResultFile& operator=(const ResultFile&) = delete;

    /// Writes the head beside and renames it into place. With `kept_until` [s],
    /// records up to it stay of the file that is there. Throws InputError if these are of another
    /// mesh or have other variables, ComputationError with the system's reason (disk full) if it
    /// cannot be written.
    void open(const std::filesystem::path& file, const Head& head,
              std::optional<double> kept_until = {});

    /// Adds a record: the variables of the head, in its order. ComputationError as above; the
    /// records before stay whole.
    void add(double time, const std::vector<Variable>& variables);

    void close();
    /// Number of records in the file, those kept from an earlier run too.
    int n_records() const { return n_records_; }

private:
    struct Open;

    std::unique_ptr<Open> open_;
    int n_records_ = 0;
};

}  // namespace sinew::exodus
