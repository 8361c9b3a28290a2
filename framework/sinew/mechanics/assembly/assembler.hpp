/// Sums what elements give into forces and matrices of a whole body.
#pragma once

#include <memory>
#include <sinew/mechanics/assembly/block_matrix.hpp>
#include <sinew/mechanics/assembly/element_forces.hpp>
#include <sinew/mechanics/assembly/gather_plan.hpp>
#include <sinew/mechanics/assembly/matrix_sums.hpp>
#include <sinew/mechanics/math/aligned.hpp>
#include <sinew/mechanics/system/event.hpp>

namespace sinew {

/// u, f, x, y: displacements [m] and forces [N] of all nodes, x y z a node. All results are bitwise
/// the same for any number of threads.
class Assembler {
public:
    /// `law`: whose name what the elements throw is said in.
    explicit Assembler(std::unique_ptr<ElementForces> elements, Origin law = {});

    /// The formulation's forces, element by element.
    const ElementForces& elements() const { return *elements_; }
    /// Pairs of nodes that stiffness couples: the pattern of its matrices.
    const std::shared_ptr<const BlockPattern>& pattern() const { return pattern_; }
    /// Gives the pattern further blocks (both triangles); matrices made before do not fit any more.
    void extend(const std::vector<NodePair>& further);

    /// Moves what the elements take from a rig to time t [s].
    void move_to(double t) { elements_->move_to(t); }

    /// Moves the nodes at rest to these positions, 3 x n_nodes [m], of elements that follow them: u
    /// is from there. The event: an element is turned inside out.
    Event move_rest(const Points& rest);
    /// ElementTable::limit_stretch of the elements.
    void limit_stretch(double least, const Points& positions) {
        elements_->limit_stretch(least, positions);
    }

    /// f := internal forces at u.
    Event forces(const Vector& u, Vector& f);
    /// f := internal forces at u, and A := stiffness K(u) + mass M. `masses`: one number [kg] a
    /// block of the pattern.
    Event forces_and_matrix(const Vector& u, Definiteness definiteness, double stiffness,
                            double mass, const Vector& masses, Vector& f, BlockMatrix& A);
    /// y := K(u) x without a matrix.
    void stiffness_times(const Vector& u, const Vector& x, Definiteness definiteness, Vector& y);
    /// Elastic energy [J]; +inf if an element is inadmissible.
    double energy(const Vector& u);
    /// Fields of the integration points at u, in the mesh's order of elements.
    PointFields point_fields(const Vector& u);

private:
    template <class Batch>
    void over_chunks(Batch&& batch, Vector& f, const MatrixSums::Target* matrix);
    FirstBad prepare(const Vector& u);
    void gather_nodes(const GatherChunk& chunk, const double* forces, Vector& f);
    void add_shared(const TeamMember& member, Vector& f, const MatrixSums::Target* matrix);
    Event event(const FirstBad& bad, const Vector& u, const Vector* f) const;

    std::unique_ptr<ElementForces> elements_;
    Origin law_;
    const ElementTable& table_;
    GatherPlan plan_;
    std::shared_ptr<const BlockPattern> pattern_;
    MatrixSums matrix_sums_;
    std::vector<int> nonlocal_;              ///< blocks of the pattern that are not among them
    AlignedVector<double> forces_, blocks_;  ///< one chunk's room for each thread
    std::vector<double> force_slots_;
};

}  // namespace sinew
