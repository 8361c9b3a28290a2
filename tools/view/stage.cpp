#include "stage.hpp"

#include <vtkCallbackCommand.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkImageData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkTextProperty.h>

#include <algorithm>
#include <results/drawing.hpp>
#include <results/png.hpp>
#include <thread>

#include "mouse.hpp"

namespace sinew::view {

namespace {

constexpr int most_events = 64;  // between two pictures
constexpr std::chrono::milliseconds frame_period(16);
constexpr std::chrono::steady_clock::duration longest_rest = std::chrono::milliseconds(100);

Eigen::Vector3d vec(const double* x) {
    return {x[0], x[1], x[2]};
}

}  // namespace

Stage::Stage(const std::string& command, const WindowOptions& options, const DrawnBodies& bodies,
             Listener& listener)
    : bounds_(bounds_of(bodies)) {
    results::light(*renderer_);
    for (const auto& body : bodies) renderer_->AddActor(body->actor());
    add_words();
    add_pull();
    add_handles();
    results::aim(*renderer_->GetActiveCamera(), results::view_direction(options.camera), bounds_,
                 double(options.width) / options.height);
    window_->SetMultiSamples(0);
    window_->SetSize(options.width, options.height);
    window_->SetWindowName(("sinew " + command + " " + options.scene).c_str());
    window_->AddRenderer(renderer_);
    interactor_->SetRenderWindow(window_);
    interactor_->EnableRenderOff();  // only next_frame draws
    vtkNew<Mouse> mouse;
    mouse->listener = &listener;
    mouse->AutoAdjustCameraClippingRangeOff();
    interactor_->SetInteractorStyle(mouse);
    vtkNew<vtkCallbackCommand> closing;
    closing->SetClientData(this);
    closing->SetCallback(
        [](vtkObject*, unsigned long, void* stage, void*) { static_cast<Stage*>(stage)->close(); });
    interactor_->AddObserver(vtkCommand::ExitEvent, closing);
    interactor_->Initialize();
    next_ = std::chrono::steady_clock::now();
}

Stage::~Stage() = default;

void Stage::add_words() {
    words_->SetPosition(12, 12);
    words_->GetTextProperty()->SetColor(results::ink[0], results::ink[1], results::ink[2]);
    words_->GetTextProperty()->SetFontSize(15);
    words_->GetTextProperty()->SetFontFamilyToCourier();
    words_->GetTextProperty()->SetLineSpacing(1.2);
    renderer_->AddViewProp(words_);
}

void Stage::add_pull() {
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputConnection(line_->GetOutputPort());
    pull_->SetMapper(mapper);
    pull_->GetProperty()->LightingOff();
    pull_->GetProperty()->SetColor(0.12, 0.35, 0.62);
    pull_->GetProperty()->SetLineWidth(3);
    pull_->GetProperty()->SetVertexColor(0.12, 0.35, 0.62);
    pull_->GetProperty()->VertexVisibilityOn();
    pull_->GetProperty()->SetPointSize(9);
    pull_->VisibilityOff();
    renderer_->AddActor(pull_);
}

/// Drawn in front of whatever hides them.
void Stage::add_handles() {
    handle_points_->SetPoints(handle_positions_);
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(handle_points_);
    mapper->SetRelativeCoincidentTopologyPointOffsetParameter(-66000);
    mapper->SetResolveCoincidentTopologyToPolygonOffset();
    handles_->SetMapper(mapper);
    handles_->GetProperty()->LightingOff();
    handles_->GetProperty()->SetColor(0.85, 0.45, 0.1);
    handles_->GetProperty()->SetPointSize(14);
    handles_->GetProperty()->RenderPointsAsSpheresOn();
    handles_->VisibilityOff();
    renderer_->AddActor(handles_);
}

void Stage::show_handles(const std::vector<Eigen::Vector3d>& positions) {
    if (positions.empty()) return;
    const bool is_first = handle_positions_->GetNumberOfPoints() == 0;
    handle_positions_->SetNumberOfPoints(vtkIdType(positions.size()));
    for (std::size_t k = 0; k < positions.size(); ++k)
        handle_positions_->SetPoint(vtkIdType(k), positions[k].data());
    handle_positions_->Modified();
    if (!is_first) return;
    vtkNew<vtkCellArray> cells;
    for (std::size_t k = 0; k < positions.size(); ++k) {
        const auto point = vtkIdType(k);
        cells->InsertNextCell(1, &point);
    }
    handle_points_->SetVerts(cells);
    handles_->VisibilityOn();
}

void Stage::show_pull(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
    line_->SetPoint1(from.x(), from.y(), from.z());
    line_->SetPoint2(to.x(), to.y(), to.z());
    pull_->VisibilityOn();
}

void Stage::hide_pull() {
    pull_->VisibilityOff();
}

Ray Stage::ray_at(int x, int y) const {
    const auto world = [&](double depth) {
        renderer_->SetDisplayPoint(x, y, depth);
        renderer_->DisplayToWorld();
        const double* p = renderer_->GetWorldPoint();
        return Eigen::Vector3d(vec(p) / p[3]);
    };
    const Eigen::Vector3d eye = vec(renderer_->GetActiveCamera()->GetPosition());
    return {eye, (world(0.5) - eye).normalized()};
}

Eigen::Vector2d Stage::pixel_of(const Eigen::Vector3d& position) const {
    renderer_->SetWorldPoint(position.x(), position.y(), position.z(), 1);
    renderer_->WorldToDisplay();
    return vec(renderer_->GetDisplayPoint()).head<2>();
}

Eigen::Vector3d Stage::facing() const {
    return -vec(renderer_->GetActiveCamera()->GetDirectionOfProjection());
}

void Stage::draw() {
    results::clip(*renderer_->GetActiveCamera(), bounds_);
    window_->Render();
    ++n_frames_;
}

bool Stage::next_frame() {
    // Each call takes one event of X at most.
    for (int k = 0; k < most_events && is_open_; ++k) interactor_->ProcessEvents();
    if (!is_open_) return false;
    const auto start = std::chrono::steady_clock::now();
    draw();
    const auto end = std::chrono::steady_clock::now();
    // Where the processor draws, the solver gets its turn.
    next_ = std::max(next_ + frame_period, end + std::min(end - start, longest_rest));
    std::this_thread::sleep_until(next_);
    return true;
}

void Stage::write_picture(const std::string& file) {
    draw();
    results::write_png(file, results::image_of(*window_));
}

}  // namespace sinew::view
