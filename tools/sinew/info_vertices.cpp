#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sinew/mechanics/mesh/text_lines.hpp>
#include <vector>

#include "info_files.hpp"

namespace sinew::tools {

void print_vertex_list(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    TextLines lines(stream, file.string());
    std::vector<int> numbers;
    while (lines.next_with_content('#')) {
        std::string_view rest = lines.line();
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest))
            if (!to_number(word, numbers.emplace_back()) || numbers.back() < 1)
                lines.fail(fmt::format("expected numbers of vertices, got '{}'", word),
                           "a .bou file holds numbers that count from 1, with commas");
    }
    std::cout << fmt::format("{}: vertices of a Vega mesh, for `fixed:` of mesh/vega\n",
                             file.string());
    const std::size_t n_written = numbers.size();
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::cout << fmt::format("  vertices  {}", numbers.size());
    if (!numbers.empty())
        std::cout << fmt::format(", from {} to {} (counted from 1)", numbers.front(),
                                 numbers.back());
    if (numbers.size() < n_written)
        std::cout << fmt::format("; {} are written twice", n_written - numbers.size());
    std::cout << "\n";
}

}  // namespace sinew::tools
