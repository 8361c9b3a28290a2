/// The fields of integration points, gathered from packs of elements.
#pragma once

#include <sinew/mechanics/assembly/element_table.hpp>
#include <sinew/mechanics/system/point_fields.hpp>

namespace sinew {

/// Gathers the fields of a table's elements.
class GatheredFields {
public:
    /// `small_strain`: the law is one of small strains.
    GatheredFields(const ElementTable& table, bool small_strain);
    /// F: of the displacements; P: the stress whose work with changes of F the internal forces do
    /// [Pa]; psi [J/m^3].
    void set(Index pack, int point, const Mat3<Pack>& F, const Mat3<Pack>& P, const Pack& psi);
    /// The fields, in the mesh's order of elements.
    PointFields take() { return std::move(fields_); }

private:
    const ElementTable& table_;
    bool small_strain_;
    PointFields fields_;
};

}  // namespace sinew
