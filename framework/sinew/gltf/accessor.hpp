/// Numbers of a glTF file's buffers (sections 3.6 and 5.1).
#pragma once

#include <Eigen/Core>
#include <string>

#include "gltf_file.hpp"

namespace tinygltf {
class Model;
}

namespace sinew::gltf {

/// A column an element; integers that are normalised become fractions, and sparse values are put
/// in. `what` names the accessor in messages. Throws InputError in the name of the file: an
/// accessor that is not there, is not of `n_components` (0 for any), reaches past its buffer, or
/// holds what is not finite.
Eigen::MatrixXd numbers(const tinygltf::Model& model, const File& file, int accessor,
                        int n_components, const std::string& what);

}  // namespace sinew::gltf
