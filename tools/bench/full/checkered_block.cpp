#include "checkered_block.hpp"

#include <fmt/format.h>

#include <array>

namespace sinew::bench {

namespace {

/// Corners of a cell by their bits x, y, z: the five tetrahedra of one whose position is even. The
/// others are mirrored, so that faces of neighbours have the same diagonal.
constexpr std::array<std::array<int, 4>, 5> tetrahedra{
    {{0, 1, 2, 4}, {3, 2, 1, 7}, {5, 4, 7, 1}, {6, 7, 4, 2}, {1, 2, 4, 7}}};

}  // namespace

std::string checkered_block(int n) {
    constexpr int n_parts = 4;
    std::string file = "*NODE\n";
    const auto node = [&](int i, int j, int k) { return 1 + i + (n + 1) * (j + (n + 1) * k); };
    for (int k = 0; k <= n; ++k)
        for (int j = 0; j <= n; ++j)
            for (int i = 0; i <= n; ++i)
                fmt::format_to(std::back_inserter(file), "{}, {}, {}, {}\n", node(i, j, k),
                               double(i) / n, double(j) / n, double(k) / n);
    int element = 0;
    for (const int wanted : {0, 1}) {
        file += fmt::format("*ELEMENT, TYPE=C3D4, ELSET={}\n", wanted ? "hard" : "soft");
        for (int k = 0; k < n; ++k)
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < n; ++i) {
                    const int part = i * n_parts / n + j * n_parts / n + k * n_parts / n;
                    if (part % 2 != wanted) continue;
                    const bool is_mirrored = (i + j + k) % 2 != 0;
                    const auto corner = [&](int bits) {
                        const int x = is_mirrored ? 1 - (bits & 1) : bits & 1;
                        return node(i + x, j + ((bits >> 1) & 1), k + (bits >> 2));
                    };
                    for (auto [a, b, c, d] : tetrahedra) {
                        if (is_mirrored) std::swap(c, d);
                        fmt::format_to(std::back_inserter(file), "{}, {}, {}, {}, {}\n", ++element,
                                       corner(a), corner(b), corner(c), corner(d));
                    }
                }
    }
    return file;
}

}  // namespace sinew::bench
