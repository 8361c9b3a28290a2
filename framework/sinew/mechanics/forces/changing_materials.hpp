/// Reduced forces whose material may change while they run.
#pragma once

#include <string>
#include <vector>

namespace sinew {

/// The regions of a body whose constants may change: see ReducedForces::changing_materials.
class ChangingMaterials {
public:
    /// Elements of the body that have had the same constants from the start, and lie in the same
    /// of the element sets that change.
    struct Region {
        int pair = 0;  ///< number of its pair of constants, in the order of their first elements
        std::string name;  ///< of the mesh's element set that holds just these elements, or `pair`
        std::vector<int> elements;  ///< ascending
        double young = 0;           ///< [Pa]
        double poisson = 0;
    };

    /// A region whose constants are going to change.
    struct Expected {
        int region = 0;
        bool poisson = true;  ///< false if its young alone does
    };

    virtual ~ChangingMaterials() = default;

    /// The regions with their present constants. Never empty; one region is the whole body.
    virtual const std::vector<Region>& regions() const = 0;
    /// Announces all that is going to change from now on, before the forces are first evaluated:
    /// the less it is, the faster are changes. Without it, anything may change.
    virtual void expect(const std::vector<Expected>& changes) = 0;
    /// young [Pa] > 0; -1 < poisson < 0.5. Allocates no memory.
    virtual void set_region(int region, double young, double poisson) = 0;
};

}  // namespace sinew
