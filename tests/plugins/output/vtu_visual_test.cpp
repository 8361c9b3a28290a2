// What output/vtu writes on the surface that a body carries.
#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLPolyDataReader.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <catch2/catch.hpp>
#include <support/small_run.hpp>

using sinew::testing::SmallRun;

namespace {

template <class Reader, class Set>
vtkSmartPointer<Set> read(const std::filesystem::path& file) {
    vtkNew<Reader> reader;
    reader->SetFileName(file.c_str());
    reader->Update();
    return reader->GetOutput();
}

Eigen::Vector3d tuple(vtkDataSet& set, const char* name, vtkIdType i) {
    vtkDataArray* array = set.GetPointData()->GetArray(name);
    REQUIRE(array);
    return Eigen::Map<const Eigen::Vector3d>(array->GetTuple3(i));
}

}  // namespace

TEST_CASE("output/vtu: a visual surface carries rest shape and secondary motion of its body") {
    const SmallRun run(
        "bar",
        "sinew: 1\ntime: {end: 0.4 s, step: 0.1 s}\nscene:\n  - node: bar\n"
        "    rig: {type: bend, from: -0.3, to: 0.3, angle: {expr: \"2*t\"}}\n"
        "    mesh: {type: box, size: [1, 0.2, 0.2], origin: [-0.5, -0.1, -0.1], cells: [8, 2, 2], "
        "element: tet4}\n"
        "    visual: {mesh: {type: file, file: corner.obj}}\n"
        "    material: {type: stvk, young: 20 kPa, poisson: 0.3}\n"
        "    formulation: {type: posed}\n"
        "    constraints: [{type: fixed, where: {box: {min: [-0.2, -1, -1], max: [0.2, 1, 1]}}}]\n"
        "    solver: {type: implicit_euler}\n"
        "    outputs: [{type: vtu, fields: [displacement, rest_shape, secondary]}]\n");
    // Corners of the bar: nodes of its mesh.
    std::ofstream(run / "corner.obj")
        << "v 0.5 -0.1 -0.1\nv 0.5 0.1 -0.1\nv 0.5 0.1 0.1\nf 1 2 3\n";
    REQUIRE(run.run() == 0);
    const auto body =
        read<vtkXMLUnstructuredGridReader, vtkUnstructuredGrid>(run / "out/bar-bar_0004.vtu");
    const auto surface =
        read<vtkXMLPolyDataReader, vtkPolyData>(run / "out/bar-bar-visual_0004.vtp");
    REQUIRE(surface->GetNumberOfPoints() == 3);
    for (vtkIdType i = 0; i < 3; ++i) {
        double x[3];
        surface->GetPoint(i, x);
        const vtkIdType node = body->FindPoint(x);
        CHECK((Eigen::Map<const Eigen::Vector3d>(body->GetPoint(node)) -
               Eigen::Map<const Eigen::Vector3d>(x))
                  .norm() < 1e-9);
        for (const char* name : {"displacement", "rest_shape", "secondary"})
            CHECK((tuple(*surface, name, i) - tuple(*body, name, node)).norm() < 1e-9);
        CHECK(tuple(*surface, "secondary", i).norm() > 1e-3);
        CHECK((tuple(*surface, "rest_shape", i) + tuple(*surface, "secondary", i) -
               tuple(*surface, "displacement", i))
                  .norm() < 1e-12);
    }
}
