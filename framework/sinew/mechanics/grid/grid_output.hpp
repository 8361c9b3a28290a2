/// Outputs of a grid's fields: a file a frame.
#pragma once

#include <optional>
#include <sinew/kernel/params/marked.hpp>
#include <sinew/mechanics/grid/grid_fields.hpp>
#include <sinew/mechanics/output/output.hpp>

namespace sinew {

/// Parameters of outputs of a grid.
struct GridOutputParams {
    Marked<std::vector<GridField>> wanted{{GridField::velocity}, {}};
    std::optional<std::string> name;
    static constexpr auto fields = std::tuple{
        field("fields", &GridOutputParams::wanted, "What is written of the grid"),
        field("name", &GridOutputParams::name, "Names the files; the node's path if absent"),
    };
};

/// Finds the grid that is stepped on the node or above it, and names a file for each frame.
class GridOutput : public Output {
public:
    void begin(const RunInfo& run, const Clock& clock) override;

protected:
    /// Files end on ".ending". InputErrors: no solver, one
    /// without a grid, no field, one that is not there, a name that another output has.
    GridOutput(const GridOutputParams& params, const std::string& ending, BuildContext& context);

    const std::string& name() const { return name_; }
    const Grid& grid() const { return results_->fluid->grid(); }
    /// The fields that are wanted, as they are now.
    std::vector<GridArray> arrays() const;
    /// Name of the frame's file, in folder().
    std::string file_of(const Clock& clock) const;
    const std::filesystem::path& folder() const { return run_.folder; }

private:
    GridOutputParams params_;
    SceneNode* solver_node_;
    std::string ending_, name_;
    const GridResults* results_ = nullptr;
    RunInfo run_;
    int n_digits_ = 4;
};

}  // namespace sinew
