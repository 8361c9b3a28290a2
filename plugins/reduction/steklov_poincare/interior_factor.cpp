#include "interior_factor.hpp"

#include <new>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/linear/cholmod_views.hpp>
#include <sinew/mechanics/linear/held_termination.hpp>
#include <sinew/mechanics/math/blas.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew::steklov {
namespace {

/// The lower half of the interior's rows, column by column.
struct Lower {
    std::vector<int> starts{0}, rows;
    std::vector<double> values;

    Lower(const BlockMatrix& K, const BlockView& interior) {
        for (int node = 0; node < interior.n_rows(); ++node)
            for (int axis = 0; axis < 3; ++axis) {
                for (int k = interior.begin(node); k < interior.end(node); ++k)
                    for (int other = 0; other < 3; ++other) {
                        const int row = 3 * interior.column(k) + other;
                        if (row < 3 * node + axis) continue;
                        rows.push_back(row);
                        values.push_back(K.at(interior.block(k))(axis, other));
                    }
                starts.push_back(int(rows.size()));
            }
    }
};

[[noreturn]] void fail(const cholmod_common& common) {
    if (common.status == CHOLMOD_OUT_OF_MEMORY) throw std::bad_alloc();
    if (common.status == CHOLMOD_TOO_LARGE)
        throw ComputationError("the factor of the interior is too large for CHOLMOD's integers",
                               "use a coarser mesh inside, or unknowns: volume");
    throw ComputationError(
        "the stiffness of the interior at rest is not positive definite",
        "look for parts of the mesh that nothing ties to the skin or to constrained nodes, and at "
        "Poisson's ratio");
}

}  // namespace

InteriorFactor::InteriorFactor(const BlockMatrix& K, const BlockView& interior) {
    use_one_blas_thread();
    reserve_blas_buffer();
    start_supernodal(common_, CHOLMOD_METIS);
    Lower lower(K, interior);
    cholmod_sparse A = lower_half(lower.starts, lower.rows.data(), lower.values.data());
    bool is_definite = false;
    const HeldTermination held;
    on_one_thread([&] {
        factor_ = cholmod_analyze(&A, &common_);
        if (factor_) cholmod_factorize(&A, factor_, &common_);
        is_definite = factor_ && common_.status == CHOLMOD_OK;
    });
    if (!is_definite) {
        const cholmod_common why = common_;
        cholmod_free_factor(&factor_, &common_);
        cholmod_finish(&common_);
        fail(why);
    }
    const int* super = supernodes();
    const int* row_starts = static_cast<const int*>(factor_->pi);
    const int* rows = static_cast<const int*>(factor_->s);
    std::vector<int> of_column(factor_->n);
    for (int s = 0; s < n_supernodes(); ++s)
        for (int c = super[s]; c < super[s + 1]; ++c) of_column[std::size_t(c)] = s;
    lowest_.resize(std::size_t(n_supernodes()));
    for (int s = 0; s < n_supernodes(); ++s) lowest_[std::size_t(s)] = s;
    for (int s = 0; s < n_supernodes(); ++s) {
        const int below = row_starts[s] + super[s + 1] - super[s];
        if (below == row_starts[s + 1]) continue;
        int& lowest = lowest_[std::size_t(of_column[std::size_t(rows[below])])];
        lowest = std::min(lowest, lowest_[std::size_t(s)]);
    }
}

InteriorFactor::~InteriorFactor() {
    cholmod_free_factor(&factor_, &common_);
    cholmod_finish(&common_);
}

std::vector<InteriorFactor::Columns> InteriorFactor::columns(int most) const {
    std::vector<Columns> all;
    for (int s = 0; s < n_supernodes(); ++s)
        for (int first = supernodes()[s]; first < supernodes()[s + 1]; first += most)
            all.push_back({s, first, std::min(most, supernodes()[s + 1] - first),
                           supernodes()[lowest_[std::size_t(s)]]});
    return all;
}

void InteriorFactor::solve(const Columns& columns, Wide& Y) const {
    const int* super = supernodes();
    const int* row_starts = static_cast<const int*>(factor_->pi);
    const int* value_starts = static_cast<const int*>(factor_->px);
    const int* rows = static_cast<const int*>(factor_->s);
    const double* values = static_cast<const double*>(factor_->x);
    const int end = columns.first + columns.n;
    Wide above;
    for (int k = 0; k < columns.n; ++k) Y(columns.first + k, k) = 1;
    for (int s = columns.supernode; s >= lowest_[std::size_t(columns.supernode)]; --s) {
        const int n = super[s + 1] - super[s], n_rows = row_starts[s + 1] - row_starts[s];
        const Eigen::Map<const Eigen::MatrixXd> L(values + value_starts[s], n_rows, n);
        auto y = Y.block(super[s], 0, n, columns.n);
        const int* below = rows + row_starts[s] + n;
        int n_below = 0;  // rows where Y may differ from zero
        while (n_below < n_rows - n && below[n_below] < end) ++n_below;
        if (n_below > 0) {
            above.resize(n_below, columns.n);
            for (int r = 0; r < n_below; ++r) above.row(r) = Y.row(below[r]).head(columns.n);
            y.noalias() -= L.middleRows(n, n_below).transpose() * above;
        }
        L.topRows(n).triangularView<Eigen::Lower>().transpose().solveInPlace(y);
    }
}

}  // namespace sinew::steklov
