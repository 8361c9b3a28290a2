/// The nodes of a body, apart: those whose displacements are unknowns of the surface model, and the
/// others, which are at equilibrium whatever those do.
#pragma once

#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <vector>

namespace sinew::steklov {

struct NodeSets {
    std::vector<int> surface;   ///< nodes of the skin and constrained ones, ascending
    std::vector<int> interior;  ///< the others, ascending
    std::vector<int> number;    ///< of each node in its set
    std::vector<char> on_surface;
    std::vector<int> free;  ///< of `surface`, as positions there: not constrained in all three axes
    std::vector<int> free_number;  ///< of each node among those, or -1

    Index n_surface() const { return Index(surface.size()); }
    Index n_interior() const { return Index(interior.size()); }
    /// Number in one of the two sets, -1 for nodes of the other.
    std::vector<int> numbers_on_surface() const;
    std::vector<int> numbers_in_interior() const;

    /// u(set) <-> the set's own vector; x y z a node.
    void take_surface(const Vector& all, Vector& part) const { take(surface, all, part); }
    void take_interior(const Vector& all, Vector& part) const { take(interior, all, part); }
    void put_surface(const Vector& part, Vector& all) const { put(surface, part, all); }
    void put_interior(const Vector& part, Vector& all) const { put(interior, part, all); }

private:
    static void take(const std::vector<int>& set, const Vector& all, Vector& part);
    static void put(const std::vector<int>& set, const Vector& part, Vector& all);
};

/// `constrained`: a flag a degree of freedom. If not `surface_only`, all nodes are on the surface.
NodeSets split_nodes(const Body& body, const FixedMask& constrained, bool surface_only);

}  // namespace sinew::steklov
