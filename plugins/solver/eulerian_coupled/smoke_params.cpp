#include "smoke_params.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sinew/kernel/graph/build_context.hpp>

namespace sinew::eulerian {

namespace {

/// Calls visit(point) for the points of a lattice inside a shape that has moved by `offset`.
template <class Visit>
void each_inside(const Shape& shape, const Eigen::Vector3d& offset, const Lattice& lattice,
                 Visit&& visit) {
    const Eigen::AlignedBox3d box = shape.box().translated(offset);
    std::array<Index, 3> first, last;
    for (std::size_t a = 0; a < 3; ++a) {
        const auto index_at = [&](double x) {
            return std::clamp((x - lattice.origin[Index(a)]) / lattice.spacing, -1.0,
                              double(lattice.count[a]));
        };
        first[a] = std::max<Index>(Index(std::floor(index_at(box.min()[Index(a)]))), 0);
        last[a] = std::min(Index(std::ceil(index_at(box.max()[Index(a)]))), lattice.count[a] - 1);
    }
    for (Index k = first[2]; k <= last[2]; ++k)
        for (Index j = first[1]; j <= last[1]; ++j)
            for (Index i = first[0]; i <= last[0]; ++i)
                if (shape.value(lattice.position(i, j, k) - offset) <= 0)
                    visit(lattice.at(i, j, k));
}

void refuse_empty(const BuildContext& context, const std::string& name, const Shape& shape,
                  const Eigen::Vector3d& offset, const Lattice& lattice, const char* points) {
    Index n = 0;
    each_inside(shape, offset, lattice, [&](Index) { ++n; });
    if (n == 0)
        context.fail(context.at(name + ".shape"),
                     fmt::format("the shape holds {} of the grid", points),
                     "move it into the grid, make it larger, or the cells smaller");
}

}  // namespace

void SmokeParams::check(BuildContext& context, const Grid& grid) const {
    for (std::size_t i = 0; i < initial.size(); ++i) {
        const std::string name = fmt::format("smoke.initial[{}]", i);
        refuse_empty(context, name, initial[i].shape, Eigen::Vector3d::Zero(), grid.centres(),
                     "the centre of no cell");
        if (!initial[i].density && !initial[i].temperature)
            context.fail(context.at(name), "the shape is given neither smoke nor heat",
                         "give it a density or a temperature");
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const SmokeSource& source = sources[i];
        const std::string name = fmt::format("smoke.sources[{}]", i);
        const bool moves_fluid = source.solid || source.velocity;
        if (!source.density && !source.temperature && !moves_fluid)
            context.fail(context.at(name), "the source prescribes nothing",
                         "give it a density, a temperature or a velocity, or solid: true");
        if (source.solid && source.velocity)
            context.fail(context.at(name + ".velocity"),
                         "the fluid in a solid moves as the shape does",
                         "leave `velocity` out, and give the shape an `offset` that changes");
        const Eigen::Vector3d offset = source.offset.at(source.from.value_or(0));
        if (moves_fluid) refuse_empty(context, name, source.shape, offset, grid.nodes(), "no node");
        if (source.density || source.temperature)
            refuse_empty(context, name, source.shape, offset, grid.centres(),
                         "the centre of no cell");
        ActiveWindow::check(source, context, name);
    }
}

std::optional<std::size_t> SmokeParams::source_at(const Grid& grid,
                                                  const std::vector<std::uint8_t>& nodes) const {
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (sources[i].solid || !sources[i].active(0)) continue;
        bool holds_one = false;
        each_inside(sources[i].shape, sources[i].offset.at(0), grid.nodes(),
                    [&](Index node) { holds_one = holds_one || nodes[std::size_t(node)]; });
        if (holds_one) return i;
    }
    return {};
}

bool SmokeParams::changes_conditions() const {
    for (const SmokeSource& source : sources)
        if ((source.velocity && !source.velocity->is_constant()) ||
            ((source.velocity || source.solid) &&
             (source.from || source.until || !source.offset.is_constant())))
            return true;
    return false;
}

double SmokeParams::largest_velocity(double t) const {
    double largest = 0;
    for (const SmokeSource& source : sources)
        if (const auto velocity = source.velocity_at(t); velocity && source.active(t))
            largest = std::max(largest, velocity->cwiseAbs().maxCoeff());
    return largest;
}

void SmokeParams::begin(const Grid& grid, Smoke& smoke) const {
    for (const SmokeCloud& cloud : initial)
        each_inside(cloud.shape, Eigen::Vector3d::Zero(), grid.centres(), [&](Index cell) {
            if (cloud.density) smoke.density()[cell] = *cloud.density;
            if (cloud.temperature) smoke.temperature()[cell] = *cloud.temperature;
        });
}

void SmokeParams::act(const Grid& grid, double t, Smoke& smoke) const {
    for (const SmokeSource& source : sources) {
        if (!source.active(t) || (!source.density && !source.temperature)) continue;
        each_inside(source.shape, source.offset.at(t), grid.centres(), [&](Index cell) {
            if (source.density) smoke.density()[cell] = *source.density;
            if (source.temperature) smoke.temperature()[cell] = *source.temperature;
        });
    }
}

void SmokeParams::add_conditions(const Grid& grid, double t, NodeConditions& conditions) const {
    const std::vector<std::uint8_t> by_walls = conditions.prescribed;
    for (const SmokeSource& source : sources) {
        const std::optional<Eigen::Vector3d> velocity = source.velocity_at(t);
        if (!source.active(t) || !velocity) continue;
        each_inside(source.shape, source.offset.at(t), grid.nodes(), [&](Index node) {
            for (int axis = 0; axis < 3; ++axis)
                if (!(by_walls[std::size_t(node)] >> axis & 1))
                    conditions.prescribe(node, axis, (*velocity)[axis]);
        });
    }
}

}  // namespace sinew::eulerian
