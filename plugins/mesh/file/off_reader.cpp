#include <fmt/format.h>

#include <sinew/mechanics/mesh/text_lines.hpp>

#include "polygons.hpp"

namespace sinew {
namespace {

/// "OFF", perhaps with the counts on the same line.
std::string_view read_header(TextLines& lines) {
    if (!lines.next_with_content('#')) lines.fail_at_end("the word OFF");
    std::string_view rest = lines.line();
    const std::string_view word = next_word(rest);
    if (word.size() > 6 || !word.ends_with("OFF"))
        lines.fail("the file does not begin with the word OFF",
                   "write OFF (COFF, NOFF) on its first line, if it is Geomview's format");
    if (word.find('4') != std::string_view::npos || word.find('n') != std::string_view::npos)
        lines.fail(fmt::format("{} holds points that are not in three dimensions", word),
                   "export it with 3 coordinates a vertex: OFF, COFF or NOFF");
    if (trimmed(rest).starts_with("BINARY"))
        lines.fail("binary .off files are not read", "export it as text");
    return rest;
}

Points read_vertices(TextLines& lines, int n) {
    std::vector<double> x;
    for (int i = 0; i < n; ++i) {
        if (!lines.next_with_content('#'))
            lines.fail_at_end(fmt::format("vertex {} of {}", i + 1, n));
        std::string_view rest = lines.line();
        for (int c = 0; c < 3; ++c) {
            double value = 0;
            if (!to_number(next_word(rest), value))
                lines.fail(fmt::format("expected the 3 coordinates of vertex {} of {}", i + 1, n),
                           "for example 0.1 0.2 0.3; as many lines as the file promises hold "
                           "vertices, and faces come behind them");
            x.push_back(value);
        }
    }
    return Eigen::Map<Points>(x.data(), 3, n);
}

std::vector<int> read_face(TextLines& lines, int face, int n_faces, int n_vertices) {
    if (!lines.next_with_content('#'))
        lines.fail_at_end(fmt::format("face {} of {}", face + 1, n_faces));
    std::string_view rest = lines.line();
    std::int64_t size = 0;
    if (!to_number(next_word(rest), size) || size < 1)
        lines.fail("expected a face: how many vertices, then their numbers", "for example 3 0 1 2");
    std::vector<int> vertices;
    for (std::int64_t i = 0; i < size; ++i) {
        std::int64_t vertex = 0;
        if (!to_number(next_word(rest), vertex))
            lines.fail(fmt::format("expected the {} vertices of a face", size),
                       "their numbers, from 0 on, stand on the line of the face: 3 0 1 2");
        if (vertex < 0 || vertex >= n_vertices)
            lines.fail(fmt::format("there is no vertex {}", vertex),
                       fmt::format("vertices are 0 to {}", n_vertices - 1));
        vertices.push_back(static_cast<int>(vertex));
    }
    return vertices;
}

}  // namespace

Polygons read_off(std::istream& in, const std::string& name) {
    TextLines lines(in, name);
    std::string_view rest = read_header(lines);
    if (trimmed(rest).empty()) {
        if (!lines.next_with_content('#')) lines.fail_at_end("the numbers of vertices and faces");
        rest = lines.line();
    }
    const std::string_view first = next_word(rest), second = next_word(rest);
    if (first.empty() || second.empty())
        lines.fail("expected the numbers of vertices and faces", "for example 8 6 0");
    const int n_vertices = lines.count(first, "vertices", 6);
    const int n_faces = lines.count(second, "faces", 4);
    Polygons polygons;
    polygons.positions = read_vertices(lines, n_vertices);
    for (int f = 0; f < n_faces; ++f) {
        std::vector<int> face = read_face(lines, f, n_faces, n_vertices);
        if (face.size() > 2) polygons.faces.push_back(std::move(face));  // not points and lines
    }
    return polygons;
}

}  // namespace sinew
