/// A table that grows by whole rows, and that a continued run goes on with.
#pragma once

#include <filesystem>
#include <sinew/kernel/run/growing_file.hpp>
#include <sinew/kernel/run/observer.hpp>
#include <span>
#include <string>
#include <vector>

namespace sinew {

/// Comma-separated values with one line of headings; the first column is the time [s]. Numbers are
/// written so that they read back bit by bit.
class CsvFile {
public:
    /// Starts a new file. In a continued run whose folder has it already, keeps the rows up to
    /// run.kept_until; InputError if that file has other columns.
    void open(const std::filesystem::path& file, const std::vector<std::string>& columns,
              const RunInfo& run);

    /// Adds the row in one write, so that a reader sees whole rows. ComputationError with the
    /// system's reason (disk full) if it does not fit; the rows before stay whole.
    void add(std::span<const double> row);

    /// Closes the file; does nothing if none is open.
    void close() { file_.close(); }
    const std::filesystem::path& path() const { return file_.path(); }
    /// Number of rows, without the headings; in a continued run those kept count too.
    long n_rows() const { return n_rows_; }

private:
    GrowingFile file_;
    std::size_t n_columns_ = 0;
    long n_rows_ = 0;
};

}  // namespace sinew
