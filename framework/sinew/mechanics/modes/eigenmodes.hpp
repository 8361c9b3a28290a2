/// The one generalized eigensolver: vibration modes of a body at rest, K x = lambda M x.
#pragma once

#include <sinew/mechanics/modes/modal_pencil.hpp>

namespace sinew {

/// Vibration modes, one a column.
struct Eigenmodes {
    Vector values;            ///< lambda = omega^2 [1/s^2], ascending
    Eigen::MatrixXd vectors;  ///< n x k, mass-orthonormal, the largest entry of each positive
};

/// The k lowest modes that are not rigid motions. Repeated eigenvalues come out as a whole. The
/// result is the same for any number of threads. Throws InputError in the name of the pencil's
/// owner if there are not so many, or if parts of the body move freely.
Eigenmodes elastic_modes(const ModalPencil& pencil, int k);

/// Vibrations a second [Hz].
Vector frequencies(const Vector& eigenvalues);

/// Turns columns so that the largest entry of each (the first of equals) is positive.
void fix_signs(Eigen::MatrixXd& vectors);

}  // namespace sinew
