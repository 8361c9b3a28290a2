/// The functions of the mouse's buttons.
#pragma once

#include <vtkInteractorStyleTrackballCamera.h>

#include "stage.hpp"

namespace sinew::view {

/// Left pulls what lies under the cursor, or turns the view where nothing does; right turns, middle
/// and wheel zoom, with shift the middle button moves the view.
class Mouse final : public vtkInteractorStyleTrackballCamera {
public:
    static Mouse* New();
    vtkTypeMacro(Mouse, vtkInteractorStyleTrackballCamera);

    Listener* listener = nullptr;

    void OnMouseMove() override;
    void OnLeftButtonDown() override;
    void OnLeftButtonUp() override;
    void OnRightButtonDown() override;
    void OnRightButtonUp() override;
    void OnMiddleButtonDown() override;
    void OnMiddleButtonUp() override;
    void OnKeyPress() override;
    /// VTK's own keys (q, w, s, 3 ...) do nothing.
    void OnChar() override {}

private:
    bool is_pulling_ = false;
};

}  // namespace sinew::view
