#include "linear_extension.hpp"

#include <Eigen/Dense>

namespace sinew {

namespace {

/// A pivot of the moments below this, beside the largest, says that nodes lie in a plane.
constexpr double least_pivot = 1e-3;

class Extension {
public:
    Extension(const Lattice& lattice, VectorField& field, std::vector<std::uint8_t>& known)
        : lattice_(lattice),
          field_(field),
          known_(known),
          gradient_of_(std::size_t(lattice.size()), -1) {}

    void extend(int layers) {
        std::vector<Index> layer = next_to(known_nodes());
        find_edge_gradients(layer);
        for (int n = 0; n < layers && !layer.empty(); ++n) {
            const std::size_t first = gradients_.size();
            gradients_.resize(first + layer.size());
            parallel_for(layer.size(), [&](std::size_t i) {
                field_.set(layer[i], continued(layer[i], gradients_[first + i]));
            });
            for (std::size_t i = 0; i < layer.size(); ++i) {
                known_[std::size_t(layer[i])] = 2;
                gradient_of_[std::size_t(layer[i])] = Index(first + i);
            }
            if (n + 1 < layers) layer = next_to(layer);
        }
    }

private:
    /// Calls visit(node, offset) for the nodes of the lattice about one, itself left out; offset in
    /// spacings.
    template <class Visit>
    void each_neighbour(Index node, Visit&& visit) const {
        const std::array<Index, 3> at = lattice_.indices(node);
        std::array<Index, 3> low, high;
        for (std::size_t a = 0; a < 3; ++a) {
            low[a] = at[a] > 0 ? -1 : 0;
            high[a] = at[a] + 1 < lattice_.count[a] ? 1 : 0;
        }
        for (Index k = low[2]; k <= high[2]; ++k)
            for (Index j = low[1]; j <= high[1]; ++j)
                for (Index i = low[0]; i <= high[0]; ++i)
                    if (i != 0 || j != 0 || k != 0)
                        visit(node + i + j * lattice_.stride(1) + k * lattice_.stride(2),
                              Eigen::Vector3d(double(i), double(j), double(k)));
    }

    std::vector<Index> known_nodes() const {
        std::vector<Index> nodes;
        for (Index node = 0; node < lattice_.size(); ++node)
            if (known_[std::size_t(node)]) nodes.push_back(node);
        return nodes;
    }

    /// The nodes beside some that are not known, each once.
    std::vector<Index> next_to(const std::vector<Index>& nodes) const {
        std::vector<Index> next;
        std::vector<std::uint8_t> is_met(known_.size(), 0);
        for (const Index node : nodes)
            each_neighbour(node, [&](Index neighbour, const Eigen::Vector3d&) {
                const auto n = std::size_t(neighbour);
                if (!known_[n] && !std::exchange(is_met[n], 1)) next.push_back(neighbour);
            });
        return next;
    }

    void find_edge_gradients(const std::vector<Index>& beyond) {
        std::vector<Index> edge;
        for (const Index node : beyond)
            each_neighbour(node, [&](Index neighbour, const Eigen::Vector3d&) {
                if (!known_[std::size_t(neighbour)]) return;
                Index& number = gradient_of_[std::size_t(neighbour)];
                if (number >= 0) return;
                number = Index(edge.size());
                edge.push_back(neighbour);
            });
        gradients_.resize(edge.size());
        parallel_for(edge.size(), [&](std::size_t i) { gradients_[i] = fitted(edge[i]); });
    }

    /// Per spacing, zero along directions in which no known neighbour lies.
    Eigen::Matrix3d fitted(Index node) const {
        Eigen::Matrix3d spread = Eigen::Matrix3d::Zero(), sums = Eigen::Matrix3d::Zero();
        const Eigen::Vector3d here = field_.at(node);
        each_neighbour(node, [&](Index neighbour, const Eigen::Vector3d& offset) {
            if (!known_[std::size_t(neighbour)]) return;
            const double weight = 1 / offset.squaredNorm();
            spread += weight * offset * offset.transpose();
            sums += weight * (field_.at(neighbour) - here) * offset.transpose();
        });
        const Eigen::LDLT<Eigen::Matrix3d> factor(spread);
        const Eigen::Vector3d pivots = factor.vectorD();
        if (pivots.minCoeff() > least_pivot * pivots.maxCoeff())
            return factor.solve(sums.transpose()).transpose();
        return sums * spread.completeOrthogonalDecomposition().pseudoInverse();
    }

    Eigen::Vector3d continued(Index node, Eigen::Matrix3d& gradient) const {
        Eigen::Vector3d value = Eigen::Vector3d::Zero();
        gradient.setZero();
        double weights = 0;
        each_neighbour(node, [&](Index neighbour, const Eigen::Vector3d& offset) {
            if (!known_[std::size_t(neighbour)]) return;
            const double weight = 1 / offset.squaredNorm();
            const Eigen::Matrix3d& G =
                gradients_[std::size_t(gradient_of_[std::size_t(neighbour)])];
            value += weight * (field_.at(neighbour) - G * offset);
            gradient += weight * G;
            weights += weight;
        });
        gradient /= weights;
        return value / weights;
    }

    const Lattice& lattice_;
    VectorField& field_;
    std::vector<std::uint8_t>& known_;
    std::vector<Index> gradient_of_;
    std::vector<Eigen::Matrix3d> gradients_;
};

}  // namespace

void extend_linearly(const Lattice& lattice, VectorField& field, int layers,
                     std::vector<std::uint8_t>& known) {
    Extension(lattice, field, known).extend(layers);
}

}  // namespace sinew
