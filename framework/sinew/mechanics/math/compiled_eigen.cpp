#define SINEW_EIGEN_TEMPLATE template
#include <sinew/mechanics/math/compiled_eigen.hpp>
