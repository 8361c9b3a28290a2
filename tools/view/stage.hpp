/// A window with bodies, a camera, words and a mouse.
#pragma once

#include <vtkLineSource.h>
#include <vtkNew.h>
#include <vtkRenderer.h>
#include <vtkRenderWindow.h>
#include <vtkRenderWindowInteractor.h>
#include <vtkSmartPointer.h>
#include <vtkTextActor.h>

#include <chrono>
#include <string>

#include "drawn_body.hpp"
#include "options.hpp"
#include "ray.hpp"

namespace sinew::view {

/// Listener to the events of the window; x and y in pixels from its lower left corner.
class Listener {
public:
    virtual ~Listener() = default;
    /// The left button went down; false if there is nothing under it (then the view turns).
    virtual bool press(int x, int y) = 0;
    virtual void drag(int x, int y) = 0;
    virtual void release() = 0;
    /// A key, as X names it: "space", "r".
    virtual void key(const std::string& name) = 0;
};

class Stage {
public:
    /// Shows the bodies; they and the listener must live as long as this. `command`: whose window
    /// it is.
    Stage(const std::string& command, const WindowOptions& options, const DrawnBodies& bodies,
          Listener& listener);
    ~Stage();
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    void say(const std::string& text) { words_->SetInput(text.c_str()); }
    /// A line from what is pulled to where it is pulled, and none.
    void show_pull(const Eigen::Vector3d& from, const Eigen::Vector3d& to);
    void hide_pull();
    /// Points of rigs that can be led, over all bodies.
    void show_handles(const std::vector<Eigen::Vector3d>& positions);

    Ray ray_at(int x, int y) const;
    /// Pixels from the lower left corner of the window to where a point is drawn.
    Eigen::Vector2d pixel_of(const Eigen::Vector3d& position) const;
    /// Towards the eye, of length 1.
    Eigen::Vector3d facing() const;

    /// Takes what mouse and keys did, draws, and waits until the screen wants the next picture.
    /// False once the window has been closed.
    bool next_frame();
    void close() { is_open_ = false; }
    long n_frames() const { return n_frames_; }
    void write_picture(const std::string& file);

private:
    void add_words();
    void add_pull();
    void add_handles();
    void draw();

    results::Bounds bounds_;  ///< of what was to be seen at first
    bool is_open_ = true;
    long n_frames_ = 0;
    std::chrono::steady_clock::time_point next_;
    vtkNew<vtkRenderer> renderer_;
    vtkNew<vtkRenderWindow> window_;
    vtkNew<vtkRenderWindowInteractor> interactor_;
    vtkNew<vtkTextActor> words_;
    vtkNew<vtkLineSource> line_;
    vtkNew<vtkActor> pull_;
    vtkNew<vtkPoints> handle_positions_;
    vtkNew<vtkPolyData> handle_points_;
    vtkNew<vtkActor> handles_;
};

}  // namespace sinew::view
