#include "linear_extension.hpp"

#include <Eigen/Dense>
#include <sinew/kernel/diagnostics/assert.hpp>

namespace sinew {

namespace {

/// Columns of values: at most two vector fields.
constexpr int most_columns = 6;
/// Nodes about a place that a fit looks at, along each axis to either side.
constexpr Index reach = 2;
/// A pivot of the moments below this, beside the first, says that nodes lie in a plane.
constexpr double least_pivot = 1e-3;

class Extension {
public:
    Extension(const Lattice& lattice, std::span<VectorField* const> fields,
              const std::vector<std::uint8_t>& known)
        : lattice_(lattice), fields_(fields), known_(known) {}

    using Values = Eigen::Matrix<double, 1, most_columns>;

    Values at(const std::array<Index, 3>& place) const {
        Eigen::Matrix4d moments = Eigen::Matrix4d::Zero();
        Eigen::Matrix<double, 4, most_columns> sums;
        sums.setZero();
        each_known(place, reach, [&](Index node, const Eigen::Vector3d& offset) {
            const double weight = 1 / (offset.squaredNorm() * offset.squaredNorm());
            const Eigen::Vector4d terms(1, offset[0], offset[1], offset[2]);
            moments += weight * terms * terms.transpose();
            sums += weight * terms * values(node);
        });
        const Values mean = sums.row(0) / moments(0, 0);
        // About the mean place, the gradient and the mean value do not mix.
        const Eigen::Vector3d centre = moments.col(0).tail<3>() / moments(0, 0);
        const Eigen::Matrix3d spread =
            moments.bottomRightCorner<3, 3>() - moments(0, 0) * centre * centre.transpose();
        const Eigen::LDLT<Eigen::Matrix3d> factor(spread);
        const Eigen::Vector3d pivots = factor.vectorD();
        if (!(pivots.minCoeff() > least_pivot * pivots.maxCoeff())) return mean;
        const Eigen::Matrix<double, 3, most_columns> gradient =
            factor.solve(sums.bottomRows<3>() - moments(0, 0) * centre * mean);
        return mean - centre.transpose() * gradient;
    }

    template <class Visit>
    void each_known(const std::array<Index, 3>& place, Index distance, Visit&& visit) const {
        std::array<Index, 3> low, high;
        for (std::size_t a = 0; a < 3; ++a) {
            low[a] = std::max<Index>(place[a] - distance, 0);
            high[a] = std::min(place[a] + distance, lattice_.count[a] - 1);
        }
        for (Index k = low[2]; k <= high[2]; ++k)
            for (Index j = low[1]; j <= high[1]; ++j)
                for (Index i = low[0]; i <= high[0]; ++i) {
                    const Index node = lattice_.at(i, j, k);
                    if (known_[std::size_t(node)])
                        visit(node, Eigen::Vector3d(double(i - place[0]), double(j - place[1]),
                                                    double(k - place[2])));
                }
    }

    void set(Index node, const Values& values) const {
        for (std::size_t f = 0; f < fields_.size(); ++f)
            for (int axis = 0; axis < 3; ++axis)
                (*fields_[f])[axis][node] = values[int(3 * f) + axis];
    }

private:
    Values values(Index node) const {
        Values all = Values::Zero();
        for (std::size_t f = 0; f < fields_.size(); ++f)
            for (int axis = 0; axis < 3; ++axis) all[int(3 * f) + axis] = (*fields_[f])[axis][node];
        return all;
    }

    const Lattice& lattice_;
    std::span<VectorField* const> fields_;
    const std::vector<std::uint8_t>& known_;
};

}  // namespace

void extend_linearly(const Lattice& lattice, std::span<VectorField* const> fields, int layers,
                     std::vector<std::uint8_t>& known) {
    SINEW_ASSERT(3 * fields.size() <= most_columns, "{} fields at once", fields.size());
    const Extension extension(lattice, fields, known);
    std::vector<std::uint8_t> is_met(known.begin(), known.end());
    std::vector<Index> last;
    for (Index node = 0; node < lattice.size(); ++node)
        if (known[std::size_t(node)]) last.push_back(node);
    for (int layer = 0; layer < layers && !last.empty(); ++layer) {
        std::vector<Index> next;
        for (const Index node : last) {
            const std::array<Index, 3> at = lattice.place(node);
            for (Index k = std::max<Index>(at[2] - 1, 0);
                 k <= std::min(at[2] + 1, lattice.count[2] - 1); ++k)
                for (Index j = std::max<Index>(at[1] - 1, 0);
                     j <= std::min(at[1] + 1, lattice.count[1] - 1); ++j)
                    for (Index i = std::max<Index>(at[0] - 1, 0);
                         i <= std::min(at[0] + 1, lattice.count[0] - 1); ++i) {
                        const Index neighbour = lattice.at(i, j, k);
                        if (is_met[std::size_t(neighbour)]) continue;
                        is_met[std::size_t(neighbour)] = 1;
                        next.push_back(neighbour);
                    }
        }
        parallel_for(Index(next.size()), [&](Index n) {
            const Index node = next[std::size_t(n)];
            extension.set(node, extension.at(lattice.place(node)));
        });
        for (const Index node : next) known[std::size_t(node)] = 2;
        last.swap(next);
    }
}

}  // namespace sinew
