/// The weighted sum over some elements of a body: the player's forces, whose failures are told as
/// events.
#pragma once

#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/assembly/element_table.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/system/event.hpp>
#include <sinew/player/weighted_elements.hpp>

namespace sinew {

/// One thread at a time; no call allocates memory once each has been made.
class WeightedElements {
public:
    /// U: n x r; weights >= 0. `whole`: of the body's own elements.
    WeightedElements(const Body& body, const ElementTable& whole, const Eigen::MatrixXd& U,
                     const std::vector<int>& elements, const Vector& weights);

    /// f := f(q), r numbers.
    Event forces(const Vector& q, Vector& f) { return event(forces_.forces(q, f)); }
    /// f as of `forces`, and K := df/dq, r x r, both triangles; without negative eigenvalues if
    /// `definiteness` is psd_projected.
    Event forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                               Eigen::MatrixXd& K) {
        return event(forces_.forces_and_stiffness(q, definiteness, f, K));
    }
    /// [J]; +inf if an element is inadmissible.
    double energy(const Vector& q) { return forces_.energy(q); }

    /// Number of elements with weights.
    Index size() const { return forces_.sum().packs.n_elements; }

    /// Writes forces/ of a reduced model (docs/player.md). Returns why no player can evaluate
    /// them, or "".
    std::string export_to(Archive& archive) const;

private:
    Event event(const player::Failure& failure) const;

    std::string path_, material_;
    ElementType type_;
    player::WeightedElements forces_;
};

}  // namespace sinew
