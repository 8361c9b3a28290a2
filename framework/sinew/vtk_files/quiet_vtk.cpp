#include <vtkLogger.h>
#include <vtkObject.h>

#include <sinew/vtk_files/quiet_vtk.hpp>

namespace sinew::vtk_files {

QuietVtk::QuietVtk() : verbosity_before_(vtkLogger::GetCurrentVerbosityCutoff()) {
    vtkLogger::SetStderrVerbosity(vtkLogger::VERBOSITY_OFF);
    vtkObject::GlobalWarningDisplayOff();
}

QuietVtk::~QuietVtk() {
    vtkObject::GlobalWarningDisplayOn();
    vtkLogger::SetStderrVerbosity(vtkLogger::ConvertToVerbosity(verbosity_before_));
}

}  // namespace sinew::vtk_files
