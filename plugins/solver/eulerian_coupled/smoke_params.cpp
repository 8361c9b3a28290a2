#include "smoke_params.hpp"

#include <fmt/format.h>

#include <sinew/kernel/graph/build_context.hpp>

namespace sinew::eulerian {

namespace {

/// Calls visit(point) for the points of a lattice inside a shape.
template <class Visit>
void each_inside(const Shape& shape, const Lattice& lattice, Visit&& visit) {
    const Eigen::AlignedBox3d box = shape.box();
    for (Index k = 0; k < lattice.count[2]; ++k)
        for (Index j = 0; j < lattice.count[1]; ++j)
            for (Index i = 0; i < lattice.count[0]; ++i) {
                const Eigen::Vector3d x = lattice.position(i, j, k);
                if (box.contains(x) && shape.value(x) <= 0) visit(lattice.at(i, j, k));
            }
}

Index n_inside(const Shape& shape, const Lattice& lattice) {
    Index n = 0;
    each_inside(shape, lattice, [&](Index) { ++n; });
    return n;
}

void refuse_empty(const BuildContext& context, const std::string& name, const Shape& shape,
                  const Grid& grid) {
    if (n_inside(shape, grid.centres()) == 0)
        context.fail(context.at(name + ".shape"),
                     "the shape holds the centre of no cell of the grid",
                     "move it into the grid, make it larger, or the cells smaller");
}

}  // namespace

void SmokeParams::check(const BuildContext& context, const Grid& grid) const {
    for (std::size_t i = 0; i < initial.size(); ++i)
        refuse_empty(context, fmt::format("smoke.initial[{}]", i), initial[i].shape, grid);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const SmokeSource& source = sources[i];
        const std::string name = fmt::format("smoke.sources[{}]", i);
        refuse_empty(context, name, source.shape, grid);
        if (!source.density && !source.temperature && !source.velocity)
            context.fail(context.at(name), "the source prescribes nothing",
                         "give it a density, a temperature or a velocity");
        if (source.from && source.until && *source.from >= *source.until)
            context.fail(context.at(name + ".until"), "the source ends before it begins",
                         "let `until` be later than `from`");
    }
}

bool SmokeParams::changes_conditions() const {
    for (const SmokeSource& source : sources)
        if (source.velocity && (source.from || source.until || !source.velocity->is_constant()))
            return true;
    return false;
}

void SmokeParams::begin(const Grid& grid, Smoke& smoke) const {
    for (const SmokeCloud& cloud : initial)
        each_inside(cloud.shape, grid.centres(), [&](Index cell) {
            smoke.density()[cell] = cloud.density;
            smoke.temperature()[cell] = cloud.temperature;
        });
}

void SmokeParams::act(const Grid& grid, double t, Smoke& smoke) const {
    for (const SmokeSource& source : sources) {
        if (!source.active(t) || (!source.density && !source.temperature)) continue;
        each_inside(source.shape, grid.centres(), [&](Index cell) {
            if (source.density) smoke.density()[cell] = *source.density;
            if (source.temperature) smoke.temperature()[cell] = *source.temperature;
        });
    }
}

void SmokeParams::add_conditions(const Grid& grid, double t, NodeConditions& conditions) const {
    const std::vector<std::uint8_t> by_walls = conditions.held;
    for (const SmokeSource& source : sources) {
        if (!source.active(t) || !source.velocity) continue;
        const Eigen::Vector3d velocity = source.velocity->at(t);
        each_inside(source.shape, grid.nodes(), [&](Index node) {
            for (int axis = 0; axis < 3; ++axis)
                if (!(by_walls[std::size_t(node)] >> axis & 1))
                    conditions.hold(node, axis, velocity[axis]);
        });
    }
}

}  // namespace sinew::eulerian
