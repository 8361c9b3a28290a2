/// A constitutive law on the elements of a mesh, point by point.
///
/// Laws work on packs: eight elements side by side, all at the quadrature point of the same number.
/// Element e is lane e % 8 of element pack e / 8; lanes past the last element repeat it.
#pragma once

#include <memory>
#include <sinew/mechanics/law/tangent9.hpp>
#include <sinew/mechanics/math/definiteness.hpp>
#include <sinew/mechanics/math/pack.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <span>
#include <string>
#include <vector>

namespace sinew {

/// A law by its name, with its constants: what a file can hold of it.
struct NamedConstants {
    std::string law;             ///< "neo_hookean"; empty if it has no name
    std::vector<double> values;  ///< those of one element after those of the other
};

/// A constitutive law with the parameters of every element of a mesh. F: deformation gradient, 3 x
/// 3; all spans of a call are equally long.
class PointLaw {
public:
    virtual ~PointLaw() = default;

    /// Moves what the law takes from elsewhere (the rotations of a rig) to time t [s]. Not while
    /// others evaluate it.
    virtual void move_to(double /*t*/) {}
    /// True if move_to changes anything.
    virtual bool moves() const { return false; }

    /// The rotation that a rig gives each element, if one does.
    virtual std::span<const Eigen::Matrix3d> rotations() const { return {}; }
    /// True if dP/dF is the same for every F, at all times and of either definiteness.
    virtual bool constant_tangent() const { return false; }

    /// Entry k of every span belongs to element pack first + k.
    /// psi: energy per rest volume [J/m^3].
    virtual void energy(Index first, std::span<const Mat3<Pack>> F, std::span<Pack> psi) const = 0;
    /// P: first Piola-Kirchhoff stress [Pa].
    virtual void stress(Index first, std::span<const Mat3<Pack>> F,
                        std::span<Mat3<Pack>> P) const = 0;
    /// P [Pa] and dPdF [Pa], 9 x 9: the exact derivative, or its PSD projection.
    virtual void stress_and_tangent(Index first, std::span<const Mat3<Pack>> F,
                                    std::span<Mat3<Pack>> P, std::span<Tangent9<Pack>> dPdF,
                                    Definiteness definiteness) const = 0;
    /// dP for a change H of F: the matrix-free tangent.
    virtual void stress_change(Index first, std::span<const Mat3<Pack>> F,
                               std::span<const Mat3<Pack>> H, std::span<Mat3<Pack>> dP,
                               Definiteness definiteness) const = 0;
    /// The law's name and constants, if a player of reduced models knows its formulas (see
    /// law/named_law.hpp); no name if not. n: number of elements.
    virtual NamedConstants named_constants(Index /*n*/) const { return {}; }
    /// The law at points that lie in any element: point i takes the constants of elements[i] of the
    /// mesh, in the place of those of element i. nullptr if it takes more of the mesh than
    /// constants (the rotations of a rig). May refer to this.
    virtual std::unique_ptr<PointLaw> at_points(std::span<const Index> /*elements*/) const {
        return nullptr;
    }
    /// True if its constants are those of every element alike.
    virtual bool is_uniform() const { return false; }
    /// A law of small strains: no difference is made between the shapes at rest and at present, so
    /// that P stands for the Cauchy stress too.
    virtual bool small_strain() const { return false; }
    /// Lanes in which the law is defined (det F > 0 for most).
    virtual void admissible(Index first, std::span<const Mat3<Pack>> F,
                            std::span<Mask> ok) const = 0;
};

}  // namespace sinew
