/// Cubature: a sum over many elements as a weighted sum over few of them, fitted to examples.
///
/// Column e of A is what candidate e gives in every example, b what all of them give together, both
/// divided by the size of b in that example: the residual |A w - b| / |b| is then the root mean
/// square of the relative errors. Weights are >= 0, so that sums of semi-definite matrices with
/// them stay semi-definite.
///
/// Teng, Subspace methods for deformable solids (dissertation, 2016), section 2.2.3, equations 2.13
/// and 2.14.
#pragma once

#include <cstdint>
#include <functional>
#include <sinew/mechanics/math/types.hpp>
#include <span>
#include <vector>

namespace sinew {

/// The matrix A, a column at a time, and b.
class CubatureColumns {
public:
    virtual ~CubatureColumns() = default;
    /// Number of columns of A.
    virtual int n_candidates() const = 0;
    /// The right-hand side b.
    virtual const Vector& target() const = 0;
    /// Writes the column of candidates[k], b.size() numbers, to columns[k]. The numbers are the
    /// same for any number of threads.
    virtual void compute(std::span<const int> candidates,
                         std::span<double* const> columns) const = 0;
};

struct Cubature;

/// Goal and limits of a training.
struct CubatureGoal {
    double tolerance = 0;  ///< relative residual to reach; 0: none, but `size` points
    /// Accepts what is found, if given: asked at a residual below the tolerance, and then again
    /// each time it has fallen by a fifth more.
    std::function<bool(const Cubature&)> accept;
    /// Gets the number of points and the residual of each fit, if given.
    std::function<void(int n_points, double error)> watch;
    int size = 0;  ///< most points
    std::uint64_t seed = 1;
    /// Greedy: elements looked at for each new point. Importance: points added at once.
    int per_step = 0;
    std::size_t memory = std::size_t(256) << 20;  ///< for columns kept for later [bytes]
    /// Points that one solve for weights lets in, before it ends as unfinished; 0: far more than
    /// one is known to take.
    int most_exchanges = 0;
};

/// Result of a training: the points and their weights.
struct Cubature {
    std::vector<int> candidates;  ///< ascending
    Vector weights;               ///< > 0
    double error = 1;             ///< relative residual
    int iterations = 0;           ///< solves for weights
    /// Number of those solves that ended at their bound. Their weights are >= 0 and `error` is that
    /// of the last solve, but other weights might have a smaller error.
    int unfinished = 0;
};

/// Algorithm 1 (An, Kim & James, Optimizing cubature for efficient integration of subspace
/// deformations, 2008): point after point, each the one of a random choice of candidates whose
/// column is most parallel to the residual.
Cubature greedy_cubature(const CubatureColumns& columns, const CubatureGoal& goal);

/// Algorithm 2 (Kim & Delaney, Subspace fluid re-simulation, 2013): several random points at once,
/// accepted with a probability that grows with their part in the residual.
Cubature importance_cubature(const CubatureColumns& columns, const CubatureGoal& goal);

/// Algorithm 3 (von Tycowicz, Schulz, Seidel & Hildebrandt, An efficient construction of reduced
/// deformable objects, 2013): hard thresholding pursuit of a fixed number of points, with the
/// gradient of five times as many random candidates. It begins anew with an eighth more points
/// until the tolerance is met.
Cubature nn_htp_cubature(const CubatureColumns& columns, const CubatureGoal& goal);

}  // namespace sinew
