#include "velocity_tangent.hpp"

#include <algorithm>

namespace sinew {

namespace {

/// The number of a neighbour by the differences of its indices, each in [-1, 1].
std::size_t neighbour_at(Index di, Index dj, Index dk) {
    return std::size_t((di + 1) + 3 * (dj + 1) + 9 * (dk + 1));
}

/// From one corner of a cell to another.
std::size_t neighbour_between(std::size_t from, std::size_t to) {
    const auto along = [&](std::size_t axis) {
        return Index(to >> axis & 1) - Index(from >> axis & 1);
    };
    return neighbour_at(along(0), along(1), along(2));
}

constexpr std::size_t itself = 13;
/// Of a node of the fluid alone: itself and those along the axes.
constexpr std::size_t n_along_axes = 7;

/// Room for n entries and, where it has to grow, an eighth more: solids move little in a step. The
/// old entries are gone before there are new ones.
template <class T>
void empty_with_room(std::vector<T>& entries, std::size_t n) {
    if (n > entries.capacity()) {
        std::vector<T>().swap(entries);
        entries.reserve(n + n / 8);
    }
    entries.clear();
}

using Stiffness = Eigen::Matrix<double, 24, 24>;

/// Without what rounding lets it see of translations.
Stiffness without_means(const CellStiffness& rounded) {
    Stiffness K = rounded.cast<double>();
    for (int side = 0; side < 2; ++side) {
        Eigen::Matrix<double, 3, 24> mean = Eigen::Matrix<double, 3, 24>::Zero();
        for (Index a = 0; a < 8; ++a) mean += K.middleRows<3>(3 * a) / 8;
        for (Index a = 0; a < 8; ++a) K.middleRows<3>(3 * a) -= mean;
        K.transposeInPlace();
    }
    return K;
}

}  // namespace

void VelocityTangent::begin(const std::vector<Index>& nodes, std::size_t n_solid,
                            const std::vector<int>& unknown) {
    nodes_ = nodes;
    ++revision_;
    const Lattice lattice = grid_.nodes();
    starts_.assign(1, 0);
    empty_with_room(columns_, n_neighbours * n_solid + n_along_axes * (nodes.size() - n_solid));
    empty_with_room(places_, n_neighbours * nodes.size());
    places_.assign(n_neighbours * nodes.size(), -1);
    std::vector<std::pair<int, std::size_t>> found;  // number and which neighbour
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::array<Index, 3> at = lattice.indices(nodes[i]);
        found.clear();
        for (Index k = -1; k <= 1; ++k)
            for (Index j = -1; j <= 1; ++j)
                for (Index n = -1; n <= 1; ++n) {
                    const std::array<Index, 3> to{at[0] + n, at[1] + j, at[2] + k};
                    bool is_inside = true;
                    for (std::size_t a = 0; a < 3; ++a)
                        is_inside = is_inside && to[a] >= 0 && to[a] < lattice.count[a];
                    if (!is_inside) continue;
                    const int number = unknown[std::size_t(lattice.at(to[0], to[1], to[2]))];
                    const bool is_stiff = i < n_solid && std::size_t(number) < n_solid;
                    if (number >= 0 && (is_stiff || std::abs(n) + std::abs(j) + std::abs(k) <= 1))
                        found.push_back({number, neighbour_at(n, j, k)});
                }
        std::sort(found.begin(), found.end());
        for (const auto& [number, neighbour] : found) {
            places_[n_neighbours * i + neighbour] = int(columns_.size());
            columns_.push_back(number);
        }
        starts_.push_back(int(columns_.size()));
    }
    empty_with_room(values_, 9 * columns_.size());
    values_.assign(9 * columns_.size(), 0.0);
}

void VelocityTangent::add_diagonal(const Vector& masses) {
    parallel_for(n_rows(), [&](Index i) {
        for (int axis = 0; axis < 3; ++axis) block(i, itself)[4 * axis] += masses[3 * i + axis];
    });
}

void VelocityTangent::add(const SolidCells& solid, double factor,
                          const std::vector<std::array<Index, 8>>& corners) {
    for (std::size_t group = 0; group < 8; ++group) {
        const std::size_t first = solid.first_of_group(group);
        parallel_for(solid.first_of_group(group + 1) - first, [&](std::size_t n) {
            const Stiffness K = without_means(solid.stiffness()[first + n]);
            for (std::size_t a = 0; a < 8; ++a)
                for (std::size_t b = 0; b < 8; ++b)
                    Eigen::Map<Eigen::Matrix3d>(
                        block(corners[first + n][a], neighbour_between(a, b))) +=
                        factor * K.block<3, 3>(3 * Index(a), 3 * Index(b));
        });
    }
}

void VelocityTangent::add_edge(Index from, Index to, double c) {
    const Lattice lattice = grid_.nodes();
    const std::array<Index, 3> one = lattice.indices(nodes_[std::size_t(from)]),
                               other = lattice.indices(nodes_[std::size_t(to)]);
    const std::size_t neighbour =
        neighbour_at(other[0] - one[0], other[1] - one[1], other[2] - one[2]);
    for (int axis = 0; axis < 3; ++axis) {
        block(from, itself)[4 * axis] += c;
        block(to, itself)[4 * axis] += c;
        block(from, neighbour)[4 * axis] -= c;
        block(to, n_neighbours - 1 - neighbour)[4 * axis] -= c;
    }
}

void VelocityTangent::apply(const Vector& x, Vector& y) const {
    y.resize(size());
    parallel_for(n_rows(), [&](Index i) {
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (int b = starts_[std::size_t(i)]; b < starts_[std::size_t(i) + 1]; ++b)
            sum += Eigen::Map<const Eigen::Matrix3d>(values_.data() + 9 * std::ptrdiff_t(b)) *
                   x.segment<3>(3 * Index(columns_[std::size_t(b)]));
        y.segment<3>(3 * i) = sum;
    });
}

void VelocityTangent::add_entries(EntrySink& sink, Index offset) const {
    sink.add_rows(rows(), offset);
}

Vector VelocityTangent::diagonal() const {
    Vector diagonal(size());
    for (Index i = 0; i < n_rows(); ++i) {
        const auto place = std::size_t(places_[n_neighbours * std::size_t(i) + itself]);
        for (int axis = 0; axis < 3; ++axis)
            diagonal[3 * i + axis] = values_[9 * place + 4 * std::size_t(axis)];
    }
    return diagonal;
}

Eigen::MatrixXd VelocityTangent::near_null_space() const {
    const Lattice lattice = grid_.nodes();
    Eigen::MatrixXd modes = Eigen::MatrixXd::Zero(size(), 6);
    for (Index i = 0; i < n_rows(); ++i) {
        const Eigen::Vector3d x = lattice.position(lattice.indices(nodes_[std::size_t(i)]));
        modes.block<3, 3>(3 * i, 0).setIdentity();
        for (int axis = 0; axis < 3; ++axis)
            modes.block<3, 1>(3 * i, 3 + axis) = Eigen::Vector3d::Unit(axis).cross(x);
    }
    return modes;
}

}  // namespace sinew
