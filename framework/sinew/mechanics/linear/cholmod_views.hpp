/// Views of our matrices and vectors as CHOLMOD's types, for plugins that link it.
#pragma once

#include <cholmod.h>

#include <cstddef>
#include <span>

namespace sinew {

/// Supernodal factors in one order of elimination (CHOLMOD_METIS, say), without a word on stdout.
inline void start_supernodal(cholmod_common& common, int ordering) {
    cholmod_start(&common);
    common.print = 0;
    common.supernodal = CHOLMOD_SUPERNODAL;
    common.nmethods = 1;
    common.method[0].ordering = ordering;
    common.postorder = true;
}

/// A symmetric matrix whose lower half stands there column by column, rows rising: a view, through
/// which CHOLMOD reads alone. `starts`: of each column in rows and values, and their number.
inline cholmod_sparse lower_half(std::span<const int> starts, const int* rows,
                                 const double* values) {
    cholmod_sparse A{};
    A.nrow = A.ncol = starts.empty() ? 0 : starts.size() - 1;
    A.nzmax = starts.empty() ? 0 : static_cast<std::size_t>(starts.back());
    A.p = const_cast<int*>(starts.data());
    A.i = const_cast<int*>(rows);
    A.x = const_cast<double*>(values);
    A.stype = -1;
    A.itype = CHOLMOD_INT;
    A.xtype = CHOLMOD_REAL;
    A.dtype = CHOLMOD_DOUBLE;
    A.sorted = A.packed = 1;
    return A;
}

/// Columns of numbers, one behind the other: a view.
inline cholmod_dense dense_columns(double* numbers, std::size_t n_rows, std::size_t n_columns = 1) {
    cholmod_dense dense{};
    dense.nrow = dense.d = n_rows;
    dense.ncol = n_columns;
    dense.nzmax = n_rows * n_columns;
    dense.x = numbers;
    dense.xtype = CHOLMOD_REAL;
    dense.dtype = CHOLMOD_DOUBLE;
    return dense;
}

}  // namespace sinew
