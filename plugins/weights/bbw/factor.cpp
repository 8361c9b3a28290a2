#include "factor.hpp"

#include <new>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/linear/cholmod_views.hpp>
#include <sinew/mechanics/linear/held_termination.hpp>

namespace sinew::bbw {
namespace {

cholmod_sparse view(const Sparse& lower) {
    return lower_half({lower.outerIndexPtr(), static_cast<std::size_t>(lower.cols()) + 1},
                      lower.innerIndexPtr(), lower.valuePtr());
}

[[noreturn]] void fail(const cholmod_common& common) {
    if (common.status == CHOLMOD_OUT_OF_MEMORY) throw std::bad_alloc();
    throw ComputationError("CHOLMOD could not factor the energy of the weights",
                           "use a coarser mesh");
}

}  // namespace

std::vector<int> elimination_order(const Sparse& lower) {
    cholmod_common common;
    start_supernodal(common, CHOLMOD_METIS);
    cholmod_sparse A = view(lower);
    const HeldTermination held;
    cholmod_factor* factor = cholmod_analyze(&A, &common);
    if (!factor) {
        const cholmod_common why = common;
        cholmod_finish(&common);
        fail(why);
    }
    const int* order = static_cast<const int*>(factor->Perm);
    std::vector<int> result(order, order + lower.rows());
    cholmod_free_factor(&factor, &common);
    cholmod_finish(&common);
    return result;
}

Sparse lower_part(const Sparse& A, const std::vector<int>& subset, std::vector<int>& position) {
    const int n = int(subset.size());
    for (int k = 0; k < n; ++k) position[std::size_t(subset[std::size_t(k)])] = k;
    Sparse part(n, n);
    Eigen::Index room = 0;
    for (const int j : subset) room += A.outerIndexPtr()[j + 1] - A.outerIndexPtr()[j];
    part.reserve(room / 2 + n);
    for (int k = 0; k < n; ++k) {
        const int j = subset[std::size_t(k)];
        part.startVec(k);
        for (Sparse::InnerIterator entry(A, j); entry; ++entry) {
            const int row = position[std::size_t(entry.row())];
            if (row >= k) part.insertBack(row, k) = entry.value();
        }
    }
    part.finalize();
    for (const int j : subset) position[std::size_t(j)] = -1;
    return part;
}

Factor::Factor() {
    start_supernodal(common_, CHOLMOD_NATURAL);
}

Factor::~Factor() {
    cholmod_free_factor(&factor_, &common_);
    cholmod_free_dense(&solution_, &common_);
    cholmod_free_dense(&work_y_, &common_);
    cholmod_free_dense(&work_e_, &common_);
    cholmod_finish(&common_);
}

void Factor::analyze(const Sparse& lower) {
    cholmod_sparse A = view(lower);
    cholmod_free_factor(&factor_, &common_);
    const HeldTermination held;
    factor_ = cholmod_analyze(&A, &common_);
    if (!factor_) fail(common_);
}

bool Factor::factorize(const Sparse& lower) {
    cholmod_sparse A = view(lower);
    cholmod_factorize(&A, factor_, &common_);
    if (common_.status == CHOLMOD_NOT_POSDEF) return false;
    if (common_.status != CHOLMOD_OK) fail(common_);
    return true;
}

Vector Factor::solve(Vector b) {
    cholmod_dense rhs = dense_columns(b.data(), static_cast<std::size_t>(b.size()));
    if (!cholmod_solve2(CHOLMOD_A, factor_, &rhs, nullptr, &solution_, nullptr, &work_y_, &work_e_,
                        &common_))
        fail(common_);
    b = Eigen::Map<const Vector>(static_cast<const double*>(solution_->x), b.size());
    return b;
}

}  // namespace sinew::bbw
