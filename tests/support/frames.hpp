/// Frames of a run as output/vtu writes them, made here.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string>

namespace sinew::test {

/// A folder of .vtu files and the .pvd that lists them, gone at the end.
class Frames {
public:
    Frames() { std::filesystem::create_directories(folder_); }
    ~Frames() { std::filesystem::remove_all(folder_); }

    std::string add(const Points& rest, const Eigen::MatrixXd& u, int part = 0) {
        const std::string name = fmt::format("beam-{:04}.vtu", n_);
        std::ofstream file(folder_ / name);
        file << "<VTKFile type=\"UnstructuredGrid\" version=\"0.1\"><UnstructuredGrid><Piece "
             << fmt::format("NumberOfPoints=\"{}\" NumberOfCells=\"0\">\n", rest.cols())
             << "<PointData>" << array("displacement", u) << "</PointData>\n<Points>"
             << array("Points", rest + u)
             << "</Points>\n<Cells><DataArray type=\"Int32\" Name=\"connectivity\"/><DataArray "
                "type=\"Int32\" Name=\"offsets\"/><DataArray type=\"UInt8\" "
                "Name=\"types\"/></Cells></Piece></UnstructuredGrid></VTKFile>\n";
        entries_ += fmt::format("<DataSet timestep=\"{}\" part=\"{}\" file=\"{}\"/>\n", 0.1 * n_,
                                part, name);
        ++n_;
        return (folder_ / name).string();
    }
    std::string pvd() const {
        std::ofstream(folder_ / "run.pvd")
            << "<VTKFile type=\"Collection\" version=\"0.1\"><Collection>\n"
            << entries_ << "</Collection></VTKFile>\n";
        return (folder_ / "run.pvd").string();
    }

private:
    static std::string array(const std::string& name, const Eigen::MatrixXd& values) {
        std::string text = "<DataArray type=\"Float64\" NumberOfComponents=\"3\" Name=\"" + name +
                           "\" format=\"ascii\">\n";
        for (const double x : values.reshaped()) text += fmt::format("{:.17g} ", x);
        return text + "</DataArray>";
    }

    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / fmt::format("sinew-frames-{}", getpid());
    std::string entries_;
    int n_ = 0;
};

inline Eigen::MatrixXd shaped(const Vector& u) {
    return u.reshaped(3, u.size() / 3);
}

}  // namespace sinew::test
