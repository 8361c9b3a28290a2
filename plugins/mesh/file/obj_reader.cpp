#include <fmt/format.h>

#include <limits>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/mesh/text_lines.hpp>

#include "polygons.hpp"

namespace sinew {
namespace {

/// "7", "7/1", "7//3" or "-2": the number of a vertex, from 0.
int read_vertex(TextLines& lines, std::string_view word, int n_vertices) {
    std::int64_t vertex = 0;
    if (!to_number(word.substr(0, word.find('/')), vertex) || vertex == 0)
        lines.fail(fmt::format("expected a vertex of a face, got '{}'", word.substr(0, 40)),
                   "for example f 1 2 3 or f 1/1/1 2/2/1 3/3/1");
    const std::int64_t index = vertex > 0 ? vertex - 1 : n_vertices + vertex;
    if (index < 0 || index >= std::numeric_limits<int>::max())
        lines.fail(fmt::format("there is no vertex {}", vertex),
                   fmt::format("{} vertices stand above this line", n_vertices));
    return static_cast<int>(index);
}

}  // namespace

Polygons read_obj(std::istream& in, const std::string& name) {
    TextLines lines(in, name);
    Polygons polygons;
    std::vector<double> x;
    int largest = -1, line_of_largest = 0, n_known = 0;
    while (lines.next_with_content('#')) {
        std::string_view rest = lines.line();
        const std::string_view word = next_word(rest);
        if (word == "v") {
            for (int c = 0; c < 3; ++c) {
                double value = 0;
                if (!to_number(next_word(rest), value))
                    lines.fail("expected a vertex: v and 3 coordinates",
                               "for example v 0.1 0.2 0.3");
                x.push_back(value);
            }
            if (x.size() / 3 > std::size_t(std::numeric_limits<int>::max()))
                lines.fail("more than 2147483647 vertices", "take a coarser surface");
        } else if (word == "f") {
            std::vector<int> face;
            for (std::string_view v = next_word(rest); !v.empty(); v = next_word(rest)) {
                if (v == "\\") {  // the face goes on
                    if (!lines.next_with_content('#')) lines.fail_at_end("the rest of a face");
                    rest = lines.line();
                    continue;
                }
                face.push_back(read_vertex(lines, v, static_cast<int>(x.size() / 3)));
                if (face.back() > largest) {
                    largest = face.back();
                    line_of_largest = lines.number();
                }
            }
            if (face.size() < 3)
                lines.fail("a face of fewer than 3 vertices",
                           "points and lines are written as p and l, which are skipped");
            polygons.faces.push_back(std::move(face));
        }
        for (const char* known :
             {"v", "vt", "vn", "vp", "f", "l", "p", "g", "o", "s", "usemtl", "mtllib"})
            n_known += word == known;
    }
    if (n_known == 0)
        throw InputError(Diagnostic::error(fmt::format("{} holds nothing of an .obj file", name))
                             .remedy("is it Wavefront's .obj format?"));
    const auto n_vertices = static_cast<int>(x.size() / 3);
    if (largest >= n_vertices)
        throw InputError(
            Diagnostic::error(fmt::format("{}: line {} names vertex {}, but there are {}", name,
                                          line_of_largest, largest + 1, n_vertices))
                .remedy("the file may have been cut off: copy or export it again"));
    polygons.positions = Eigen::Map<Points>(x.data(), 3, n_vertices);
    return polygons;
}

}  // namespace sinew
