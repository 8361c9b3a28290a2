/// Strains of elements as rows, such that sums of squares of rows are integrals over the element.
#pragma once

#include <memory>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <stvk_polynomial/gram.hpp>
#include <stvk_polynomial/strain_rows.hpp>

namespace sinew::stvk {

class ElementStrains {
public:
    virtual ~ElementStrains() = default;
    /// Rows that an element has.
    virtual Index n_shear_rows() const = 0;
    virtual Index n_trace_rows() const = 0;

    /// The sums of squares of rows become a integral of E:E and b integral of tr(E)^2.
    struct Weights {
        double shear = 1, trace = 1;
    };
    virtual void fill(Index element, const Weights& weights, StrainRows& strains, Gram& shear,
                      Index first_shear, Gram& trace, Index first_trace) const = 0;
};

/// Any elements, by the quadrature that is exact for the energy where elements are straight.
std::unique_ptr<ElementStrains> strains_at_points(const VolumeMesh& mesh);

/// Hexahedra that are rectangular bricks. A component of the strain is there a polynomial of low
/// degree, E_xx of degrees 0, 2, 2 in x, y, z and E_xy of 1, 1, 2: with a quadrature of its own for
/// each, 63 rows give what takes 6 rows at each of 27 points.
std::unique_ptr<ElementStrains> strains_of_bricks(const VolumeMesh& mesh);
bool is_brick(const VolumeMesh& mesh, Index element);

}  // namespace sinew::stvk
