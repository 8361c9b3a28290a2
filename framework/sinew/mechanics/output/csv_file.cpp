#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/mechanics/output/csv_file.hpp>
#include <system_error>

namespace sinew {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& file, int error) {
    throw ComputationError(
        fmt::format("cannot write {}: {}", file.string(), std::generic_category().message(error)),
        error == ENOSPC || error == EDQUOT
            ? "free some space or choose another folder with -o; the rows before are whole"
            : "check that the folder is there and that you may write into it");
}

std::string joined(const std::vector<std::string>& columns) {
    std::string line;
    for (const std::string& column : columns) line += (line.empty() ? "" : ",") + column;
    return line + "\n";
}

/// The rows of `file` whose time is at most `time`; a last line that is cut off is none.
std::string rows_until(const fs::path& file, const std::string& header, double time) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!text.starts_with(header))
        throw InputError(
            Diagnostic::error(fmt::format("{} has other columns than this run", file.string()))
                .remedy("move it away, or continue into another folder with -o"));
    std::string rows;
    std::size_t start = header.size();
    for (std::size_t end; (end = text.find('\n', start)) != std::string::npos; start = end + 1) {
        double row_time = 0;
        const auto read = std::from_chars(text.data() + start, text.data() + end, row_time);
        if (read.ec != std::errc() || row_time > time) continue;
        rows.append(text, start, end + 1 - start);
    }
    return rows;
}

}  // namespace

void CsvFile::open(fs::path file, const std::vector<std::string>& columns, const RunInfo& run,
                   const Clock& clock) {
    close();
    path_ = std::move(file);
    n_columns_ = columns.size();
    n_rows_ = 0;
    std::string content = joined(columns);
    if (run.continued && fs::exists(path_)) {
        // Half a step, since times are multiples of it.
        const std::string rows = rows_until(path_, content, clock.time() + 0.5 * clock.step);
        n_rows_ = std::count(rows.begin(), rows.end(), '\n');
        content += rows;
    }
    write_file_whole(path_, content);
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor_ < 0) fail(path_, errno);
}

void CsvFile::add(std::span<const double> row) {
    SINEW_ASSERT(row.size() == n_columns_, "{} values for {} columns", row.size(), n_columns_);
    fmt::memory_buffer line;
    for (std::size_t i = 0; i < row.size(); ++i)
        fmt::format_to(std::back_inserter(line), "{}{}", i == 0 ? "" : ",", row[i]);
    line.push_back('\n');
    const off_t before = ::lseek(descriptor_, 0, SEEK_END);
    std::size_t done = 0;
    while (done < line.size()) {
        const ssize_t n = ::write(descriptor_, line.data() + done, line.size() - done);
        if (n >= 0) {
            done += static_cast<std::size_t>(n);
        } else if (errno != EINTR) {
            const int error = errno;
            if (::ftruncate(descriptor_, before) != 0) close();
            fail(path_, error);
        }
    }
    ++n_rows_;
}

void CsvFile::close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
}

}  // namespace sinew
