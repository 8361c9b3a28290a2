/// A table that grows by whole rows, and that a continued run goes on with.
#pragma once

#include <filesystem>
#include <sinew/kernel/run/clock.hpp>
#include <sinew/kernel/run/observer.hpp>
#include <span>
#include <string>
#include <vector>

namespace sinew {

/// Comma-separated values with one line of headings; the first column is the time [s]. Numbers are
/// written so that they read back bit by bit.
class CsvFile {
public:
    CsvFile() = default;
    CsvFile(const CsvFile&) = delete;
    CsvFile& operator=(const CsvFile&) = delete;
    ~CsvFile() { close(); }

    /// Starts a new file. In a continued run whose folder has it already, keeps the rows up to the
    /// clock's time; InputError if that file has other columns.
    void open(std::filesystem::path file, const std::vector<std::string>& columns,
              const RunInfo& run, const Clock& clock);

    /// Adds the row in one write, so that a reader sees whole rows. ComputationError with the
    /// system's reason (disk full) if it does not fit; the rows before stay whole.
    void add(std::span<const double> row);

    /// Closes the file; does nothing if none is open.
    void close();
    const std::filesystem::path& path() const { return path_; }
    /// Number of rows, without the headings; in a continued run those kept count too.
    long n_rows() const { return n_rows_; }

private:
    std::filesystem::path path_;
    std::size_t n_columns_ = 0;
    long n_rows_ = 0;
    int descriptor_ = -1;
};

}  // namespace sinew
