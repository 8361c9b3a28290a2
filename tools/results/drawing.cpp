#include "drawing.hpp"

#include <vtkCamera.h>
#include <vtkImageData.h>
#include <vtkLightKit.h>
#include <vtkNew.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkRenderWindow.h>
#include <vtkWindowToImageFilter.h>

#include <algorithm>
#include <cmath>

namespace sinew::results {

void light(vtkRenderer& renderer) {
    renderer.SetBackground(0.90, 0.92, 0.94);
    renderer.SetBackground2(0.99, 0.99, 0.99);
    renderer.GradientBackgroundOn();
    vtkNew<vtkLightKit> lights;
    lights->SetKeyLightIntensity(0.85);
    lights->SetKeyLightAngle(45, -25);
    lights->SetKeyToFillRatio(1.7);
    lights->SetKeyToBackRatio(3.0);
    lights->SetKeyToHeadRatio(4.5);
    lights->AddLightsToRenderer(&renderer);
}

void make_clay(vtkProperty& property) {
    property.SetColor(0.86, 0.58, 0.46);
    property.SetAmbient(0.22);
    property.SetDiffuse(0.85);
    property.SetSpecular(0.18);
    property.SetSpecularPower(18);
}

void clip(vtkCamera& camera, const Bounds& b) {
    const double size = std::hypot(b[1] - b[0], b[3] - b[2], b[5] - b[4]);
    const double distance = camera.GetDistance();
    camera.SetClippingRange(std::max(0.02 * distance, distance - 3 * size), distance + 6 * size);
}

vtkSmartPointer<vtkImageData> image_of(vtkRenderWindow& window) {
    vtkNew<vtkWindowToImageFilter> grab;
    grab->SetInput(&window);
    grab->ReadFrontBufferOff();
    grab->Update();
    return grab->GetOutput();
}

}  // namespace sinew::results
