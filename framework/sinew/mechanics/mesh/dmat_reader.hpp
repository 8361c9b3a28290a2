/// Matrices in libigl's DMAT format.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <Eigen/Core>
#include <istream>
#include <sinew/mechanics/mesh/fail_at_word.hpp>
#include <string>

namespace sinew {

namespace detail {

static_assert(std::endian::native == std::endian::little);

struct DmatCounts {
    int columns = 0, rows = 0;
    Eigen::Index all() const { return Eigen::Index(columns) * rows; }
    std::string words() const { return fmt::format("{} columns of {} numbers", columns, rows); }
};

inline DmatCounts read_dmat_counts(TextLines& lines) {
    if (!lines.next_with_content(0)) lines.fail_at_end("columns and rows");
    std::string_view rest = lines.line();
    DmatCounts counts;
    const bool are_numbers =
        to_number(next_word(rest), counts.columns) && to_number(next_word(rest), counts.rows);
    if (!are_numbers || !next_word(rest).empty() || counts.columns < 0 || counts.rows < 0)
        lines.fail("the line has to hold two counts, of columns and of rows",
                   "a DMAT file begins with such a line: igl::writeDMAT makes one");
    return counts;
}

/// A matrix without numbers can still promise any number of columns, which its readers would walk.
inline void require_numbers(const DmatCounts& counts, const TextLines& lines) {
    if (counts.all() == 0)
        lines.fail(fmt::format("it promises an empty matrix, {}", counts.words()),
                   "a matrix has at least one column and one row: export it again");
}

/// So that no file can ask for more memory than its own size allows.
inline Eigen::Index bytes_left(std::istream& in) {
    const auto here = in.tellg();
    in.seekg(0, std::ios::end);
    const auto end = in.tellg();
    in.seekg(here);
    return Eigen::Index(end - here);
}

inline Eigen::MatrixXd read_dmat_text(std::istream& in, TextLines& lines,
                                      const DmatCounts& counts) {
    if (2 * counts.all() - 1 > bytes_left(in))
        lines.fail(fmt::format("it promises {}, for which the file is too short", counts.words()),
                   "it may have been cut off: copy or export it again");
    Eigen::MatrixXd matrix(counts.rows, counts.columns);
    Eigen::Index n = 0;
    while (lines.next_with_content(0)) {
        std::string_view rest = lines.line();
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
            if (n == counts.all())
                fail_at_word(
                    lines, word,
                    fmt::format("more numbers than the first line promises, {}", counts.words()),
                    "correct the first line, which says the columns and the rows, or take away "
                    "what does not belong there");
            double& entry = matrix.data()[n++];
            if (!to_number(word, entry))
                fail_at_word(lines, word, fmt::format("'{}' is no number", word),
                             "behind the first line stand numbers alone, column by column");
        }
    }
    if (n < counts.all())
        lines.fail(fmt::format("the first line promises {}, and {} are there", counts.words(), n),
                   "it may have been cut off: copy or export it again");
    return matrix;
}

inline Eigen::MatrixXd read_dmat_binary(std::istream& in, TextLines& lines,
                                        const DmatCounts& counts) {
    constexpr Eigen::Index each = sizeof(double);
    const Eigen::Index there = bytes_left(in);
    if (counts.all() != there / each || there % each != 0)
        lines.fail(fmt::format("{}, in binary, take {} bytes each, and {} are there for all",
                               counts.words(), each, there),
                   "it may have been cut off: copy or export it again");
    const Eigen::Index n_bytes = counts.all() * each;
    Eigen::MatrixXd matrix(counts.rows, counts.columns);
    in.read(reinterpret_cast<char*>(matrix.data()), n_bytes);
    return matrix;
}

}  // namespace detail

/// The first line is `columns rows`, then come the numbers, column by column. `0 0` there means
/// that columns and rows stand in the next line, and the numbers behind it as little-endian
/// doubles. The matrix has at least one of each. `name` is what messages call the file. Throws
/// InputError.
inline Eigen::MatrixXd read_dmat(std::istream& in, const std::string& name) {
    TextLines lines(in, name);
    detail::DmatCounts counts = detail::read_dmat_counts(lines);
    const bool is_binary = counts.columns == 0 && counts.rows == 0;
    if (is_binary) counts = detail::read_dmat_counts(lines);
    detail::require_numbers(counts, lines);
    return is_binary ? detail::read_dmat_binary(in, lines, counts)
                     : detail::read_dmat_text(in, lines, counts);
}

}  // namespace sinew
