/// Rayleigh damping of one body: D = mass M + stiffness K.
#pragma once

#include <sinew/mechanics/assembly/assembler.hpp>
#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/system/state.hpp>

namespace sinew {

/// K is the stiffness where the step began, the same all through it, so that the forces D v derive
/// from the dissipation v'D v/2 and the tangent of D v is complete; positive semi-definite unless
/// the exact one is asked for. Of a body whose rest shape moves it is that of the deformation at
/// the start from the rest shape at the end.
class FullSpaceDamping {
public:
    /// Both must outlive this.
    FullSpaceDamping(Assembler& assembler, const MassMatrix& mass)
        : assembler_(assembler), mass_(mass) {}

    /// Sets the factors of M [1/s] and K [s].
    void set(const Rayleigh& rayleigh) { rayleigh_ = rayleigh; }
    /// The factors that were set.
    const Rayleigh& rayleigh() const { return rayleigh_; }

    /// Begins a step at q: from now on K is the stiffness there.
    void begin_step(const Vector& q);
    /// f += D v.
    void add_forces(const Vector& v, Vector& f);
    /// A += weight times the share of K; that of M goes with the other masses. The event: there is
    /// no K where the step began.
    Event add_stiffness(double weight, BlockMatrix& A);
    /// v'D v/2 [W].
    double dissipation(const Vector& v);

private:
    Event find_stiffness();

    Assembler& assembler_;
    const MassMatrix& mass_;
    Rayleigh rayleigh_;
    Vector q_;               ///< where the step began
    BlockMatrix stiffness_;  ///< K there, if known
    bool known_ = false;
    Vector work_;
};

}  // namespace sinew
