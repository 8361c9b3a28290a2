/// The interface of `mesh/` plugins.
#pragma once

#include <optional>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string>
#include <utility>
#include <vector>

namespace sinew {

class MorphingSurface;

/// Length units that files are written in.
enum class LengthUnit { m, dm, cm, mm, um, inch, foot };
template <>
struct EnumNames<LengthUnit> {
    static constexpr std::array names{
        std::pair{"m", LengthUnit::m},    std::pair{"dm", LengthUnit::dm},
        std::pair{"cm", LengthUnit::cm},  std::pair{"mm", LengthUnit::mm},
        std::pair{"um", LengthUnit::um},  std::pair{"in", LengthUnit::inch},
        std::pair{"ft", LengthUnit::foot}};
};

/// A source of a mesh: generates or reads it, then checks and scales it.
class MeshSource : public Object {
public:
    static constexpr const char* kind = "mesh";

    /// Parameters of every mesh plugin.
    struct Common {
        double scale = 1;
        LengthUnit unit = LengthUnit::m;
        std::optional<double> fit;
        static constexpr auto fields = std::tuple{
            field("scale", &Common::scale, positive, "Factor on all positions"),
            field("unit", &Common::unit, "Length unit that the numbers of the mesh are in"),
            field("fit", &Common::fit, unit::m, positive,
                  "Scale so that the longest side of the bounding box has this length, with the "
                  "centre of the box at the origin; not with scale or unit"),
        };
    };
    Common common;

    /// The mesh in the node's rest frame [m]: generated or read, then checked and scaled.
    ///
    /// Nodes that no element refers to are dropped, and a mesh whose elements are all left-handed
    /// is turned, both with a warning in the result, as are elements that overlap; sets are sorted.
    /// Throws InputError for a missing, truncated or wrong file, elements inverted, without volume
    /// or listed twice (their count and first numbers), indices out of range, positions that are
    /// not finite, `fit` together with `scale` or `unit`.
    MeshData load() const;
    /// The clips that move the mesh's surface; nullptr if there are none.
    virtual const MorphingSurface* morphing_surface() const { return nullptr; }

protected:
    MeshSource() = default;
    /// `origin` is what messages call the mesh ("beam.veg"), `place` where the scene asks for it.
    MeshSource(std::string origin, SourceMark place)
        : origin_(std::move(origin)), place_(std::move(place)) {}
    /// A mesh that is read from a file: messages call it by its name, remedies look at the file.
    explicit MeshSource(const Path& file)
        : origin_(file.written), place_(file.mark), is_of_file_(true) {}

    /// Made or read, in the mesh's own unit; sets and arrays with their elements or nodes.
    virtual MeshData generate() const = 0;

    const std::string& origin() const { return origin_; }
    const SourceMark& place() const { return place_; }

private:
    /// The remedy for a mesh with this defect: `of_file` where a file was read.
    const char* remedy(const char* of_file) const;
    /// Generates the mesh. An error that names no line of a file gets the place in the scene.
    MeshData generate_placed() const;
    /// The check warns of `n_dropped` nodes, which are gone already, and of those that it drops.
    void check(VolumeMesh& mesh, int n_dropped, std::vector<std::string>& warnings) const;
    void check(SurfaceMesh& surface, int n_dropped, std::vector<std::string>& warnings) const;
    void to_metres(MeshData& data) const;

    std::string origin_ = "the mesh";
    SourceMark place_;
    bool is_of_file_ = false;
};

}  // namespace sinew
