/// A drawn frame: bodies in soft light, the ground with their shadow, a scale of colours, the time.
#pragma once

#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkRenderer.h>
#include <vtkRenderWindow.h>
#include <vtkSmartPointer.h>

#include <optional>
#include <string>
#include <vector>

#include "camera.hpp"

class vtkActor;
class vtkColorTransferFunction;
class vtkImageData;
class vtkProp3D;
class vtkScalarBarActor;
class vtkTextActor;

namespace sinew::results {

/// The look that stays the same over all frames.
struct Look {
    Bounds bounds;             ///< of all frames
    std::optional<Vec> track;  ///< largest extents of a frame: the camera goes with its middle
    Vec direction;             ///< towards the eye
    std::string field;         ///< "" for one colour
    std::string title;         ///< of the scale
    double low = 0, high = 1;  ///< of the scale
    bool edges = false;
    bool ground = false;  ///< a grid at z = 0
};

class Picture {
public:
    Picture(const Look& look, int width, int height);
    ~Picture();
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;

    void resize(int width, int height);
    /// Draws these skins and volumes, and what they may touch, as they are at that time [s].
    void draw(const std::vector<vtkSmartPointer<vtkDataSet>>& shapes,
              const std::vector<vtkSmartPointer<vtkDataSet>>& obstacles, double time);

    /// The image that was drawn, red green blue.
    vtkSmartPointer<vtkImageData> image();

private:
    void add_ground();
    void add_scale();
    void place_scale();
    void follow(const std::vector<vtkSmartPointer<vtkDataSet>>& shapes);
    void add(vtkSmartPointer<vtkProp3D> prop);
    vtkSmartPointer<vtkActor> body(vtkPolyData* skin) const;
    vtkSmartPointer<vtkActor> obstacle(vtkPolyData* surface) const;
    vtkSmartPointer<vtkActor> shadow(vtkPolyData* skin) const;

    Look look_;
    int width_, height_;
    vtkNew<vtkRenderer> renderer_;
    vtkNew<vtkRenderWindow> window_;
    vtkSmartPointer<vtkColorTransferFunction> colours_;
    vtkSmartPointer<vtkTextActor> stamp_, title_;
    vtkSmartPointer<vtkScalarBarActor> scale_;
    std::vector<vtkSmartPointer<vtkProp3D>> props_;
};

}  // namespace sinew::results
