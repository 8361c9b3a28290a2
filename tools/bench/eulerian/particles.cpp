/// What particles that are kept, or made anew each step, leave of a wave.

#include <fmt/format.h>

#include <array>
#include <numbers>
#include <sinew/mechanics/eulerian/flip_particles.hpp>

#include "kit/scene_body.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

constexpr std::array wave_lengths{8, 16, 32};  // cells
constexpr int steps = 48;

/// A cube of 2 m, all of whose cells of 0.1 m are a solid.
class FullGrid {
public:
    FullGrid()
        : body_(
              "mesh: {type: box, size: [3, 3, 3], origin: [-0.5, -0.5, -0.5], cells: [2, 2, 2], "
              "element: hex8}\nmaterial: {type: neo_hookean, young: 1 kPa, poisson: 0.3}\n"),
          law_(body_.body().material->bind(body_.mesh())),
          shape_(body_.mesh(), body_.body().skin, grid_.spacing / 2),
          cells_(grid_, body_.body(), *law_, shape_),
          box_{{0, 0, 0}, grid_.nodes().count},
          at_rest_(grid_.nodes().size()) {
        cells_.find(box_, at_rest_, std::vector<std::uint8_t>(std::size_t(at_rest_.size()), 1));
    }

    /// The amplitude of v_x = sin(2 pi y / length) [m/s] that is left of 1 when particles have
    /// taken it and given it back in each step, nothing else acting.
    double wave_left(double length, bool is_kept) const {
        const Lattice nodes = grid_.nodes();
        VectorField v(nodes.size());
        Vector wave(nodes.size()), weights;
        each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
            wave[node] = std::sin(2 * std::numbers::pi * nodes.position(at)[1] / length);
        });
        v[0] = wave;
        FlipParticles particles(grid_);
        for (int step = 0; step < steps; ++step) {
            if (!is_kept) particles = FlipParticles(grid_);
            if (!is_kept || step == 0) particles.renew(box_, cells_, shape_, at_rest_, v);
            particles.take(box_, v, v);
            particles.rasterize(box_, v, weights);
        }
        return wave.dot(v[0]) / wave.squaredNorm();
    }

    const Grid& grid() const { return grid_; }

private:
    Grid grid_{{0, 0, 0}, 0.1, {20, 20, 20}};
    SceneBody body_;
    std::unique_ptr<const PointLaw> law_;
    MaterialShape shape_;
    SolidCells cells_;
    NodeBox box_;
    VectorField at_rest_;
};

json measure(const Settings&) {
    const FullGrid full;
    json result;
    for (const int cells : wave_lengths)
        for (const bool is_kept : {true, false})
            result[is_kept ? "kept" : "renewed"].push_back(
                full.wave_left(cells * full.grid().spacing, is_kept));
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    const json& run = runs.front();
    report.text(fmt::format(
        "A shear wave in a solid that fills its grid: the part of its amplitude that is left after "
        "{} steps of velocities from the nodes to 8 to 16 FLIP particles a cell and back.",
        steps));
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < wave_lengths.size(); ++i)
        rows.push_back({fmt::format("{} cells", wave_lengths[i]), number(run.at("kept")[i]),
                        number(run.at("renewed")[i])});
    report.table({"wavelength", "particles kept", "made anew each step"}, rows);
}

}  // namespace

Table eulerian_particles_table() {
    return {"particles", "Particles kept and made anew", 1, measure, write};
}

}  // namespace sinew::bench
