/// VTK without words of its own on the terminal.
#pragma once

namespace sinew::vtk_files {

/// Keeps VTK quiet while it lives, where the caller says with a place what is wrong.
class QuietVtk {
public:
    QuietVtk();
    ~QuietVtk();
    QuietVtk(const QuietVtk&) = delete;
    QuietVtk& operator=(const QuietVtk&) = delete;

private:
    int verbosity_before_;
};

}  // namespace sinew::vtk_files
