/// Fields on a grid for ParaView: a .vti a frame, in the .pvd of the run.
///
/// Vectors are at nodes, pressure and what smoke is made of in cells, in single precision. A file
/// carries its time, an array its unit.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/params/marked.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/grid/grid_results.hpp>
#include <sinew/mechanics/grid/vorticity_confinement.hpp>
#include <sinew/mechanics/output/output.hpp>
#include <sinew/mechanics/output/output_name.hpp>
#include <sinew/mechanics/output/pvd.hpp>

#include "vti/image.hpp"

namespace sinew {

enum class GridField { velocity, vorticity, divergence, pressure, smoke, temperature };
template <>
struct EnumNames<GridField> {
    static constexpr std::array names{
        std::pair{"velocity", GridField::velocity},
        std::pair{"vorticity", GridField::vorticity},
        std::pair{"divergence", GridField::divergence},
        std::pair{"pressure", GridField::pressure},
        std::pair{"smoke", GridField::smoke},
        std::pair{"temperature", GridField::temperature},
    };
};

class VtiOutput final : public Output {
public:
    struct Params {
        Marked<std::vector<GridField>> wanted{{GridField::velocity}, {}};
        std::optional<std::string> name;
        static constexpr auto fields = std::tuple{
            field("fields", &Params::wanted, "What is written of the grid"),
            field("name", &Params::name, "Names the files; the node's path if absent"),
        };
    };

    VtiOutput(const Params& params, BuildContext& context)
        : params_(params),
          solver_node_(solver_node_of(context.node())),
          pvd_(context.graph().root().attachment<output::PvdCollection>(
              [] { return new output::PvdCollection; })) {
        if (!solver_node_)
            context.fail("no solver steps this node",
                         "put the output on the node of a solver that has a grid");
        if (params.wanted.value.empty())
            context.fail(params.wanted.where, "`fields` names no field", "name velocity, say");
        name_ = claim_output_name(context, "vti", params.name, file_words(*solver_node_));
        part_ = pvd_.add_part(name_);
        where_ = context.where();
    }

    void begin(const RunInfo& run, const Clock& clock) override {
        run_ = run;
        n_digits_ = std::max<int>(4, int(std::to_string(clock.n_steps).size()));
        solver_node_->graph().object(*solver_node_, "solver");
        results_ = published_on<GridResults>(*solver_node_);
        if (!results_)
            throw InputError(Diagnostic::error("the solver of this node has no grid")
                                 .at(where_)
                                 .remedy("write bodies with {type: vtu}"));
        for (const GridField field : params_.wanted.value)
            if ((field == GridField::smoke || field == GridField::temperature) && !results_->smoke)
                throw InputError(Diagnostic::error("there is no smoke on this grid")
                                     .at(params_.wanted.where)
                                     .remedy("give the solver `smoke:`, or leave the field out"));
        pvd_.begin(run, std::array{part_});
    }

    void observe(const Clock& clock) override {
        pvd_.open();
        const std::string file =
            fmt::format("{}-{}_{:0{}}.vti", run_.scene_name, name_, clock.index, n_digits_);
        write(run_.folder / file, clock.time());
        pvd_.add(clock.time(), {{part_, file}});
        ++n_files_;
    }

    void finish() override { pvd_.open(); }  // no frame may have come

    void report(nlohmann::json& report) const override {
        report["pvd"] = pvd_.file().filename().string();
        report["files"] = n_files_;
    }

private:
    void write(const std::filesystem::path& file, double time) {
        const Fluid& fluid = *results_->fluid;
        VectorField vorticity;
        Vector divergence, pressure;
        std::vector<vti::Array> arrays;
        const auto add_vectors = [&](const char* name, const char* unit, const VectorField& v) {
            arrays.push_back({name, unit, true, {&v[0], &v[1], &v[2]}});
        };
        const auto add_numbers = [&](const char* name, const char* unit, const Vector& values) {
            arrays.push_back({name, unit, false, {&values}});
        };
        for (const GridField field : params_.wanted.value) switch (field) {
                case GridField::velocity:
                    add_vectors("velocity", "m/s", fluid.velocity());
                    break;
                case GridField::vorticity:
                    vorticity = curl(fluid.velocity(), fluid.grid());
                    add_vectors("vorticity", "1/s", vorticity);
                    break;
                case GridField::divergence:
                    divergence = fluid.divergence();
                    add_numbers("divergence", "1/s", divergence);
                    break;
                case GridField::pressure:
                    pressure = fluid.pressure();
                    add_numbers("pressure", "Pa", pressure);
                    break;
                case GridField::smoke:
                    add_numbers("smoke", "", results_->smoke->density());
                    break;
                case GridField::temperature:
                    add_numbers("temperature", "K", results_->smoke->temperature());
                    break;
            }
        vti::write_image(file, fluid.grid(), arrays, time);
    }

    Params params_;
    SceneNode* solver_node_;
    output::PvdCollection& pvd_;
    SourceMark where_;
    std::string name_;
    int part_ = 0;
    const GridResults* results_ = nullptr;
    RunInfo run_;
    int n_digits_ = 4;
    long n_files_ = 0;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::VtiOutput, "output/vti",
             "Fields on a grid for ParaView: a .vti series in the .pvd")
