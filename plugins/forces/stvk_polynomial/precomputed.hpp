/// The precomputed coefficients of a body's reduced energy, and their form in an artifact.
#pragma once

#include <optional>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/forces/changing_materials.hpp>
#include <sinew/mechanics/material/stvk_parameters.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/player/symmetric_tensors.hpp>

namespace sinew::stvk {

/// Parts of a body whose elements have the same constants and lie in the same of some element sets,
/// in the order of their first elements. Those of `sets` that the mesh does not have are left out.
std::vector<ChangingMaterials::Region> regions_of(const VolumeMesh& mesh,
                                                  const std::vector<ElasticConstants>& constants,
                                                  const std::vector<std::string>& sets = {});
/// Largest number of regions that get polynomials of their own.
constexpr std::size_t most_regions = 16;

/// The energy is the sum over the regions of lambda times the first and mu times the second part;
/// without regions, the only part. Barbic & James 2005, section 6.5.
struct Precomputed {
    std::vector<SymmetricTensors> parts;
};

Precomputed precompute(const VolumeMesh& mesh, const Eigen::MatrixXd& U,
                       const std::vector<ElasticConstants>& constants,
                       const std::vector<ChangingMaterials::Region>& regions);

Archive to_archive(const Precomputed& precomputed);
/// Throws ComputationError if something is missing or of another size.
Precomputed from_archive(const Archive& archive, Index r, std::size_t n_parts);

}  // namespace sinew::stvk
