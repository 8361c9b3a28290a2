/// Smoothed aggregation: the levels, and the cycle over them.
#pragma once

#include <memory>
#include <sinew/mechanics/linear/linear.hpp>

#include "chebyshev.hpp"
#include "interpolation.hpp"

namespace sinew::multigrid {

/// Choices of a hierarchy.
struct Settings {
    int smoothing = 2;        ///< degree of Chebyshev's polynomials
    double threshold = 0.08;  ///< couplings weaker than this part of the strongest do not count
};

/// The size of a level, for run.json.
struct LevelCount {
    Index nodes = 0, unknowns_each = 0, blocks = 0;
};

/// The levels that hold R unknowns a node and all below, in one precision.
template <class Real, int R>
class Level;

/// A V-cycle over smoothed aggregates, symmetric and positive definite as an operator. Vanek,
/// Mandel & Brezina, Algebraic multigrid by smoothed aggregation for second and fourth order
/// elliptic problems, Computing 56, 1996.
template <class Real>
class Hierarchy final : public Preconditioner {
public:
    explicit Hierarchy(const Settings& settings);
    ~Hierarchy() override;
    Hierarchy(Hierarchy&&) noexcept;

    /// The finest matrix, 3 x 3 blocks, to be filled before `make` or `renew`. Rows and columns of
    /// fixed degrees of freedom are zero.
    SquareRows<Real, 3>& finest();
    const SquareRows<Real, 3>& finest() const;
    /// Aggregates anew, after `finest` got another structure. `motions`: of `finest`, fixed rows
    /// zero. `parts`: which part each node belongs to, aggregates stay in one; empty if all in one.
    /// not_definite if a block on some level's diagonal, or the coarsest matrix, is not positive
    /// definite.
    Event make(const Motions& motions, const std::vector<int>& parts = {});
    /// Takes new values into the levels that are there.
    Event renew(const Motions& motions);

    void apply(const Vector& x, Vector& y) const override;

    std::vector<LevelCount> counts() const;
    /// Memory of all levels [bytes].
    std::size_t bytes() const;
    /// Aggregates of each level, finest first, and a hierarchy of these.
    std::vector<Aggregates> aggregates() const;
    Event make(const Motions& motions, std::vector<Aggregates> aggregates);

private:
    std::unique_ptr<Level<Real, 3>> top_;
    mutable Numbers<Real> b_, x_;
};

}  // namespace sinew::multigrid
