#include "velocity_system.hpp"

#include <algorithm>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/math/inverse_of_positive.hpp>

namespace sinew {

VelocitySystem::VelocitySystem(const Grid& grid, const Settings& settings)
    : grid_(grid),
      settings_(settings),
      unknown_(std::size_t(grid.nodes().size()), -1),
      tangent_(grid) {}

void VelocitySystem::begin(const Vector& masses, const NodeConditions& conditions, double dt) {
    for (const Index node : nodes_) unknown_[std::size_t(node)] = -1;
    nodes_.clear();
    n_solid_ = 0;
    parts_.clear();
    for (auto& group : edges_) group.clear();
    node_damping_.resize(0);
    all_masses_.assign(masses.begin(), masses.end());
    conditions_ = &conditions;
    dt_ = dt;
}

void VelocitySystem::add_node(Index node) {
    int& number = unknown_[std::size_t(node)];
    if (number >= 0) return;
    number = int(nodes_.size());
    nodes_.push_back(node);
}

void VelocitySystem::add(const NodeBox& box, const SolidCells& solid, bool is_implicit) {
    const Lattice in_box = box.lattice(grid_), nodes = grid_.nodes();
    const std::array<Index, 8> corners = corner_offsets(nodes);
    Part part{&solid, factor_of_stiffness(is_implicit), {}};
    part.corners.reserve(solid.cells().size());
    for (const SolidCell& cell : solid.cells()) {
        const Index low = box.in_grid(nodes, cell.at);
        std::array<Index, 8>& numbers = part.corners.emplace_back();
        for (std::size_t a = 0; a < 8; ++a) {
            add_node(low + corners[a]);
            numbers[a] = unknown_[std::size_t(low + corners[a])];
        }
    }
    n_solid_ = nodes_.size();
    parts_.push_back(std::move(part));
    node_damping_.conservativeResizeLike(Vector::Zero(Index(nodes_.size())));
    each_point(in_box, [&](Index node, const std::array<Index, 3>& at) {
        const int number = unknown_[std::size_t(box.in_grid(nodes, at))];
        if (number >= 0)
            node_damping_[number] += dt_ * settings_.mass_damping * solid.masses()[node];
    });
}

void VelocitySystem::add_viscosity(double mu, const Vector& fluid_parts) {
    const Lattice nodes = grid_.nodes(), cells = grid_.centres();
    const double of_cell = dt_ * mu * grid_.spacing / 4;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (Index node = 0; node < nodes.size(); ++node) {
            const std::array<Index, 3> at = nodes.indices(node);
            if (at[axis] == grid_.cells[axis]) continue;
            double part = 0;
            for (Index side = 0; side < 4; ++side) {
                std::array<Index, 3> cell = at;
                cell[u] -= side & 1;
                cell[v] -= side >> 1;
                if (cell[u] < 0 || cell[v] < 0 || cell[u] >= grid_.cells[u] ||
                    cell[v] >= grid_.cells[v])
                    continue;
                part += fluid_parts[cells.at(cell[0], cell[1], cell[2])];
            }
            if (part <= 0) continue;
            const Index next = node + nodes.stride(int(axis));
            add_node(node);
            add_node(next);
            edges_[2 * axis + std::size_t(at[axis] % 2)].push_back(
                {unknown_[std::size_t(node)], unknown_[std::size_t(next)], of_cell * part});
        }
    }
}

void VelocitySystem::finish() {
    const auto n = Index(nodes_.size());
    mass_.resize(3 * n);
    free_.resize(3 * n);
    mass_damping_.setZero(3 * n);
    for (Index i = 0; i < n; ++i)
        for (int axis = 0; axis < 3; ++axis) {
            const Index node = nodes_[std::size_t(i)];
            mass_[3 * i + axis] = all_masses_[std::size_t(node)];
            if (i < node_damping_.size()) mass_damping_[3 * i + axis] = node_damping_[i];
            free_[3 * i + axis] = conditions_->is_prescribed(node, axis) ? 0 : 1;
        }
    if (settings_.linear) return assemble();
    Vector diagonal = mass_ + mass_damping_;
    for (const Part& part : parts_) {
        if (part.factor == 0) continue;
        for (std::size_t c = 0; c < part.corners.size(); ++c)
            for (std::size_t a = 0; a < 8; ++a)
                for (int axis = 0; axis < 3; ++axis) {
                    const Index row = Index(3 * a) + axis;
                    diagonal[3 * part.corners[c][a] + axis] +=
                        part.factor * double(part.solid->stiffness()[c](row, row));
                }
    }
    for (const auto& group : edges_)
        for (const Edge& edge : group)
            for (int axis = 0; axis < 3; ++axis) {
                diagonal[3 * edge.from + axis] += edge.conductance;
                diagonal[3 * edge.to + axis] += edge.conductance;
            }
    inverse_diagonal_ = inverse_of_positive(diagonal);
}

void VelocitySystem::assemble() {
    tangent_.begin(nodes_, n_solid_, unknown_);
    tangent_.add_diagonal(mass_ + mass_damping_);
    for (const Part& part : parts_)
        if (part.factor > 0) tangent_.add(*part.solid, part.factor, part.corners);
    for (const auto& group : edges_)
        for (const Edge& edge : group) tangent_.add_edge(edge.from, edge.to, edge.conductance);
}

void VelocitySystem::prepare_linear() {
    fixed_.fixed.resize(std::size_t(free_.size()));
    fixed_.n_free = 0;
    ++fixed_.revision;
    for (Index i = 0; i < free_.size(); ++i) {
        fixed_.fixed[std::size_t(i)] = free_[i] == 0;
        fixed_.n_free += free_[i] != 0;
    }
    if (fixed_.n_free == 0) return;
    if (const Event event = settings_.linear->prepare(tangent_, fixed_))
        throw ComputationError("the velocities of the solids cannot be found: " + event.describe(),
                               "take smaller substeps, or velocities.method: jacobi");
}

ConjugateResiduals::Outcome VelocitySystem::solve_linear(const Vector& b, Vector& x,
                                                         double tolerance) {
    ConjugateResiduals::Outcome outcome;
    outcome.converged = true;
    x.setZero(b.size());
    const double size = blocked_norm(b);
    if (size == 0 || fixed_.n_free == 0) return outcome;
    const LinearOutcome solved = settings_.linear->solve(b, x, tolerance);
    Vector rest;
    tangent_.apply(x, rest);
    rest = free_.cwiseProduct(b - rest);
    outcome.iterations = solved.iterations;
    outcome.residual = blocked_norm(rest) / size;
    // An iterative solver may measure otherwise.
    constexpr double slack = 3;
    outcome.converged = !solved.event && outcome.residual <= slack * tolerance;
    return outcome;
}

Vector VelocitySystem::gathered(const VectorField& field) const {
    Vector values(3 * Index(nodes_.size()));
    parallel_for(Index(nodes_.size()), [&](Index i) {
        for (int axis = 0; axis < 3; ++axis)
            values[3 * i + axis] = field[axis][nodes_[std::size_t(i)]];
    });
    return values;
}

void VelocitySystem::apply_forces(const Vector& x, Vector& y) {
    y = mass_damping_.cwiseProduct(x);
    for (const Part& part : parts_) {
        if (part.factor == 0) continue;
        for (std::size_t group = 0; group < 8; ++group) {
            const std::size_t first = part.solid->first_of_group(group);
            const std::size_t last = part.solid->first_of_group(group + 1);
            parallel_for_if(last - first > 64, last - first, [&](std::size_t n) {
                const std::size_t c = first + n;
                const std::array<Index, 8>& corners = part.corners[c];
                // Without the mean, of which K sees nothing.
                Eigen::Matrix<double, 3, 8> v;
                for (std::size_t a = 0; a < 8; ++a) v.col(Index(a)) = x.segment<3>(3 * corners[a]);
                v.colwise() -= v.rowwise().mean().eval();
                const Eigen::Matrix<float, 24, 1> of_cell =
                    part.solid->stiffness()[c] *
                    Eigen::Map<const Eigen::Matrix<double, 24, 1>>(v.data()).cast<float>();
                Eigen::Matrix<double, 3, 8> f =
                    Eigen::Map<const Eigen::Matrix<float, 3, 8>>(of_cell.data()).cast<double>();
                f.colwise() -= f.rowwise().mean().eval();
                for (std::size_t a = 0; a < 8; ++a)
                    y.segment<3>(3 * corners[a]) += part.factor * f.col(Index(a));
            });
        }
    }
    for (const auto& group : edges_)
        parallel_for(Index(group.size()), [&](Index n) {
            const Edge& edge = group[std::size_t(n)];
            const Eigen::Vector3d flow =
                edge.conductance * (x.segment<3>(3 * edge.from) - x.segment<3>(3 * edge.to));
            y.segment<3>(3 * edge.from) += flow;
            y.segment<3>(3 * edge.to) -= flow;
        });
}

void VelocitySystem::apply(const Vector& x, Vector& y) {
    apply_forces(x, y);
    parallel_for(x.size(), [&](Index i) { y[i] = free_[i] * (y[i] + mass_[i] * x[i]); });
}

ConjugateResiduals::Outcome VelocitySystem::solve(const Vector& b, Vector& x, double tolerance) {
    if (settings_.linear) return solve_linear(b, x, tolerance);
    return residuals_.solve(
        [this](const Vector& p, Vector& y) { apply(p, y); },
        [this](const Vector& r, Vector& z) { z = inverse_diagonal_.cwiseProduct(r); }, b, x,
        tolerance, settings_.max_iterations);
}

ConjugateResiduals::Outcome VelocitySystem::step(const VectorField& f, VectorField& v) {
    const Vector before = gathered(v);
    // Where G is the mass alone.
    parallel_for(v.size(), [&](Index node) {
        const double mass = all_masses_[std::size_t(node)];
        if (unknown_[std::size_t(node)] >= 0 || !(mass > 0)) return;
        for (int axis = 0; axis < 3; ++axis)
            if (!conditions_->is_prescribed(node, axis))
                v[axis][node] += dt_ * f[axis][node] / mass;
    });
    if (settings_.linear) {
        tangent_.apply(before, rhs_);
        rhs_ -= mass_.cwiseProduct(before);
        prepare_linear();
    } else {
        apply_forces(before, rhs_);
    }
    rhs_ = free_.cwiseProduct(dt_ * gathered(f) - rhs_);
    change_.setZero(rhs_.size());
    const ConjugateResiduals::Outcome outcome = solve(rhs_, change_, settings_.tolerance);
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        for (int axis = 0; axis < 3; ++axis) v[axis][nodes_[i]] += change_[3 * Index(i) + axis];
    return outcome;
}

ConjugateResiduals::Outcome VelocitySystem::spread(VectorField& w, double tolerance) {
    change_ = free_.cwiseProduct(gathered(w));
    rhs_ = mass_.cwiseProduct(change_);
    const ConjugateResiduals::Outcome outcome = solve(rhs_, change_, tolerance);
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        for (int axis = 0; axis < 3; ++axis) w[axis][nodes_[i]] = change_[3 * Index(i) + axis];
    return outcome;
}

}  // namespace sinew
