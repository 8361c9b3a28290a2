/// Columns of text for a terminal.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace sinew::tools {

class TextTable {
public:
    explicit TextTable(std::vector<std::string> header) : rows_{std::move(header)} {}

    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

    /// Columns as wide as their widest cell, two spaces between, a rule under the header.
    std::string text() const {
        std::vector<std::size_t> widths(rows_.front().size(), 0);
        for (const auto& row : rows_)
            for (std::size_t i = 0; i < row.size(); ++i)
                widths[i] = std::max(widths[i], row[i].size());
        std::string out;
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            std::string line;
            for (std::size_t i = 0; i < rows_[r].size(); ++i) {
                line += rows_[r][i];
                if (i + 1 < rows_[r].size())
                    line += std::string(widths[i] + 2 - rows_[r][i].size(), ' ');
            }
            out += line + "\n";
            if (r == 0) {
                for (std::size_t i = 0; i < widths.size(); ++i)
                    out += std::string(widths[i], '-') + (i + 1 < widths.size() ? "  " : "\n");
            }
        }
        return out;
    }

private:
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace sinew::tools
