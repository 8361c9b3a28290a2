/// VTK without words of its own on the terminal.
#pragma once

#include <memory>

namespace sinew::vtk_files {

/// Keeps VTK quiet while it lives, where the caller says with a place what is wrong; then warnings,
/// log and output window are again as they were.
class QuietVtk {
public:
    QuietVtk();
    ~QuietVtk();
    QuietVtk(const QuietVtk&) = delete;
    QuietVtk& operator=(const QuietVtk&) = delete;

private:
    struct Settings;
    std::unique_ptr<const Settings> before_;
};

}  // namespace sinew::vtk_files
