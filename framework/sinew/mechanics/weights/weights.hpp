/// The interface of `weights/` plugins: the skinning weight of each bone at each point of a body.
#pragma once

#include <Eigen/SparseCore>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/rig/bone.hpp>

namespace sinew {

/// One row a point, one column a bone; rows sum to one, no entry is negative.
using SkinWeights = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// Skinning weights of a body for the bones of a rig.
class Weights : public Object {
public:
    static constexpr const char* kind = "weights";
    /// Weights have no common parameters.
    struct Common {
        static constexpr auto fields = std::tuple{};
    };
    Common common;

    /// n_nodes x n_bones. `mesh` is in the world, at rest, as the bones are.
    virtual SkinWeights on_nodes(const VolumeMesh& mesh, const std::vector<Bone>& bones) const = 0;
    /// n_elements x n_bones, of the elements' centres: means over their nodes, if a plugin does not
    /// know better. `nodes`: what on_nodes gave for a mesh with the same nodes.
    virtual SkinWeights on_elements(const VolumeMesh& mesh, const std::vector<Bone>& bones,
                                    const SkinWeights& nodes) const;
    /// True if a bone may be left without any node on purpose; otherwise users are warned of it.
    virtual bool may_leave_bones_out() const { return false; }
};

/// Means over the corners of each element, divided by their sum.
SkinWeights averaged_on_elements(const VolumeMesh& mesh, const SkinWeights& nodes);
/// Means over the elements around each node, divided by their sum. Nodes without an element have
/// none.
SkinWeights averaged_on_nodes(const VolumeMesh& mesh, const SkinWeights& elements);
/// Means of the corners of each element, one a column [m].
Points element_centres(const VolumeMesh& mesh);

}  // namespace sinew
