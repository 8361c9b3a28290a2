#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/output/csv_file.hpp>

namespace sinew {

namespace fs = std::filesystem;

namespace {

std::string joined(const std::vector<std::string>& columns) {
    std::string line;
    for (const std::string& column : columns) line += (line.empty() ? "" : ",") + column;
    return line + "\n";
}

/// The rows of `file` whose time is at most `time`; a last line that is cut off is none.
std::vector<std::string> rows_until(const fs::path& file, const std::string& header, double time) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!text.starts_with(header))
        throw InputError(
            Diagnostic::error(fmt::format("{} has other columns than this run", file.string()))
                .remedy("move it away, or continue into another folder with -o"));
    std::vector<std::string> rows;
    std::size_t start = header.size();
    for (std::size_t end; (end = text.find('\n', start)) != std::string::npos; start = end + 1) {
        double row_time = 0;
        const auto read = std::from_chars(text.data() + start, text.data() + end, row_time);
        if (read.ec != std::errc() || row_time > time) continue;
        rows.push_back(text.substr(start, end + 1 - start));
    }
    return rows;
}

}  // namespace

void CsvFile::open(const fs::path& file, const std::vector<std::string>& columns,
                   const RunInfo& run) {
    n_columns_ = columns.size();
    const std::string header = joined(columns);
    std::vector<std::string> rows;
    if (run.continued && fs::exists(file)) rows = rows_until(file, header, run.kept_until);
    n_rows_ = static_cast<long>(rows.size());
    file_.open(file, header, "", rows);
}

void CsvFile::add(std::span<const double> row) {
    SINEW_ASSERT(row.size() == n_columns_, "{} values for {} columns", row.size(), n_columns_);
    fmt::memory_buffer line;
    for (std::size_t i = 0; i < row.size(); ++i)
        fmt::format_to(std::back_inserter(line), "{}{}", i == 0 ? "" : ",", row[i]);
    line.push_back('\n');
    file_.add({line.data(), line.size()});
    ++n_rows_;
}

}  // namespace sinew
