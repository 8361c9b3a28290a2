/// Common part of pictures of runs and windows on running scenes.
#pragma once

#include <vtkSmartPointer.h>

#include "camera.hpp"

class vtkImageData;
class vtkProperty;
class vtkRenderer;
class vtkRenderWindow;

namespace sinew::results {

constexpr Vec ink{0.16, 0.18, 0.21};  ///< of words

/// A light background, and soft light from the side of the eye.
void light(vtkRenderer& renderer);
/// The colour of a body without a field, and how it shines.
void make_clay(vtkProperty& property);
/// So near and far does the camera see that nothing within or about the bounds is cut off.
void clip(vtkCamera& camera, const Bounds& bounds);
/// The image that was drawn last, red green blue.
vtkSmartPointer<vtkImageData> image_of(vtkRenderWindow& window);

}  // namespace sinew::results
