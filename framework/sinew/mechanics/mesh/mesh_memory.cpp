#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/diagnostics/memory.hpp>
#include <sinew/mechanics/mesh/mesh_memory.hpp>

namespace sinew {

namespace {

constexpr double giga = 1e9;

/// Nodes of the mesh: those of tet10 are at edges too, some seven for each corner.
double n_nodes(const MeshCounts& counts) {
    return counts.type == ElementType::tet10 ? 8 * counts.nodes : counts.nodes;
}

double nodes_of_element(ElementType type) {
    switch (type) {
        case ElementType::tet4:
            return 4;
        case ElementType::tet10:
            return 10;
        case ElementType::hex8:
            return 8;
    }
    return 8;
}

/// Nodes that share an element with one, itself included, deep inside of a mesh of bricks.
double neighbours(ElementType type) {
    return type == ElementType::tet4 ? 15 : 27;
}

}  // namespace

double least_memory_of(const MeshCounts& counts) {
    const double elements = counts.cells * counts.elements_per_cell;
    const double mesh = n_nodes(counts) * 3 * sizeof(double) +
                        elements * nodes_of_element(counts.type) * sizeof(int);
    const double entries = n_nodes(counts) * neighbours(counts.type) * 9;
    return 2 * mesh + entries * sizeof(double);
}

void require_memory(const MeshCounts& counts, const std::string& fewer) {
    const double needed = least_memory_of(counts);
    const auto there = static_cast<double>(free_memory());
    require_memory(
        needed, fmt::format("{:.4g} cells with {:.4g} nodes", counts.cells, n_nodes(counts)),
        fmt::format("use fewer elements: at most {:.2g} cells would fit, by {} that are {:.2g} "
                    "times as few along each direction; or use a machine with more memory",
                    counts.cells * there / needed, fewer, std::cbrt(needed / there)));
}

void require_memory(double bytes, const std::string& what, const std::string& remedy) {
    const auto there = static_cast<double>(free_memory());
    if (bytes <= there) return;
    throw ComputationError(
        fmt::format("the memory of this machine does not suffice: {} need at least {:.3g} GB, and "
                    "{:.3g} GB are free",
                    what, bytes / giga, there / giga),
        remedy);
}

}  // namespace sinew
