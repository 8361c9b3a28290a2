// VTK says nothing while it is kept quiet, and is then as it was.
#include <vtkLogger.h>
#include <vtkNew.h>
#include <vtkObject.h>
#include <vtkOutputWindow.h>
#include <vtkStringOutputWindow.h>

#include <catch2/catch.hpp>
#include <sinew/vtk_files/quiet_vtk.hpp>

using namespace sinew;

TEST_CASE("quiet VTK: warnings, log and output window are as they were afterwards") {
    vtkOutputWindow* const own = vtkOutputWindow::GetInstance();
    own->Register(nullptr);
    const int warnings = vtkObject::GetGlobalWarningDisplay();
    const auto verbosity = vtkLogger::GetCurrentVerbosityCutoff();
    const vtkNew<vtkStringOutputWindow> window;
    vtkOutputWindow::SetInstance(window);
    for (const int shows : {0, 1}) {
        vtkObject::SetGlobalWarningDisplay(shows);
        vtkLogger::SetStderrVerbosity(vtkLogger::VERBOSITY_ERROR);
        {
            const vtk_files::QuietVtk quiet;
            CHECK(vtkOutputWindow::GetInstance() != window.Get());
            CHECK(vtkObject::GetGlobalWarningDisplay() == 0);
            CHECK(vtkLogger::GetCurrentVerbosityCutoff() == vtkLogger::VERBOSITY_OFF);
        }
        CHECK(vtkOutputWindow::GetInstance() == window.Get());
        CHECK(vtkObject::GetGlobalWarningDisplay() == shows);
        CHECK(vtkLogger::GetCurrentVerbosityCutoff() == vtkLogger::VERBOSITY_ERROR);
    }
    vtkObject::SetGlobalWarningDisplay(warnings);
    vtkLogger::SetStderrVerbosity(verbosity);
    vtkOutputWindow::SetInstance(own);
    own->UnRegister(nullptr);
}
