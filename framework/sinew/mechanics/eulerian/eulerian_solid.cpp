#include "eulerian_solid.hpp"

#include <fmt/format.h>

#include <cmath>
#include <Eigen/Dense>
#include <limits>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/eulerian/affine_fit.hpp>
#include <sinew/mechanics/eulerian/linear_extension.hpp>
#include <sinew/mechanics/grid/refuse_outside.hpp>

namespace sinew {

namespace {

/// A node is known where at least this part of what is about it is solid.
constexpr double least_filled = 0.25;

/// Least slope of a distance, which is one where it is known.
constexpr double least_slope = 0.1;

/// Velocities are known where particles' weights sum to this.
constexpr double least_weight = 0.01;

Points places_at_start(const Body& body) {
    return body.mesh.positions + body.initial_displacement;
}

[[noreturn]] void refuse(const std::string& message, const std::string& remedy) {
    throw InputError(Diagnostic::error(message).remedy(remedy));
}

}  // namespace

EulerianSolid::EulerianSolid(const Grid& grid, const Body& body,
                             std::unique_ptr<const PointLaw> law, double reach,
                             std::optional<int> flat)
    : grid_(grid),
      body_(body),
      law_(std::move(law)),
      shape_(body.mesh, body.skin, grid.spacing / 2, flat),
      cells_(grid, body, *law_, shape_),
      particles_(grid),
      margin_(Index(std::ceil(reach)) + 2) {
    refuse_outside(grid, body);
    if (shape_.deepest() < grid.spacing)
        refuse(fmt::format("{} is thinner than two cells: no point is {:.4g} m below its surface",
                           body.path, grid.spacing),
               "take smaller cells, or a thicker body");
    begin();
}

void EulerianSolid::set_plasticity(const Plasticity& plasticity) {
    plastic_.emplace(plasticity, *law_, body_.mesh, shape_, grid_.spacing);
    const AffineFit motion(body_.mesh.positions, places_at_start(body_));
    plastic_->positions() = (motion.A * plastic_->rest()).colwise() + motion.b;
}

void EulerianSolid::begin() {
    mean_acceleration_.setConstant(std::numeric_limits<double>::infinity());
    positions_ = places_at_start(body_);
    const AffineFit motion(body_.mesh.positions, positions_);
    const AffineFit velocity(body_.mesh.positions, body_.initial_velocity);
    const Eigen::Matrix3d back = motion.A.inverse();
    // A box around the body, with the fields known in all of it.
    const Eigen::AlignedBox3d bounds = bounding_box(positions_);
    for (std::size_t a = 0; a < 3; ++a) {
        const Index last = grid_.cells[a];
        const double low = (bounds.min()[Index(a)] - grid_.min[Index(a)]) / grid_.spacing;
        const double high = (bounds.max()[Index(a)] - grid_.min[Index(a)]) / grid_.spacing;
        box_.first[a] = std::clamp<Index>(Index(std::floor(low)) - margin_, 0, last - 1);
        const Index end = std::clamp<Index>(Index(std::ceil(high)) + margin_, 1, last);
        box_.count[a] = std::max<Index>(end - box_.first[a], 1) + 1;
    }
    const Lattice nodes = box_.lattice(grid_);
    u_ = VectorField(nodes.size());
    v_ = u_;
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        const Eigen::Vector3d x = nodes.position(at), X = back * (x - motion.b);
        u_.set(node, x - X);
        v_.set(node, velocity(X));
    });
    know_and_extend(std::vector<std::uint8_t>(std::size_t(nodes.size()), 1));
    particles_.renew(box_, cells_, shape_, u_, v_);
    volume_at_start_ = volume();
    ratio_at_start_ = motion.A.determinant();
}

double EulerianSolid::volume() const {
    double of_cells = 0;
    for (const SolidCell& cell : cells_.cells()) of_cells += cell.fraction;
    return of_cells * std::pow(grid_.spacing, 3);
}

void EulerianSolid::fit_box(const std::vector<std::uint8_t>& known) {
    const Lattice old = box_.lattice(grid_);
    std::array<Index, 3> low = old.count, high{-1, -1, -1};
    for (Index node = 0; node < old.size(); ++node) {
        if (!known[std::size_t(node)]) continue;
        const std::array<Index, 3> at = old.indices(node);
        for (std::size_t a = 0; a < 3; ++a) {
            low[a] = std::min(low[a], at[a]);
            high[a] = std::max(high[a], at[a]);
        }
    }
    if (high[0] < 0)
        throw ComputationError(fmt::format("nothing is left of {} on the grid", body_.path),
                               "take smaller cells, or keep it away from sides that are open, and "
                               "from obstacles that move over it");
    NodeBox box;
    for (std::size_t a = 0; a < 3; ++a) {
        box.first[a] = std::max<Index>(box_.first[a] + low[a] - margin_, 0);
        const Index last = std::min(box_.first[a] + high[a] + margin_, grid_.cells[a]);
        box.count[a] = last - box.first[a] + 1;
    }
    const Lattice nodes = box.lattice(grid_);
    VectorField u(nodes.size()), v(nodes.size());
    std::vector<std::uint8_t> is_known(std::size_t(nodes.size()), 0);
    each_point(nodes, [&](Index node, std::array<Index, 3> at) {
        for (std::size_t a = 0; a < 3; ++a) {
            at[a] += box.first[a] - box_.first[a];
            if (at[a] < 0 || at[a] >= old.count[a]) return;
        }
        const Index from = old.at(at[0], at[1], at[2]);
        u.set(node, u_.at(from));
        v.set(node, v_.at(from));
        is_known[std::size_t(node)] = known[std::size_t(from)];
    });
    box_ = box;
    u_ = std::move(u);
    v_ = std::move(v);
    known_ = std::move(is_known);
}

void EulerianSolid::know_and_extend(std::vector<std::uint8_t> known) {
    cells_.find(box_, u_, known);
    parallel_for(known.size(), [&](std::size_t node) {
        known[node] = known[node] && cells_.filled()[Index(node)] >= least_filled;
    });
    fit_box(known);
    // Velocities where particles are.
    if (particles_.size() > 0) {
        VectorField velocity;
        Vector weights;
        particles_.rasterize(box_, velocity, weights);
        std::vector<std::uint8_t> has_velocity(known_.size());
        parallel_for(known_.size(), [&](std::size_t node) {
            has_velocity[node] = weights[Index(node)] > least_weight;
        });
        v_ = std::move(velocity);
        extend_linearly(box_.lattice(grid_), v_, 2, has_velocity);
    }
    extend_linearly(box_.lattice(grid_), u_, int(margin_), known_);
    cells_.find(box_, u_, known_);
}

double EulerianSolid::largest_velocity() const {
    double largest = 0;
    for (Index node = 0; node < v_.size(); ++node)
        if (known_[std::size_t(node)] == 1)
            largest =
                larger_or_nan(largest, v_.at(node).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
    return largest;
}

void EulerianSolid::take(const VectorField& velocity, const NodeConditions& conditions) {
    const Lattice nodes = box_.lattice(grid_), all = grid_.nodes();
    flow_ = VectorField(nodes.size());
    prescribed_.resize(std::size_t(nodes.size()));
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        const Index in_grid = box_.in_grid(all, at);
        prescribed_[std::size_t(node)] = conditions.prescribed[std::size_t(in_grid)];
        if (known_[std::size_t(node)] == 1) flow_.set(node, velocity.at(in_grid));
    });
    extend_flow();
    // Particles take all of what the grid has changed, so that no momentum is lost.
    VectorField after = flow_;
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        if (cells_.filled()[node] > 0) after.set(node, velocity.at(box_.in_grid(all, at)));
    });
    particles_.take(box_, v_, after);
}

void EulerianSolid::extend_flow() {
    std::vector<std::uint8_t> is_known(known_.size());
    for (std::size_t node = 0; node < known_.size(); ++node) is_known[node] = known_[node] == 1;
    extend_linearly(box_.lattice(grid_), flow_, int(margin_), is_known);
}

/// A triangle without an area has none.
Eigen::Vector3d EulerianSolid::normal_of(ContactNormal kind, const Eigen::Vector3d& X,
                                         const Eigen::Vector3d& of_gradient) const {
    if (kind == ContactNormal::gradient) return of_gradient;
    const std::optional<Eigen::Vector3i> nodes = shape_.nearest_triangle(X);
    if (!nodes) return of_gradient;
    Eigen::Vector3d normal = area_normal(positions_, *nodes);
    if (const std::optional<int> flat = shape_.flat()) normal[*flat] = 0;
    return normal.norm() > 0 ? normal.normalized() : of_gradient;
}

std::optional<EulerianSolid::Surface> EulerianSolid::surface_near(const Eigen::Vector3d& x,
                                                                  ContactNormal kind) const {
    const Lattice nodes = box_.lattice(grid_);
    for (int a = 0; a < 3; ++a) {
        const double last = nodes.spacing * double(nodes.count[std::size_t(a)] - 1);
        if (x[a] < nodes.origin[a] || x[a] > nodes.origin[a] + last) return {};
    }
    const Trilinear corners = TrilinearInterpolation(nodes).at(x);
    for (std::size_t a = 0; a < 8; ++a)
        if (!known_[std::size_t(corners.point(a))]) return {};
    const Eigen::Vector3d X = x - corners.of(u_);
    const Eigen::Vector3d gradient = shape_.gradient(X);
    // Farther than distances are known there is none; deep inside the way out is not known.
    if (!shape_.reaches(X) || gradient.norm() < least_slope) return {};
    const Eigen::Matrix3d A = Eigen::Matrix3d::Identity() - displacement_gradient(x);
    const VectorField& flow = flow_.size() == v_.size() ? flow_ : v_;  // nothing is taken yet
    return Surface{shape_.distance(X), normal_of(kind, X, (A.transpose() * gradient).normalized()),
                   corners.of(flow)};
}

void EulerianSolid::constrain(const std::vector<std::uint8_t>& nodes) {
    constrained_.resize(nodes.size(), 0);
    for (std::size_t node = 0; node < nodes.size(); ++node) constrained_[node] |= nodes[node];
}

bool EulerianSolid::is_constrained(const Eigen::Vector3d& x) const {
    if (constrained_.empty()) return false;
    const Trilinear corners = TrilinearInterpolation(box_.lattice(grid_)).at(x);
    for (std::size_t a = 0; a < 8; ++a)
        if (constrained_[std::size_t(corners.point(a))]) return true;
    return false;
}

void EulerianSolid::change_velocities(const Points& changes) {
    if (changes.isZero(0)) return;
    VectorField means;
    particles_.change(box_, changes, means);
    parallel_for(means.size(), [&](Index node) {
        if (known_[std::size_t(node)] != 1) return;
        for (int axis = 0; axis < 3; ++axis)
            if (!(prescribed_[std::size_t(node)] >> axis & 1))
                flow_[axis][node] += means[axis][node];
    });
    extend_flow();
}

/// Of velocities since the last step, by masses.
Eigen::Vector3d EulerianSolid::mean_change() const {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    const Vector& masses = cells_.masses();
    for (Index node = 0; node < masses.size(); ++node)
        if (masses[node] > 0) sum += masses[node] * (flow_.at(node) - v_.at(node));
    return sum / masses.sum();
}

void EulerianSolid::advance(double dt) {
    mean_acceleration_ = mean_change() / dt;
    const Lattice nodes = box_.lattice(grid_);
    const Advection flow(nodes, flow_);
    const TrilinearInterpolation at_nodes(nodes);
    VectorField u(nodes.size());
    std::vector<std::uint8_t> came(known_.size(), 0);
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        if (!known_[std::size_t(node)]) return;
        const Eigen::Vector3d x = nodes.position(at), from = flow.origin_of(x, dt);
        const Trilinear corners = at_nodes.at(from);
        for (std::size_t a = 0; a < 8; ++a)
            if (corners.weights[a] > 0 && !known_[std::size_t(corners.point(a))]) return;
        u.set(node, corners.of(u_) + x - from);
        came[std::size_t(node)] = 1;
    });
    particles_.move(flow, dt);
    u_ = std::move(u);
    v_ = std::move(flow_);
    flow_ = {};
    constrained_.clear();
    know_and_extend(std::move(came));
    cells_.require_regular(u_);
    particles_.renew(box_, cells_, shape_, u_, v_);
    carry(flow, dt, body_.mesh.positions, positions_);
    if (!plastic_) return;
    carry(flow, dt, plastic_->rest(), plastic_->positions());
    plastic_->advance(
        [this](const Eigen::Vector3d& x) -> Eigen::Matrix3d {
            return (Eigen::Matrix3d::Identity() - displacement_gradient(x)).inverse();
        },
        dt);
}

void EulerianSolid::carry(const Advection& flow, double dt, const Points& rest,
                          Points& positions) const {
    parallel_for(positions.cols(), [&](Index i) {
        Eigen::Vector3d x = flow.origin_of(positions.col(i), -dt);
        // Back to where the field says that its material is, by a step of Newton's method.
        const Lattice nodes = box_.lattice(grid_);
        const Trilinear corners = TrilinearInterpolation(nodes).at(x);
        const Eigen::Vector3d u = corners.of(u_);
        const Eigen::Matrix3d A = Eigen::Matrix3d::Identity() - displacement_gradient(x);
        const Eigen::Vector3d off = A.inverse() * (x - u - rest.col(i));
        if (off.norm() < grid_.spacing) x -= off;
        positions.col(i) = x;
    });
}

Points EulerianSolid::velocities() const {
    Points velocities(3, positions_.cols());
    parallel_for(positions_.cols(),
                 [&](Index i) { velocities.col(i) = velocity_at(positions_.col(i)); });
    return velocities;
}

Eigen::Vector3d EulerianSolid::velocity_at(const Eigen::Vector3d& x) const {
    const Trilinear corners = TrilinearInterpolation(box_.lattice(grid_)).at(x);
    return corners.of(v_);
}

Eigen::Matrix3d EulerianSolid::displacement_gradient(const Eigen::Vector3d& x) const {
    const Lattice nodes = box_.lattice(grid_);
    const Trilinear corners = TrilinearInterpolation(nodes).at(x);
    // Where in its cell x is, by the weights of the high sides.
    Eigen::Vector3d t = Eigen::Vector3d::Zero();
    for (std::size_t a = 0; a < 8; ++a)
        for (int axis = 0; axis < 3; ++axis)
            if (a >> axis & 1) t[axis] += corners.weights[a];
    Eigen::Matrix3d gradient = Eigen::Matrix3d::Zero();
    for (std::size_t a = 0; a < 8; ++a) {
        Eigen::Vector3d factor, slope;
        for (int axis = 0; axis < 3; ++axis) {
            const bool high = a >> axis & 1;
            factor[axis] = high ? t[axis] : 1 - t[axis];
            slope[axis] = (high ? 1 : -1) / grid_.spacing;
        }
        const Eigen::RowVector3d dN(slope[0] * factor[1] * factor[2],
                                    slope[1] * factor[2] * factor[0],
                                    slope[2] * factor[0] * factor[1]);
        gradient += u_.at(corners.point(a)) * dN;
    }
    return gradient;
}

void EulerianSolid::save(Archive& archive, const std::string& prefix) const {
    std::vector<std::int64_t> box(box_.first.begin(), box_.first.end());
    box.insert(box.end(), box_.count.begin(), box_.count.end());
    archive.put(prefix + "/box", std::move(box));
    archive.put(prefix + "/known", std::vector<std::int64_t>(known_.begin(), known_.end()));
    for (int axis = 0; axis < 3; ++axis) {
        const std::string name(1, char('x' + axis));
        archive.put(prefix + "/displacement_" + name, u_[axis]);
        archive.put(prefix + "/velocity_" + name, v_[axis]);
    }
    archive.put(prefix + "/positions", positions_.reshaped());
    archive.put(prefix + "/mean_acceleration", Vector(mean_acceleration_));
    particles_.save(archive, prefix + "/particles");
    if (plastic_) plastic_->save(archive, prefix + "/plastic");
}

void EulerianSolid::restore(const Archive& archive, const std::string& prefix) {
    const std::vector<std::int64_t>& box = archive.integers(prefix + "/box");
    bool fits = box.size() == 6;
    for (std::size_t a = 0; fits && a < 3; ++a) {
        box_.first[a] = box[a];
        box_.count[a] = box[3 + a];
        fits = box[a] >= 0 && box[3 + a] > 0 && box[a] + box[3 + a] <= grid_.cells[a] + 1;
    }
    if (!fits)
        throw ComputationError(fmt::format("the checkpoint keeps {} in a box that is not of this "
                                           "grid",
                                           body_.path),
                               "continue the scene that wrote it, or run from the start");
    const Index n = box_.lattice(grid_).size();
    const std::vector<std::int64_t>& known = archive.integers(prefix + "/known");
    known_.assign(known.begin(), known.end());
    u_ = VectorField(n);
    v_ = u_;
    for (int axis = 0; axis < 3; ++axis) {
        const std::string name(1, char('x' + axis));
        u_[axis] = archive.vector(prefix + "/displacement_" + name, n);
        v_[axis] = archive.vector(prefix + "/velocity_" + name, n);
    }
    positions_ =
        archive.vector(prefix + "/positions", positions_.size()).reshaped(3, positions_.cols());
    mean_acceleration_ = archive.vector(prefix + "/mean_acceleration", 3);
    particles_.restore(archive, prefix + "/particles");
    if (plastic_) plastic_->restore(archive, prefix + "/plastic");
    if (Index(known_.size()) != n)
        throw ComputationError(fmt::format("the checkpoint of {} is not whole", body_.path),
                               "take the checkpoint before, or run from the start");
    constrained_.clear();
    cells_.find(box_, u_, known_);
}

}  // namespace sinew
