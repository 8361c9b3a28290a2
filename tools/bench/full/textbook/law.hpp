/// The materials again, as a textbook would program them: in doubles, one point at a time, from the
/// formulas in the papers and with general tools (Eigen's SVD and eigensolver). They serve as a
/// baseline of speed, and as a second opinion on forces and tangents.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace sinew::bench {

using Matrix9 = Eigen::Matrix<double, 9, 9>;

/// P = dPsi/dF [Pa], and dP/dF with column-major F and P [Pa].
using TextbookLaw = void (*)(const Eigen::Matrix3d& F, Eigen::Matrix3d& P, Matrix9& dPdF);

struct LawPair {
    std::string plugin;      ///< name of the material plugin
    std::string parameters;  ///< of the plugin, for E = 1 MPa and nu = 0.45, in YAML
    bool is_convex;          ///< PSD-projected and exact tangent are the same
    TextbookLaw textbook;
};

const std::vector<LawPair>& law_pairs();

/// Raises negative eigenvalues to zero, by Eigen's eigensolver.
void project_to_psd(Matrix9& dPdF);

}  // namespace sinew::bench
