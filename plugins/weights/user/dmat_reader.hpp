/// Matrices in libigl's DMAT format.
#pragma once

#include <Eigen/Core>
#include <istream>
#include <string>

namespace sinew {

/// The first line is `columns rows`, then come the numbers, column by column. `0 0` there means
/// that columns and rows stand in the next line, and the numbers behind it as little-endian
/// doubles. `name` is what messages call the file. Throws InputError.
Eigen::MatrixXd read_dmat(std::istream& in, const std::string& name);

}  // namespace sinew
