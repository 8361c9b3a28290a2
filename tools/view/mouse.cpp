#include "mouse.hpp"

#include <vtkObjectFactory.h>

namespace sinew::view {

vtkStandardNewMacro(Mouse);

void Mouse::OnMouseMove() {
    const int* at = Interactor->GetEventPosition();
    if (is_pulling_)
        listener->drag(at[0], at[1]);
    else
        vtkInteractorStyleTrackballCamera::OnMouseMove();
}

void Mouse::OnLeftButtonDown() {
    const int* at = Interactor->GetEventPosition();
    is_pulling_ = listener->press(at[0], at[1]);
    if (!is_pulling_) vtkInteractorStyleTrackballCamera::OnLeftButtonDown();
}

void Mouse::OnLeftButtonUp() {
    if (!is_pulling_) return vtkInteractorStyleTrackballCamera::OnLeftButtonUp();
    is_pulling_ = false;
    listener->release();
}

void Mouse::OnRightButtonDown() {
    const int* at = Interactor->GetEventPosition();
    FindPokedRenderer(at[0], at[1]);
    if (CurrentRenderer) StartRotate();
}

void Mouse::OnRightButtonUp() {
    if (State == VTKIS_ROTATE) EndRotate();
}

void Mouse::OnMiddleButtonDown() {
    const int* at = Interactor->GetEventPosition();
    FindPokedRenderer(at[0], at[1]);
    if (!CurrentRenderer) return;
    if (Interactor->GetShiftKey())
        StartPan();
    else
        StartDolly();
}

void Mouse::OnMiddleButtonUp() {
    if (State == VTKIS_PAN) EndPan();
    if (State == VTKIS_DOLLY) EndDolly();
}

void Mouse::OnKeyPress() {
    if (const char* name = Interactor->GetKeySym()) listener->key(name);
}

}  // namespace sinew::view
