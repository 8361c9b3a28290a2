/// The matrix G of the velocities of a grid's nodes, for solvers that want its entries.
#pragma once

#include <sinew/mechanics/eulerian/solid_cells.hpp>
#include <sinew/mechanics/system/tangent.hpp>

namespace sinew {

/// Blocks of 3 x 3 between nodes of a grid that are neighbours, axes or diagonals apart.
class VelocityTangent final : public Tangent {
public:
    explicit VelocityTangent(const Grid& grid) : grid_(grid) {}

    /// Begins with zero. `nodes`: those of the grid that are unknown, in the order of the degrees
    /// of freedom, the first `n_solid` about solids; others have blocks with the next along an axis
    /// alone. `unknown`: the number of each of the grid's nodes among them, or -1.
    void begin(const std::vector<Index>& nodes, std::size_t n_solid,
               const std::vector<int>& unknown);
    /// Adds masses [kg], one a degree of freedom.
    void add_diagonal(const Vector& masses);
    /// Adds a part of the stiffness of a solid's cells; `corners`: the nodes of each, by number.
    void add(const SolidCells& solid, double factor,
             const std::vector<std::array<Index, 8>>& corners);
    /// Adds c (1, -1; -1, 1) between two neighbours, for each axis.
    void add_edge(Index from, Index to, double c);

    Index size() const override { return 3 * n_rows(); }
    void apply(const Vector& x, Vector& y) const override;
    void add_entries(EntrySink& sink, Index offset) const override;
    long pattern_revision() const override { return revision_; }
    Vector diagonal() const override;
    bool symmetric() const override { return true; }
    int dofs_per_node() const override { return 3; }
    /// Translations and turns.
    Eigen::MatrixXd near_null_space() const override;

private:
    static constexpr std::size_t n_neighbours = 27;
    Index n_rows() const { return Index(starts_.size()) - 1; }
    NodeRows rows() const { return {n_rows(), starts_.data(), columns_.data(), values_.data()}; }
    /// The block of a node and its neighbour, the differences of whose indices are in [-1, 1].
    double* block(Index node, std::size_t neighbour) {
        return values_.data() +
               9 * std::ptrdiff_t(places_[n_neighbours * std::size_t(node) + neighbour]);
    }

    Grid grid_;
    std::vector<Index> nodes_;
    std::vector<int> starts_{0}, columns_;
    std::vector<int> places_;  ///< of the blocks of each node and neighbour; -1: none
    std::vector<double> values_;
    long revision_ = 0;
};

}  // namespace sinew
