/// `where:` and `at:`: which nodes, elements or skin triangles of a body.
///
///     where: {box: {min: [0, 0, 0], max: [1, 1, 1]}}
///     where: {sphere: {center: [0, 0, 0], radius: 1 cm}}
///     where: {plane: {normal: [1, 0, 0], offset: 0}}        # nodes on it
///     where: {half_space: {normal: [1, 0, 0], offset: 0}}   # nodes with normal . x <= offset
///     where: {extent: {axis: z, from: 0.9, to: 1}}          # fractions of the bounding box
///     where: {set: grip}                                    # a node or element set of the mesh
///     where: {array: tag, equals: 3}                        # a named array of the mesh
///     where: {array: temperature, from: 20, to: 30}
///     where: {nodes: [1, 2, 3]}  {elements: [...]}  {boundary: true}  all
///     where: {all_of: [...]}  {any_of: [...]}  {not: ...}
///
/// Positions are in the node's own rest frame; a normal need not be of unit length, and the offset
/// is along the unit normal. Shapes are closed, and widened by `tolerance:` (default 1e-6 of the
/// diagonal of the mesh's bounding box).
#pragma once

#include <memory>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string>
#include <vector>

namespace sinew {

struct Boundary;

/// A set of nodes, elements or faces that a scene describes.
class Selection {
public:
    struct Term;  // the parsed expression

    /// True if the scene leaves the parameter out.
    bool empty() const { return expression_ == nullptr; }
    /// Place of the selection in the scene.
    const SourceMark& mark() const { return mark_; }
    /// The selection in the words of the scene, for messages.
    const std::string& written() const { return written_; }

    /// Sorted node numbers; of element sets, element arrays and elements all their nodes. `mesh` is
    /// in the node's rest frame. Throws InputError at the place of the selection if a set or array
    /// is not there (names what is), or if nothing is selected.
    std::vector<int> nodes(const VolumeMesh& mesh, const Boundary& skin) const;
    /// Elements all of whose nodes are selected. If the selection speaks of elements somewhere (an
    /// element set, an element array, `elements:`), its parts are turned to elements first, and
    /// then combined.
    std::vector<int> elements(const VolumeMesh& mesh, const Boundary& skin) const;
    /// Skin faces (indices into Boundary::faces) all of whose nodes are selected.
    std::vector<int> faces(const VolumeMesh& mesh, const Boundary& skin) const;

    /// The selection `all`.
    static Selection everything();

private:
    friend struct ParamType<Selection>;
    std::shared_ptr<const Term> expression_;
    SourceMark mark_;
    std::string written_;
};

template <>
struct ParamType<Selection> {
    static bool read(const Value&, const FieldInfo&, ReadContext&, Selection& out);
    static std::string type_name(const FieldInfo&);
    static std::string schema(const FieldInfo&);
    static std::string show(const Selection&, const FieldInfo&);
};

}  // namespace sinew
