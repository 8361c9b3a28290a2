// mesh/gmsh: counts and volumes of real files, groups as sets, geometry meshed, and refusals.
#include <gmsh.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <map>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/data.hpp>
#include <support/mesh_plugin.hpp>

using namespace sinew;
using Eigen::Index;

namespace {

std::string gmsh_mesh(const std::string& file, const std::string& more = "") {
    return "{type: gmsh, file: " + file + more + "}";
}

const std::string bracket = std::string(SINEW_SOURCE_DIR) + "/scenes/mesh/bracket.geo";

}  // namespace

TEST_CASE("mesh/gmsh: a geometry is meshed, its physical groups become sets") {
    const VolumeMesh mesh = *test::load_mesh(gmsh_mesh(bracket, ", size: 0.05")).volume;
    CHECK(quality(mesh).volume == Approx(0.1 * 0.1 * (0.3 + 0.3)).epsilon(1e-9));
    CHECK(mesh.element_sets.at("bracket").size() == std::size_t(mesh.n_elements()));
    for (const int node : mesh.node_sets.at("foot"))
        CHECK(std::abs(mesh.positions(2, node)) < 1e-12);
}

TEST_CASE("mesh/gmsh: quadratic tetrahedra have their midpoints where we expect them") {
    const VolumeMesh mesh =
        *test::load_mesh(gmsh_mesh(bracket, ", size: 0.1, quadratic: true")).volume;
    CHECK(mesh.type == ElementType::tet10);
    CHECK(quality(mesh).volume == Approx(0.006).epsilon(1e-9));
    const int edges[6][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}};
    for (Index e = 0; e < mesh.n_elements(); ++e)
        for (int k = 0; k < 6; ++k) {
            const Eigen::Vector3d middle =
                0.5 * (mesh.positions.col(mesh.elements(edges[k][0], e)) +
                       mesh.positions.col(mesh.elements(edges[k][1], e)));
            CHECK((mesh.positions.col(mesh.elements(4 + k, e)) - middle).norm() < 1e-9);
        }
}

TEST_CASE("mesh/gmsh: versions 2 and 4, text and binary, and Medit files have the known volumes") {
    struct Known {
        const char* file;
        Index nodes, elements;
        double volume;
    };
    for (const Known& known : {Known{"bars_polyfem/bar-186.msh", 86, 186, 5.0},
                               Known{"bars_polyfem/bimetal.msh", 3881, 16275, 10.0},
                               Known{"bars_polyfem/square_beam.mesh", 739, 2886, 40000.0},
                               Known{"elephant_rigged/elephant.mesh", 494, 1502, 183549.0},
                               Known{"sphere_rigged/sphere.mesh", 67, 181, 3.6277}}) {
        const auto file = test::data_file(known.file);
        if (!file) return;
        const VolumeMesh mesh = *test::load_mesh(gmsh_mesh(file->string())).volume;
        CAPTURE(known.file);
        CHECK(mesh.n_nodes() == known.nodes);
        CHECK(mesh.n_elements() == known.elements);
        CHECK(quality(mesh).volume == Approx(known.volume).epsilon(1e-5));
    }
}

TEST_CASE("mesh/gmsh: the file with inverted elements is refused with their count") {
    const auto file = test::data_file("microstructure_polyfem/P1.msh");
    if (!file) return;
    CHECK_THAT(test::mesh_mistake(gmsh_mesh(file->string())).message, Catch::Contains("8 "));
}

TEST_CASE("mesh/gmsh: a node without an element is left out with a warning, as of other files") {
    const test::TemporaryFile msh(
        "loose.msh",
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"
        "5 9 9 9\n$EndNodes\n$Elements\n1\n1 4 2 0 1 1 2 3 4\n$EndElements\n");
    const MeshData volume = test::load_mesh(gmsh_mesh(msh.path()));
    CHECK(volume.volume->n_nodes() == 4);
    REQUIRE(volume.warnings.size() == 1);
    CHECK(volume.warnings[0] ==
          msh.path() + ": 1 node belongs to no element and has been left out");
    const test::TemporaryFile medit(
        "loose.mesh",
        "MeshVersionFormatted 1\nDimension 3\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n9 9 9 0\n"
        "8 8 8 0\nTriangles\n1\n1 2 3 0\nEnd\n");
    const MeshData surface = test::load_mesh(gmsh_mesh(medit.path()));
    CHECK(surface.surface->n_points() == 3);
    REQUIRE(surface.warnings.size() == 1);
    CHECK(surface.warnings[0] ==
          medit.path() + ": 2 vertices belong to no triangle and have been left out");
}

TEST_CASE("mesh/gmsh: a Medit file that was cut off is refused, one without End read") {
    const std::string whole =
        "MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
        "Triangles\n2\n1 2 3 0\n1 2 4 0\n";
    const test::TemporaryFile endless("endless.mesh", whole);
    const MeshData mesh = test::load_mesh(gmsh_mesh(endless.path()));
    CHECK(mesh.surface->n_triangles() == 2);
    CHECK(mesh.warnings.empty());
    const test::TemporaryFile cut("cut.mesh", whole.substr(0, whole.size() - 8));
    CHECK_THAT(test::mesh_mistake(gmsh_mesh(cut.path())).message,
               Catch::Contains("it promises 2 triangles and holds 1"));
}

TEST_CASE("mesh/gmsh: what is missing, truncated, or has no use for a size is refused") {
    CHECK_THAT(test::mesh_mistake(gmsh_mesh("/nowhere/x.msh")).message,
               Catch::Contains("/nowhere/x.msh"));
    const test::TemporaryFile truncated("cut.msh",
                                        "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1");
    CHECK_FALSE(test::mesh_mistake(gmsh_mesh(truncated.path())).message.empty());
    const test::TemporaryFile words("words.msh", "these are words\n");
    CHECK_FALSE(test::mesh_mistake(gmsh_mesh(words.path())).message.empty());
    CHECK_THAT(test::mesh_mistake(gmsh_mesh(words.path(), ", size: 1")).message,
               Catch::Contains("no meaning"));
}

namespace {

/// Gmsh in this process, whose handlers of signals it leaves alone.
class GmshHere {
public:
    GmshHere() {
        gmsh::initialize(0, nullptr, false);
        gmsh::option::setNumber("General.Terminal", 0);
        gmsh::option::setNumber("General.NumThreads", 1);
    }
    GmshHere(const GmshHere&) = delete;
    GmshHere& operator=(const GmshHere&) = delete;
    ~GmshHere() {
        gmsh::finalize();
        for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM, SIGHUP})
            std::signal(signal, SIG_DFL);
    }
};

/// Corners of the tetrahedra, volume by volume, as Gmsh makes them here: 3 x 4 n.
Points corners_made_here(const std::string& file, double size) {
    const GmshHere session;
    gmsh::open(file);
    gmsh::option::setNumber("Mesh.MeshSizeMin", size);
    gmsh::option::setNumber("Mesh.MeshSizeMax", size);
    gmsh::model::mesh::generate(3);
    std::vector<std::size_t> tags, nodes, elements;
    std::vector<double> coordinates, parameters;
    gmsh::model::mesh::getNodes(tags, coordinates, parameters, -1, -1, false, false);
    std::map<std::size_t, Eigen::Vector3d> positions;
    for (std::size_t i = 0; i < tags.size(); ++i)
        positions[tags[i]] = Eigen::Vector3d::Map(&coordinates[3 * i]);
    std::vector<Eigen::Vector3d> corners;
    gmsh::vectorpair volumes;
    gmsh::model::getEntities(volumes, 3);
    for (const auto& [dimension, volume] : volumes) {
        gmsh::model::mesh::getElementsByType(4, elements, nodes, volume);
        for (const std::size_t node : nodes) corners.push_back(positions.at(node));
    }
    return Eigen::Map<Points>(corners.front().data(), 3, Index(corners.size()));
}

}  // namespace

TEST_CASE("mesh/gmsh: in its own process it makes the mesh that it makes here, bit by bit") {
    const test::TemporaryFile step("ball.step", ""), brep("ball.brep", "");
    {
        const GmshHere session;
        gmsh::model::occ::addBox(0, 0, 0, 1, 0.5, 0.5);
        gmsh::model::occ::addSphere(1, 0.25, 0.25, 0.4);
        gmsh::vectorpair whole;
        std::vector<gmsh::vectorpair> parts;
        gmsh::model::occ::fuse({{3, 1}}, {{3, 2}}, whole, parts);
        gmsh::model::occ::synchronize();
        gmsh::write(step.path());
        gmsh::write(brep.path());
    }
    for (const auto& [file, size] :
         {std::pair{bracket, 0.03}, std::pair{step.path(), 0.1}, std::pair{brep.path(), 0.1}}) {
        CAPTURE(file);
        const Points here = corners_made_here(file, size);
        const VolumeMesh mesh =
            *test::load_mesh(gmsh_mesh(file, ", size: " + std::to_string(size))).volume;
        REQUIRE(4 * mesh.n_elements() == here.cols());
        REQUIRE(here.cols() > 1000);
        const auto is_same = [&](Index e, Index a) {
            return mesh.positions.col(mesh.elements(a, e)) == here.col(4 * e + a);
        };
        Index n_other = 0;
        for (Index e = 0; e < mesh.n_elements(); ++e)
            for (Index a = 0; a < 4; ++a) n_other += !is_same(e, a);
        CHECK(n_other == 0);
    }
}
