/// The shape of a body at rest, as a function of material coordinates.
#pragma once

#include <sinew/mechanics/eulerian/skin_triangles.hpp>
#include <sinew/mechanics/grid/interpolation.hpp>

namespace sinew {

/// Signed distances from the skin of a mesh, and the elements about each point, sampled on a
/// lattice once: what a solid on a grid asks for at positions X = x - u(x).
class MaterialShape {
public:
    /// `mesh`, which must outlive this, and its skin at rest, in the world [m], on a lattice of
    /// this spacing [m]. `flat`: an axis along which the body counts as endless, as on a grid with
    /// one cell there.
    MaterialShape(const VolumeMesh& mesh, const Boundary& skin, double spacing,
                  std::optional<int> flat = {});

    /// Negative inside; bounded by five spacings [m].
    double distance(const Eigen::Vector3d& X) const { return at_.at(X).of(distances_); }
    /// d distance / dX [1] at X [m].
    Eigen::Vector3d gradient(const Eigen::Vector3d& X) const;
    /// The nodes of the triangle of the skin that is nearest to X, where distances are known.
    std::optional<Eigen::Vector3i> nearest_triangle(const Eigen::Vector3d& X) const;
    /// True where distances are known: inside, and near outside.
    bool reaches(const Eigen::Vector3d& X) const;
    /// The axis along which the body counts as endless.
    std::optional<int> flat() const { return flat_; }
    /// Depth of the deepest point sampled [m].
    double deepest() const { return -distances_.minCoeff(); }
    /// The element that X is in, or one that is near.
    Index element(const Eigen::Vector3d& X) const;

private:
    SkinTriangles skin_;
    std::optional<int> flat_;
    Lattice lattice_;
    TrilinearInterpolation at_;
    Vector distances_;
    std::vector<int> elements_;
};

}  // namespace sinew
