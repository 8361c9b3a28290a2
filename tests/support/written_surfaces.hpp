/// Small surfaces as texts of .obj files, whole and broken.
#pragma once

#include <array>
#include <string>

namespace sinew::test {

/// Corners of the unit cube's twelve triangles, counted from 0: x runs fastest, then y, then z.
inline constexpr std::array<std::array<int, 3>, 12> cube_faces{{{0, 2, 1},
                                                                {1, 2, 3},
                                                                {0, 1, 4},
                                                                {1, 5, 4},
                                                                {2, 6, 3},
                                                                {3, 6, 7},
                                                                {0, 4, 2},
                                                                {2, 4, 6},
                                                                {1, 3, 5},
                                                                {3, 7, 5},
                                                                {4, 5, 6},
                                                                {5, 7, 6}}};

/// The eight corners of a unit cube that is moved by x along x.
inline std::string cube_corners(double x) {
    std::string text;
    for (int i = 0; i < 8; ++i)
        text += "v " + std::to_string(x + (i & 1)) + " " + std::to_string((i >> 1) & 1) + " " +
                std::to_string((i >> 2) & 1) + "\n";
    return text;
}

/// A triangle of it; `first` is the number of the cube's first corner in the file.
inline std::string cube_face(const std::array<int, 3>& face, int first, bool turned = false) {
    return "f " + std::to_string(face[0] + first) + " " +
           std::to_string(face[turned ? 2 : 1] + first) + " " +
           std::to_string(face[turned ? 1 : 2] + first) + "\n";
}

/// A unit cube of twelve triangles, moved along x, with the number of its first corner.
inline std::string cube(double x = 0, int first = 1) {
    std::string text = cube_corners(x);
    for (const auto& face : cube_faces) text += cube_face(face, first);
    return text;
}

/// The same without half of its lid.
inline std::string open_cube() {
    const std::string text = cube();
    return text.substr(0, text.rfind("f "));
}

/// Two unit cubes without their lids that cross each other, every third triangle turned inside out.
inline std::string open_boxes() {
    std::string text = cube_corners(0) + cube_corners(0.5);
    for (const int first : {1, 9})
        for (std::size_t t = 0; t < 10; ++t) text += cube_face(cube_faces[t], first, t % 3 == 0);
    return text;
}

/// `mesh:` of a scene that fills what `surface` gives with edges of that length.
inline std::string filled(const std::string& surface, const std::string& size) {
    return "{type: tetrahedralize, surface: " + surface + ", size: {surface: " + size + "}}";
}

/// The projective plane of ten triangles: closed, a manifold, and of one side alone.
inline constexpr const char* one_sided =
    "v 0 0 0.5\nv 1 0 0\nv 0.3 1 0\nv -0.8 0.6 0\nv -0.8 -0.6 0\nv 0.3 -1 0\n"
    "f 1 2 3\nf 1 3 4\nf 1 4 5\nf 1 5 6\nf 1 6 2\n"
    "f 2 3 5\nf 3 4 6\nf 4 5 2\nf 5 6 3\nf 6 2 4\n";

}  // namespace sinew::test
