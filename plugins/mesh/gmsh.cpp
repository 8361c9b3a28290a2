/// Meshes and geometry that Gmsh reads: .msh (versions 2 and 4, text or binary), Medit .mesh, and
/// .geo, .step, .brep, .iges, which it meshes.
///
/// Tetrahedra (linear or quadratic) or hexahedra make a volume, triangles and quadrilaterals a
/// surface if there is no volume. Physical groups become sets under their names ("physical_3_7" for
/// the unnamed group 7 of volumes); the element array `entity` holds the tag of each element's
/// volume (Medit: its reference).
///
/// Gmsh 4.8, C. Geuzaine and J.-F. Remacle, Int. J. Numer. Meth. Eng. 79 (2009). Under the GPL,
/// which binds this plugin's binary. A .geo file is a program that Gmsh runs: open only those you
/// trust. Gmsh works in a process of its own, which a damaged file, a script that exits or computes
/// without end, and a mesher that crashes can bring down alone. A script that waits without end
/// (SystemCall) is waited for, until a signal stops the run and all that Gmsh has executed.

#include <fmt/format.h>
#include <gmsh.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <set>
#include <sinew/kernel/diagnostics/memory.hpp>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/own_process.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/mesh/mesh_bytes.hpp>
#include <sinew/mechanics/mesh/open_file.hpp>
#include <unordered_map>

#include "gmsh/file_numbers.hpp"

namespace sinew {

namespace {

/// Gmsh is one per process: initialised for a reading, closed after it.
class GmshSession {
public:
    GmshSession() {
        gmsh::initialize(0, nullptr, false);
        gmsh::option::setNumber("General.Terminal", 0);
        gmsh::option::setNumber("General.NumThreads", 1);
    }
    GmshSession(const GmshSession&) = delete;
    GmshSession& operator=(const GmshSession&) = delete;
    ~GmshSession() { gmsh::finalize(); }
};

/// Gmsh's numbers of element types, and the order of its nodes in ours.
struct Kind {
    int gmsh_type;
    const char* name;
    int n_nodes;
    std::vector<int> order;
};

const Kind tetrahedra{4, "tetrahedra", 4, {0, 1, 2, 3}};
const Kind hexahedra{5, "hexahedra", 8, {0, 1, 2, 3, 4, 5, 6, 7}};
// Gmsh puts the midpoint of edge 2-3 before that of edge 1-3.
const Kind quadratic_tetrahedra{11, "quadratic tetrahedra", 10, {0, 1, 2, 3, 4, 5, 6, 7, 9, 8}};

/// The ending of a file's name in lower case: programs of other systems write .STEP.
std::string ending_of(const std::filesystem::path& file) {
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending;
}

bool is_geometry(const std::filesystem::path& file) {
    static const std::set<std::string> endings = {".geo",  ".step", ".stp",
                                                  ".brep", ".iges", ".igs"};
    return endings.count(ending_of(file)) != 0;
}

/// Elements of one type, in all volumes or in one (Gmsh leaves its answers alone where it has
/// none).
struct Elements {
    std::vector<std::size_t> tags, nodes;

    explicit Elements(int gmsh_type, int entity = -1) {
        gmsh::model::mesh::getElementsByType(gmsh_type, tags, nodes, entity);
    }
};

/// Node tags to consecutive numbers.
struct NodeTable {
    Points positions;
    std::unordered_map<std::size_t, int> number;

    NodeTable() {
        std::vector<std::size_t> tags;
        std::vector<double> coordinates, parameters;
        gmsh::model::mesh::getNodes(tags, coordinates, parameters, -1, -1, false, false);
        positions =
            Eigen::Map<const Points>(coordinates.data(), 3, static_cast<Eigen::Index>(tags.size()));
        for (std::size_t i = 0; i < tags.size(); ++i) number[tags[i]] = static_cast<int>(i);
    }
};

}  // namespace

class GmshMesh final : public MeshSource {
public:
    static constexpr const char* source = "Geuzaine & Remacle 2009, Gmsh 4.8";

    struct Params {
        Path file;
        std::optional<double> size;
        bool quadratic = false;
        static constexpr auto fields = std::tuple{
            field("file", &Params::file,
                  "The mesh (.msh, .mesh) or geometry (.geo, .step, .brep, .iges)")
                .required(),
            field("size", &Params::size, positive,
                  "Length of edges when a geometry is meshed, in the file's unit; Gmsh's choice if "
                  "absent"),
            field("quadratic", &Params::quadratic,
                  "Mesh a geometry with quadratic tetrahedra (tet10)"),
        };
    };

    GmshMesh(const Params& params, BuildContext& context)
        : MeshSource(params.file), params_(params) {
        require_file(params_.file);
        const bool wants_meshing = params_.size || params_.quadratic;
        if (wants_meshing && !is_geometry(params_.file.absolute))
            context.fail(params_.file.mark,
                         fmt::format("{} holds a mesh already: size and quadratic have no meaning",
                                     params_.file.written),
                         "remove them, or give a geometry (.geo, .step, .brep, .iges)");
    }

protected:
    MeshData generate() const override {
        const bool is_meshed_here = is_geometry(params_.file.absolute);
        FileNumbers found;
        if (!is_meshed_here) {
            std::ifstream in = open_file(params_.file);
            found = check_file_numbers(in, params_.file.written, ending() == ".mesh");
        }
        try {
            MeshData mesh = mesh_of_bytes(
                in_own_process([this] { return to_bytes(read_in_session()); }, patience()));
            count_dropped_nodes(found, mesh);
            return mesh;
        } catch (const ProcessDied& error) {
            const std::string reason = fmt::format("it brought Gmsh down ({})", error.what());
            if (!is_meshed_here) refuse_unreadable(reason);
            refuse("Gmsh cannot mesh it: " + reason,
                   "take `Exit;` and loops without end out of a .geo script, give another size, or "
                   "mesh it with Gmsh and give its .msh");
        } catch (const InputError& error) {
            const Diagnostic& first = error.diagnostics().front();
            refuse_as_it_is(first.message, first.remedy);
        }
    }

private:
    /// Processor time that reading the file may take [s]: of a mesh ten times what a slow machine
    /// needs; of a geometry, which may be a script, much. Meshing may then take any time.
    double patience() const {
        constexpr double of_geometry = 3600, at_least = 30, a_megabyte = 10;
        if (is_geometry(params_.file.absolute)) return of_geometry;
        return at_least +
               a_megabyte * double(std::filesystem::file_size(params_.file.absolute)) / 1e6;
    }

    /// Gmsh says nothing of nodes that it drops.
    static void count_dropped_nodes(const FileNumbers& found, MeshData& mesh) {
        const Eigen::Index n_read = mesh.volume ? mesh.volume->n_nodes() : mesh.surface->n_points();
        mesh.n_dropped = int(std::max<std::int64_t>(0, found.n_nodes - n_read));
    }

    std::string ending() const { return ending_of(params_.file.absolute); }

    MeshData read_in_session() const {
        GmshSession session;
        try {
            return read();
        } catch (const InputError&) {
            throw;
        } catch (const std::exception& error) {
            if (is_out_of_memory(error)) throw;
            refuse_unreadable(error.what());
        } catch (const std::string& error) {  // what Gmsh throws
            refuse_unreadable(error);
        }
    }

    [[noreturn]] void refuse(const std::string& message, const std::string& remedy) const {
        refuse_as_it_is(fmt::format("{}: {}", params_.file.written, message), remedy);
    }

    [[noreturn]] void refuse_as_it_is(const std::string& message, const std::string& remedy) const {
        provenance.fail(params_.file.mark, message, remedy);
    }

    [[noreturn]] void refuse_unreadable(const std::string& reason) const {
        refuse(fmt::format("Gmsh cannot read it: {}", reason),
               "check that it is whole and of the format its name says");
    }

    MeshData read() const {
        gmsh::open(params_.file.absolute.string());
        if (is_geometry(params_.file.absolute)) {
            lift_limit_of_own_process();
            mesh_geometry();
        }
        const NodeTable nodes;
        MeshData data;
        data.volume = volume(nodes);
        if (!data.volume) data.surface = surface(nodes);
        if (!data.volume && !data.surface)
            refuse("it holds no tetrahedra, hexahedra, triangles or quadrilaterals",
                   "export a volume or surface mesh");
        return data;
    }

    void mesh_geometry() const {
        if (params_.size) {
            gmsh::option::setNumber("Mesh.MeshSizeMin", *params_.size);
            gmsh::option::setNumber("Mesh.MeshSizeMax", *params_.size);
        }
        gmsh::vectorpair volumes;
        gmsh::model::getEntities(volumes, 3);
        gmsh::model::mesh::generate(volumes.empty() ? 2 : 3);
        if (params_.quadratic) gmsh::model::mesh::setOrder(2);
    }

    /// Elements of one type; none if there are none, refused if there are several types.
    std::optional<VolumeMesh> volume(const NodeTable& nodes) const {
        const Kind* found = nullptr;
        std::string counts;
        for (const Kind* candidate : {&tetrahedra, &hexahedra, &quadratic_tetrahedra}) {
            const Elements elements(candidate->gmsh_type);
            if (elements.tags.empty()) continue;
            counts += fmt::format("{}{} {}", counts.empty() ? "" : " and ", elements.tags.size(),
                                  candidate->name);
            if (found)
                refuse(fmt::format("it mixes {}", counts), "keep one type of volume elements");
            found = candidate;
        }
        refuse_other_elements();
        if (!found) return std::nullopt;

        VolumeMesh mesh;
        mesh.type = found == &tetrahedra  ? ElementType::tet4
                    : found == &hexahedra ? ElementType::hex8
                                          : ElementType::tet10;
        mesh.positions = nodes.positions;
        read_elements(*found, nodes, mesh);
        read_groups(nodes, mesh);
        return mesh;
    }

    void refuse_other_elements() const {
        const std::array<std::pair<int, const char*>, 5> others = {{{6, "prisms"},
                                                                    {7, "pyramids"},
                                                                    {12, "27-node hexahedra"},
                                                                    {17, "20-node hexahedra"},
                                                                    {29, "20-node tetrahedra"}}};
        for (const auto& [type, name] : others) {
            const Elements elements(type);
            if (!elements.tags.empty())
                refuse(fmt::format("it holds {} {}, which Sinew has no elements for",
                                   elements.tags.size(), name),
                       "use tetrahedra of 4 or 10 nodes or hexahedra of 8");
        }
    }

    int number_of(std::size_t tag, const NodeTable& nodes) const {
        const auto found = nodes.number.find(tag);
        if (found == nodes.number.end())
            refuse(fmt::format("an element uses node {}, which the file does not define", tag),
                   "check that the file is whole");
        return found->second;
    }

    /// Elements volume by volume, so that each knows its entity.
    void read_elements(const Kind& read, const NodeTable& nodes, VolumeMesh& mesh) const {
        gmsh::vectorpair volumes;
        gmsh::model::getEntities(volumes, 3);
        std::vector<int> connectivity;
        std::vector<double> entity;
        for (const auto& [dimension, volume] : volumes) {
            const Elements elements(read.gmsh_type, volume);
            for (std::size_t e = 0; e < elements.tags.size(); ++e) {
                const std::size_t* element = elements.nodes.data() + e * std::size_t(read.n_nodes);
                for (const int a : read.order) connectivity.push_back(number_of(element[a], nodes));
                entity.push_back(volume);
            }
        }
        const auto n = static_cast<Eigen::Index>(entity.size());
        mesh.elements = Eigen::Map<const Eigen::MatrixXi>(connectivity.data(), read.n_nodes, n);
        mesh.element_arrays["entity"] = Eigen::Map<const Eigen::RowVectorXd>(entity.data(), n);
    }

    void read_groups(const NodeTable& nodes, VolumeMesh& mesh) const {
        gmsh::vectorpair groups;
        gmsh::model::getPhysicalGroups(groups);
        const Eigen::MatrixXd& entity = mesh.element_arrays.at("entity");
        for (const auto& [dimension, group] : groups) {
            std::string name;
            gmsh::model::getPhysicalName(dimension, group, name);
            if (name.empty()) name = fmt::format("physical_{}_{}", dimension, group);
            if (dimension == 3) {
                std::vector<int> members;
                gmsh::model::getEntitiesForPhysicalGroup(3, group, members);
                const std::set<int> volumes(members.begin(), members.end());
                std::vector<int>& set = mesh.element_sets[name];
                for (Eigen::Index e = 0; e < entity.cols(); ++e)
                    if (volumes.count(static_cast<int>(entity(0, e))) != 0)
                        set.push_back(static_cast<int>(e));
            } else {
                std::vector<std::size_t> tags;
                std::vector<double> coordinates;
                gmsh::model::mesh::getNodesForPhysicalGroup(dimension, group, tags, coordinates);
                std::set<int> members;
                for (const std::size_t tag : tags) members.insert(number_of(tag, nodes));
                mesh.node_sets[name].assign(members.begin(), members.end());
            }
        }
    }

    std::optional<SurfaceMesh> surface(const NodeTable& nodes) const {
        std::vector<int> corners;
        for (const std::size_t tag : Elements(2).nodes) corners.push_back(number_of(tag, nodes));
        const Elements quads(3);
        for (std::size_t q = 0; q < quads.tags.size(); ++q)
            for (const std::size_t a : {0, 1, 2, 0, 2, 3})
                corners.push_back(number_of(quads.nodes[4 * q + a], nodes));
        if (corners.empty()) return std::nullopt;
        SurfaceMesh mesh;
        mesh.positions = nodes.positions;
        mesh.triangles = Eigen::Map<const Eigen::MatrixXi>(
            corners.data(), 3, static_cast<Eigen::Index>(corners.size() / 3));
        return mesh;
    }

    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::GmshMesh, "mesh/gmsh",
             "Meshes and geometry that Gmsh reads: msh, mesh, geo, step, brep, iges")
