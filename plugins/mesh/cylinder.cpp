/// A round bar along z.
///
/// The cross-section is a square core of around/4 x around/4 cells, bulged halfway to a disc so
/// that no cell becomes pointed, and `radial` rings of cells from it to the circle; nodes on the
/// circle are at equal angles. Tetrahedra are cut from prisms (two a cell), diagonals of upright
/// sides rising from the smaller node number to the larger, so that neighbours agree (Dompierre et
/// al. 1999). Curved sides are approximated by straight ones, in tet10 too.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/element_names.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/mesh/mesh_memory.hpp>

namespace sinew {

class Cylinder final : public MeshSource {
public:
    struct Params {
        double radius = 0.5;
        double height = 1;
        int around = 16;
        int radial = 2;
        int along = 8;
        ElementType element = ElementType::tet4;
        Eigen::Vector3d origin = Eigen::Vector3d::Zero();

        static constexpr auto fields = std::tuple{
            field("radius", &Params::radius, unit::m, positive, "Radius").required(),
            field("height", &Params::height, unit::m, positive, "Length along z").required(),
            field("around", &Params::around, from_to(4, 10000),
                  "Cells around the circle, a multiple of 4"),
            field("radial", &Params::radial, from_to(1, 10000), "Rings of cells around the core"),
            field("along", &Params::along, from_to(1, 100000), "Cells along z"),
            field("element", &Params::element, "Kind of element"),
            field("origin", &Params::origin, unit::m, "Centre of the lower end"),
        };
    };

    Cylinder(const Params& params, BuildContext& context)
        : MeshSource("the cylinder", context.where()), p_(params), n_(params.around / 4) {
        if (params.around % 4 != 0)
            context.fail(context.at("around"),
                         fmt::format("around: {} is not a multiple of 4", params.around),
                         fmt::format("take {} or {}", 4 * n_, 4 * (n_ + 1)));
        const double cells =
            (double(n_) * n_ + double(params.around) * params.radial) * params.along;
        if (cells > 1e8)
            context.fail(fmt::format("{:.0f} cells are more than a mesh can have", cells),
                         "at most 1e8; choose fewer around, radial or along");
        const double nodes = cells * (params.along + 1) / params.along;
        require_memory(
            {cells, nodes, params.element == ElementType::hex8 ? 1.0 : 6.0, params.element},
            "`around`, `radial` and `along`");
    }

protected:
    MeshData generate() const override {
        const Section section = cross_section();
        VolumeMesh mesh = p_.element == ElementType::hex8 ? hexahedra(section) : tets(section);
        mesh.positions = extruded(section);
        if (p_.element == ElementType::tet10) mesh = to_tet10(mesh);
        return {std::move(mesh), {}, {}};
    }

private:
    /// Quadrilaterals in the plane z = 0, counter-clockwise.
    struct Section {
        Eigen::Matrix2Xd points;
        std::vector<std::array<int, 4>> quads;
    };

    /// Position of the core's grid point (s, t) in [-1, 1]^2, as a fraction of the radius.
    static Eigen::Vector2d core(double s, double t) {
        // Tangents put points of the border at equal angles.
        const Eigen::Vector2d square(std::tan(std::numbers::pi / 4 * s),
                                     std::tan(std::numbers::pi / 4 * t));
        const double r = square.norm();
        const double disc = r > 0 ? square.cwiseAbs().maxCoeff() / r : 1;
        return 0.5 * (0.5 + 0.5 * disc) * square;
    }

    /// Number of the core's node at step i along its border, counter-clockwise from its corner.
    int border(int i) const {
        const int side = i / n_ % 4, j = i % n_, row = n_ + 1;
        switch (side) {
            case 0:
                return j;
            case 1:
                return n_ + row * j;
            case 2:
                return n_ - j + row * n_;
            default:
                return row * (n_ - j);
        }
    }

    Section cross_section() const {
        const int row = n_ + 1, n_core = row * row;
        Section section;
        section.points.resize(2, n_core + p_.around * p_.radial);
        for (int j = 0; j <= n_; ++j)
            for (int i = 0; i <= n_; ++i)
                section.points.col(i + row * j) = core(2.0 * i / n_ - 1, 2.0 * j / n_ - 1);
        const auto node = [&](int layer, int i) {
            return layer == 0 ? border(i) : n_core + p_.around * (layer - 1) + i % p_.around;
        };
        for (int i = 0; i < p_.around; ++i) {
            const double angle = 2 * std::numbers::pi * (double(i) / p_.around - 0.375);
            const Eigen::Vector2d on_circle(std::cos(angle), std::sin(angle));
            const Eigen::Vector2d on_core = section.points.col(border(i));
            for (int layer = 1; layer <= p_.radial; ++layer) {
                const double f = double(layer) / p_.radial;
                section.points.col(node(layer, i)) = (1 - f) * on_core + f * on_circle;
            }
        }
        section.points *= p_.radius;

        for (int j = 0; j < n_; ++j)
            for (int i = 0; i < n_; ++i) {
                const int a = i + row * j;
                section.quads.push_back({a, a + 1, a + 1 + row, a + row});
            }
        for (int layer = 0; layer < p_.radial; ++layer)
            for (int i = 0; i < p_.around; ++i)
                section.quads.push_back({node(layer, i), node(layer + 1, i), node(layer + 1, i + 1),
                                         node(layer, i + 1)});
        return section;
    }

    Points extruded(const Section& section) const {
        const Eigen::Index n = section.points.cols();
        Points points(3, n * (p_.along + 1));
        for (int k = 0; k <= p_.along; ++k) {
            points.block(0, n * k, 2, n) = section.points;
            points.row(2).segment(n * k, n).setConstant(p_.height * k / p_.along);
        }
        return points.colwise() + p_.origin;
    }

    VolumeMesh hexahedra(const Section& section) const {
        VolumeMesh mesh;
        mesh.type = ElementType::hex8;
        mesh.elements.resize(8, static_cast<Eigen::Index>(section.quads.size()) * p_.along);
        const auto n = static_cast<int>(section.points.cols());
        Eigen::Index e = 0;
        for (int k = 0; k < p_.along; ++k)
            for (const auto& quad : section.quads) {
                for (int a = 0; a < 4; ++a) {
                    mesh.elements(a, e) = quad[static_cast<std::size_t>(a)] + n * k;
                    mesh.elements(4 + a, e) = quad[static_cast<std::size_t>(a)] + n * (k + 1);
                }
                ++e;
            }
        return mesh;
    }

    VolumeMesh tets(const Section& section) const {
        VolumeMesh mesh;
        mesh.elements.resize(4, static_cast<Eigen::Index>(section.quads.size()) * p_.along * 6);
        const auto n = static_cast<int>(section.points.cols());
        Eigen::Index t = 0;
        for (int k = 0; k < p_.along; ++k)
            for (const auto& q : section.quads)
                for (std::array<int, 3> v : {std::array{q[0], q[1], q[2]}, {q[0], q[2], q[3]}}) {
                    // Turned so that the smallest comes first; then a swap of the others mirrors.
                    std::rotate(v.begin(), std::min_element(v.begin(), v.end()), v.end());
                    const bool mirrored = v[1] > v[2];
                    if (mirrored) std::swap(v[1], v[2]);
                    const int a = v[0] + n * k, b = v[1] + n * k, c = v[2] + n * k;
                    mesh.elements.col(t++) << a, b, c, c + n;
                    mesh.elements.col(t++) << a, b, c + n, b + n;
                    mesh.elements.col(t++) << a, b + n, c + n, a + n;
                    if (mirrored)
                        for (Eigen::Index i = t - 3; i < t; ++i)
                            std::swap(mesh.elements(0, i), mesh.elements(1, i));
                }
        return mesh;
    }

    Params p_;
    int n_;  ///< cells along a side of the core
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Cylinder, "mesh/cylinder", "Round bar along z")
