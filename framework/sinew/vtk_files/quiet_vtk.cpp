#include <vtkLogger.h>
#include <vtkNew.h>
#include <vtkObject.h>
#include <vtkOutputWindow.h>
#include <vtkSmartPointer.h>
#include <vtkStringOutputWindow.h>

#include <sinew/vtk_files/quiet_vtk.hpp>

namespace sinew::vtk_files {

/// What VTK keeps for the whole process. The cutoff is that of the terminal: there is no log file.
struct QuietVtk::Settings {
    vtkSmartPointer<vtkOutputWindow> window = vtkOutputWindow::GetInstance();
    vtkLogger::Verbosity verbosity = vtkLogger::GetCurrentVerbosityCutoff();
    int warnings = vtkObject::GetGlobalWarningDisplay();
};

QuietVtk::QuietVtk() : before_(std::make_unique<const Settings>()) {
    vtkOutputWindow::SetInstance(vtkNew<vtkStringOutputWindow>());
    vtkLogger::SetStderrVerbosity(vtkLogger::VERBOSITY_OFF);
    vtkObject::GlobalWarningDisplayOff();
}

QuietVtk::~QuietVtk() {
    vtkObject::SetGlobalWarningDisplay(before_->warnings);
    vtkLogger::SetStderrVerbosity(before_->verbosity);
    vtkOutputWindow::SetInstance(before_->window);
}

}  // namespace sinew::vtk_files
