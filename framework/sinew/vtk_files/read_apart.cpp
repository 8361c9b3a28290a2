#include <fmt/format.h>
#include <SMP/Common/vtkSMPToolsAPI.h>
#include <vtkDataObject.h>
#include <vtkGenericDataObjectReader.h>
#include <vtkLogger.h>
#include <vtkNew.h>
#include <vtkOutputWindow.h>
#include <vtkSmartPointer.h>
#include <vtkSTLReader.h>
#include <vtkStringOutputWindow.h>
#include <vtkXMLGenericDataObjectReader.h>
#include <vtkXMLPolyDataReader.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <cstdlib>
#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/own_process.hpp>
#include <sinew/vtk_files/check_structure.hpp>
#include <sinew/vtk_files/promises.hpp>
#include <sinew/vtk_files/read_apart.hpp>

namespace sinew::vtk_files {

namespace {

/// The first line of a message, without VTK's source lines and addresses.
std::string bare(std::string text) {
    const auto end_of_line = text.find('\n');
    if (text.find(", line ") < end_of_line) text.erase(0, end_of_line + 1);
    text = text.substr(0, text.find('\n'));
    if (const auto address = text.find("): "); address != std::string::npos)
        text.erase(0, address + 3);
    while (text.ends_with(' ') || text.ends_with('.')) text.pop_back();
    return text;
}

std::string unreadable(const Source& source, const std::string& reason) {
    return fmt::format("{} cannot be read as {}: {}", source.name, source.ending.substr(1), reason);
}

constexpr const char* whole =
    "is the file whole, and of the format that its name says? Copy or export it again";

/// Ends the process at the first thing that VTK complains of: a reader may go on, and repeat itself
/// for each of the numbers that are not there.
class FirstComplaint final : public vtkOutputWindow {
public:
    static FirstComplaint* New() {
        auto* result = new FirstComplaint;
        result->InitializeObjectBase();
        return result;
    }
    void DisplayText(const char* text) override {
        leave_own_process(unreadable(*source, bare(text)), whole);
    }
    const Source* source = nullptr;
};

/// Lets VTK's complaints end the process while this lives, and be kept quiet afterwards.
class Strict {
public:
    explicit Strict(const Source& source) {
        window_->source = &source;
        vtkOutputWindow::SetInstance(window_);
        vtkLogger::SetStderrVerbosity(vtkLogger::VERBOSITY_OFF);
    }
    ~Strict() { vtkOutputWindow::SetInstance(vtkNew<vtkStringOutputWindow>()); }
    Strict(const Strict&) = delete;
    Strict& operator=(const Strict&) = delete;

private:
    vtkNew<FirstComplaint> window_;
};

template <class Reader>
vtkSmartPointer<vtkDataObject> run(const std::filesystem::path& file) {
    vtkNew<Reader> reader;
    if constexpr (std::is_same_v<Reader, vtkSTLReader>) reader->MergingOff();
    if constexpr (std::is_same_v<Reader, vtkGenericDataObjectReader>) {
        reader->ReadAllScalarsOn();
        reader->ReadAllVectorsOn();
        reader->ReadAllTensorsOn();
        reader->ReadAllFieldsOn();
    }
    reader->SetFileName(file.c_str());
    reader->Update();
    if (reader->GetErrorCode() != 0) return nullptr;
    return reader->GetOutputDataObject(0);
}

vtkSmartPointer<vtkDataObject> read(const Source& source) {
    const Strict strict(source);
    if (source.ending == ".vtu") return run<vtkXMLUnstructuredGridReader>(source.file);
    if (source.ending == ".vtp") return run<vtkXMLPolyDataReader>(source.file);
    if (source.ending == ".stl") return run<vtkSTLReader>(source.file);
    if (source.ending == ".vtk") return run<vtkGenericDataObjectReader>(source.file);
    return run<vtkXMLGenericDataObjectReader>(source.file);
}

/// Ten times what a slow machine takes.
double patience(const Source& source) {
    constexpr double at_least = 30, a_megabyte = 10;
    return at_least + a_megabyte * double(std::filesystem::file_size(source.file)) / 1e6;
}

}  // namespace

std::string read_apart(const Source& source,
                       const std::function<std::string(vtkDataObject&)>& take) {
    std::ifstream in(source.file, std::ios::binary);
    const std::vector<Promise> promises = promises_of(in, source.ending, source.name);
    const auto work = [&] {
        // Threads do not come along into a child. (vtkSMPTools.h is no C++20.)
        vtk::detail::smp::vtkSMPToolsAPI::GetInstance().SetBackend("Sequential");
        const vtkSmartPointer<vtkDataObject> data = read(source);
        if (!data)
            throw InputError(
                Diagnostic::error(unreadable(source, "it holds no data")).remedy(whole));
        check_structure(*data, promises, source.name);
        return take(*data);
    };
    try {
        return in_own_process(work, patience(source));
    } catch (const ProcessDied& error) {
        throw InputError(
            Diagnostic::error(
                unreadable(source, fmt::format("it brought VTK's reader down ({})", error.what())))
                .remedy("a size, an offset or a number of a point in it leads nowhere: export the "
                        "file again, or copy it again from where it was whole"));
    }
}

}  // namespace sinew::vtk_files
