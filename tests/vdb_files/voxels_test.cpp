#include <openvdb/openvdb.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/vdb_files/voxels.hpp>

using namespace sinew;

namespace {

std::shared_ptr<Vector> shared(const Vector& values) {
    return std::make_shared<Vector>(values);
}

}  // namespace

TEST_CASE("vdb voxels: OpenVDB reads values where they were, and nothing where they are small") {
    const Grid grid{{1, 2, 3}, 0.5, {4, 3, 2}};
    Vector smoke = Vector::Zero(grid.centres().size());
    const Index cell = grid.centres().at(2, 1, 1);
    smoke[cell] = 0.75;
    smoke[0] = 1e-6;
    const Index n = grid.nodes().size();
    Vector x = Vector::Zero(n);
    x[grid.nodes().at(4, 3, 2)] = -3;
    const auto zero = shared(Vector::Zero(n));
    const auto file = std::filesystem::temp_directory_path() /
                      ("sinew-voxels-" + std::to_string(::getpid()) + ".vdb");
    vdb_files::write_voxels(
        file, grid,
        {{"smoke", "", false, {shared(smoke)}}, {"velocity", "m/s", true, {shared(x), zero, zero}}},
        1e-4);
    openvdb::initialize();
    openvdb::io::File stream(file.string());
    stream.open();
    const auto density = openvdb::gridPtrCast<openvdb::FloatGrid>(stream.readGrid("density"));
    const auto velocity = openvdb::gridPtrCast<openvdb::Vec3SGrid>(stream.readGrid("velocity"));
    stream.close();
    std::filesystem::remove(file);
    CHECK(density->activeVoxelCount() == 1);
    CHECK(density->getGridClass() == openvdb::GRID_FOG_VOLUME);
    const openvdb::Vec3d place = density->indexToWorld(openvdb::Coord(2, 1, 1));
    CHECK(place == openvdb::Vec3d(1 + 2.5 * 0.5, 2 + 1.5 * 0.5, 3 + 1.5 * 0.5));
    CHECK(density->getAccessor().getValue(openvdb::Coord(2, 1, 1)) == 0.75F);
    CHECK(velocity->activeVoxelCount() == 1);
    CHECK(velocity->getAccessor().getValue(openvdb::Coord(4, 3, 2)) == openvdb::Vec3s(-3, 0, 0));
    CHECK(velocity->indexToWorld(openvdb::Coord(4, 3, 2)) == openvdb::Vec3d(3, 3.5, 4));
}

TEST_CASE("vdb voxels: a folder that is not there is reported") {
    const Grid grid{{0, 0, 0}, 1, {4, 4, 4}};
    CHECK_THROWS_AS(vdb_files::write_voxels("/nowhere/at/all.vdb", grid,
                                            {{"smoke", "", false, {shared(Vector::Ones(64))}}}, 0),
                    ComputationError);
}
