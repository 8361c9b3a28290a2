/// The plane z = 0 under a picture.
#pragma once

#include <vtkActor.h>
#include <vtkSmartPointer.h>

#include <vector>

#include "camera.hpp"

namespace sinew::results {

/// A sheet and the lines of a grid on it, in steps of 1, 2 or 5 times a power of ten [m], wider
/// than what stands on it.
std::vector<vtkSmartPointer<vtkActor>> ground_grid(const Bounds& bounds);

/// Height at which bodies that lie on the sheet are drawn above it [m].
double ground_lift(const Bounds& bounds);

/// True if what has these bounds lies flat on z = 0, where the ground of a picture of `shown` is.
bool is_ground(const Bounds& bounds, const Bounds& shown);

/// True if bodies of these bounds seem to stand or fall on z = 0: they come to it, and not below,
/// and are no slice so thin that its own shadow would cover it.
bool stands_on_ground(const Bounds& bounds);

}  // namespace sinew::results
