/// A system's tangent, offered three ways: as an operator, as entries, as a preconditioner.
#pragma once

#include <memory>
#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew {

/// Compressed rows of 3 x 3 blocks, as a matrix of nodes holds them.
struct NodeRows {
    Index n_rows = 0;
    const int* starts = nullptr;     ///< n_rows + 1: the first block of each row, and the end
    const int* columns = nullptr;    ///< of each block, as a node, ascending in a row
    const double* values = nullptr;  ///< nine numbers a block, column by column
};

/// Receives the entries of a matrix. A tangent makes the same calls in the same order as long as
/// its pattern_revision() stays, so that a receiver finds positions once and replays them.
class EntrySink {
public:
    virtual ~EntrySink() = default;
    /// Adds `block` (row-major or not, as Eigen maps it) with its first entry at (row, col).
    virtual void add(Index row, Index col, const Eigen::Ref<const Eigen::MatrixXd>& block) = 0;
    /// The frequent case apart: 3 x 3.
    virtual void add3(Index row, Index col, const Eigen::Matrix3d& block) = 0;
    /// A whole matrix of nodes, its first entry at (offset, offset): its blocks by `add3`, row by
    /// row, unless the sink can read them where they are. They stay until the tangent changes.
    virtual void add_rows(const NodeRows& rows, Index offset) {
        for (Index i = 0; i < rows.n_rows; ++i)
            for (int b = rows.starts[i]; b < rows.starts[i + 1]; ++b)
                add3(offset + 3 * i, offset + 3 * Index(rows.columns[b]),
                     Eigen::Map<const Eigen::Matrix3d>(rows.values + 9 * std::ptrdiff_t(b)));
    }
};

/// y = P^-1 x for some P near the tangent, symmetric and positive definite.
class Preconditioner {
public:
    virtual ~Preconditioner() = default;
    /// y := P^-1 x.
    virtual void apply(const Vector& x, Vector& y) const = 0;
};

/// A block of couplings' stiffness, at degrees of freedom of the system that they act on.
struct CouplingBlock {
    Index row, col;         ///< of its first entry
    Eigen::MatrixXd block;  ///< its entries, with the tangent's weights in them
};

/// Properties of a tangent that a linear solver checks before it takes it.
struct TangentProperties {
    bool has_entries = true;  ///< else it is an operator only
    bool symmetric = true;
    bool is_of_nodes = false;  ///< degrees of freedom are displacements of points, in threes
};

/// The tangent matrix A of a system, size() x size().
class Tangent {
public:
    virtual ~Tangent() = default;
    /// Number of degrees of freedom.
    virtual Index size() const = 0;

    /// y = A x; the sum of each entry of y is taken in a fixed order.
    virtual void apply(const Vector& x, Vector& y) const = 0;
    /// False if the tangent is an operator only; add_entries is not called then.
    virtual bool has_entries() const { return true; }
    /// All entries (both triangles when symmetric), shifted by offset in rows and columns.
    virtual void add_entries(EntrySink& sink, Index offset) const = 0;
    /// The matrix itself where it is full; else nullptr.
    virtual const Eigen::MatrixXd* dense() const { return nullptr; }
    /// Changes when the pattern does.
    virtual long pattern_revision() const = 0;
    /// Entries stay, to the last bit, as long as this number does, which no other tangent has; 0 if
    /// nobody keeps count.
    virtual long values_revision() const { return 0; }
    /// The diagonal of A.
    virtual Vector diagonal() const = 0;
    /// The 2-norm of the diagonal.
    virtual double diagonal_norm() const { return diagonal().norm(); }
    /// The system's own preconditioner (skinned incomplete Cholesky, say), or nullptr. Rows in
    /// `fixed` (one flag a degree of freedom) are to be treated as identity. `coupled`: what
    /// couplings add to this tangent, which P may heed.
    virtual std::unique_ptr<Preconditioner> preconditioner(
        const std::vector<char>& /*fixed*/, const std::vector<CouplingBlock>& /*coupled*/) const {
        return nullptr;
    }

    /// True if A is symmetric.
    virtual bool symmetric() const = 0;
    /// The properties of this tangent.
    TangentProperties properties() const {
        return {has_entries(), symmetric(), dofs_per_node() == 3};
    }
    /// Number of adjacent degrees of freedom of a node: 3 if they are the displacement of a point,
    /// 1 if nothing is known.
    virtual int dofs_per_node() const { return 1; }
    /// Rotation of each node since rest, if a rig gives it: the tangent is then near R K(rest) R'.
    /// One rotation for every three degrees of freedom, or none at all.
    virtual std::vector<Eigen::Matrix3d> node_rotations() const { return {}; }
    /// Columns that span the near null space (six rigid modes), size() rows; may be empty.
    virtual Eigen::MatrixXd near_null_space() const { return {}; }
};

}  // namespace sinew
