#include <fmt/format.h>
#include <openvdb/openvdb.h>
#include <tbb/task_arena.h>

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/vdb_files/voxels.hpp>

namespace sinew::vdb_files {

namespace {

/// The voxels of one array; `value(i)` is that of point i.
template <class VoxelGrid, class Value>
openvdb::GridBase::Ptr sparse(const Lattice& lattice, Value&& value, double threshold) {
    using Voxel = typename VoxelGrid::ValueType;
    typename VoxelGrid::Ptr grid = VoxelGrid::create(openvdb::zeroVal<Voxel>());
    auto accessor = grid->getAccessor();
    for (Index k = 0; k < lattice.count[2]; ++k)
        for (Index j = 0; j < lattice.count[1]; ++j)
            for (Index i = 0; i < lattice.count[0]; ++i) {
                const auto [voxel, size] = value(lattice.at(i, j, k));
                if (size > threshold)
                    accessor.setValue(openvdb::Coord(int(i), int(j), int(k)), voxel);
            }
    // The centre of a voxel has whole indices.
    const auto transform = openvdb::math::Transform::createLinearTransform(lattice.spacing);
    transform->postTranslate(
        openvdb::Vec3d(lattice.origin.x(), lattice.origin.y(), lattice.origin.z()));
    grid->setTransform(transform);
    return grid;
}

openvdb::GridBase::Ptr voxels_of(const Grid& grid, const GridArray& array, double threshold) {
    const Lattice lattice = array.on_nodes ? grid.nodes() : grid.centres();
    if (array.components.size() == 1) {
        const Vector& x = *array.components[0];
        return sparse<openvdb::FloatGrid>(
            lattice, [&](Index i) { return std::pair(float(x[i]), std::abs(x[i])); }, threshold);
    }
    const Vector &x = *array.components[0], &y = *array.components[1], &z = *array.components[2];
    return sparse<openvdb::Vec3SGrid>(
        lattice,
        [&](Index i) {
            return std::pair(openvdb::Vec3s(float(x[i]), float(y[i]), float(z[i])),
                             std::sqrt(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]));
        },
        threshold);
}

}  // namespace

void write_voxels(const std::filesystem::path& file, const Grid& grid,
                  const std::vector<GridArray>& arrays, double threshold) {
    const std::filesystem::path beside = name_beside(file);
    // One thread, as elsewhere: what is written is then the same whatever the machine.
    tbb::task_arena(1).execute([&] {
        openvdb::initialize();
        openvdb::GridPtrVec grids;
        for (const GridArray& array : arrays) {
            grids.push_back(voxels_of(grid, array, threshold));
            const bool is_smoke = array.name == "smoke";
            grids.back()->setName(is_smoke ? "density" : array.name);
            if (is_smoke) grids.back()->setGridClass(openvdb::GRID_FOG_VOLUME);
            if (!array.unit.empty())
                grids.back()->insertMeta("unit", openvdb::StringMetadata(array.unit));
        }
        try {
            openvdb::io::File stream(beside.string());
            stream.write(grids);
            stream.close();
        } catch (const openvdb::Exception& error) {
            std::error_code gone;
            std::filesystem::remove(beside, gone);
            throw ComputationError(
                fmt::format("cannot write {}: OpenVDB says {}", file.string(), error.what()),
                "check that the folder is there, and that the disk is not full");
        }
    });
    rename_into_place(file);
}

}  // namespace sinew::vdb_files
