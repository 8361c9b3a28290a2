#include <fmt/format.h>

#include <sinew/kernel/diagnostics/attribution.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/content.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/body/initial_motion.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/selection/selection.hpp>

namespace sinew {
namespace {

[[noreturn]] void fail(const SceneNode& node, const SourceMark& where, const std::string& message,
                       const std::string& remedy) {
    throw InputError(Diagnostic::error(message).remedy(remedy).at(where).on(node.path()));
}

/// The object in a slot of the node, as its interface T.
template <class T>
T& object_of(SceneNode& node, const char* slot) {
    T* object = node.graph().object<T>(node, slot);
    if (object == nullptr)
        fail(node, node.slot(slot)->mark,
             fmt::format("the {} of {} is not of kind {}", slot, node.path(), T::kind),
             fmt::format("put a {}/ plugin there", T::kind));
    return *object;
}

void read_initial(SceneNode& node, Body& body) {
    InitialMotion motion;
    if (const Value* value = node.slot("initial")) {
        Diagnostics diagnostics;
        ReadContext context{diagnostics};
        context.node_path = node.path();
        context.structure = "initial";
        read_params(*value, context, motion);
        diagnostics.throw_if_errors();
    }
    motion.apply(body);
}

/// The mistakes in the mesh of a node, kept so that the mesh is read and they are reported once.
struct MeshMistakes {
    std::vector<Diagnostic> diagnostics;
};

/// The volume mesh of the node. Mistakes in it are reported in the mesh's name, not in that of the
/// object that needs the body first; repairs are warnings.
MeshData load_mesh(SceneNode& node) {
    const MeshSource& source = object_of<MeshSource>(node, "mesh");
    const SourceMark& mark = node.slot("mesh")->mark;
    const std::string plugin = "mesh/" + node.slot("mesh")->find("type")->text;
    auto& known =
        node.attachment<MeshMistakes>([] { return std::make_unique<MeshMistakes>(); }).diagnostics;
    if (!known.empty()) throw InputError(known);
    const Attribution who{plugin, node.path(), mark};
    MeshData data;
    try {
        attribute_lack_of_memory_to(who, [&] { data = source.load(); });
        if (!data.volume)
            fail(node, mark,
                 fmt::format("the mesh of {} is a surface, but a body needs a volume", node.path()),
                 "fill it with mesh: {type: tetrahedralize, ...}, or name a file of volume "
                 "elements");
    } catch (const InputError& error) {
        known = attribute_to(error, who).diagnostics();
        throw InputError(known);
    }
    for (const std::string& text : data.warnings)
        node.graph().warn(Diagnostic::warning(text).on(who));
    return data;
}

std::unique_ptr<Body> make_body(SceneNode& node) {
    if (node.slot("material") == nullptr)
        fail(node, node.slot("mesh")->mark,
             fmt::format("{} has a mesh but no material", node.path()),
             "add one, such as material: {type: neo_hookean, young: 1 MPa, poisson: 0.45}");
    MeshData data = load_mesh(node);
    node.attachment<Content>([&] {
        return std::make_unique<Content>(Content{"mesh", fingerprint(*data.volume)});
    });
    auto body = std::make_unique<Body>();
    body->path = node.path();
    body->to_world = node.world();
    body->mesh = std::move(*data.volume);
    body->surface = std::move(data.surface);
    body->material = &object_of<Material>(node, "material");
    body->density = body->material->common.density.on(body->mesh);
    body->skin = boundary(body->mesh);
    body->mesh.positions = body->to_world * body->mesh.positions;
    if (body->surface) body->surface->positions = body->to_world * body->surface->positions;
    read_initial(node, *body);
    return body;
}

}  // namespace

VolumeMesh Body::local_mesh() const {
    VolumeMesh local = mesh;
    local.positions = to_world.inverse() * (neutral.cols() > 0 ? neutral : mesh.positions);
    return local;
}

std::vector<int> Body::nodes(const Selection& where) const {
    return where.nodes(local_mesh(), skin);
}
std::vector<int> Body::elements(const Selection& where) const {
    return where.elements(local_mesh(), skin);
}
std::vector<int> Body::faces(const Selection& where) const {
    return where.faces(local_mesh(), skin);
}

Body* body_of(SceneNode& node) {
    if (node.slot("mesh") == nullptr) return nullptr;
    return &node.attachment<Body>([&] { return make_body(node); });
}

Body& body_here(const BuildContext& context) {
    if (Body* body = body_of(context.node())) return *body;
    context.fail(
        fmt::format("{} stands on {}, which has no body", context.plugin(), context.node().path()),
        "give that node a mesh and a material, or move this to one that has them");
}

}  // namespace sinew
