/// A part that needs other parts, records its life, and fails on demand.

#include "recorder.hpp"

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>

namespace {

using namespace sinew;

struct Extra {
    std::shared_ptr<std::vector<std::string>> lines;
    std::string name;
    ~Extra() { lines->push_back("-attachment of " + name); }
};

class Recorder final : public test::Part {
public:
    struct Params {
        std::string name;
        std::vector<Reference> needs;
        std::string fails;
        bool attaches = false;
        double size = 1;
        static constexpr auto fields = std::tuple{
            field("name", &Params::name, "What it writes into the record"),
            field("needs", &Params::needs, "Nodes whose parts must come first"),
            field("fails", &Params::fails, "input or computation"),
            field("attaches", &Params::attaches, "Whether it attaches something to its node"),
            field("size", &Params::size, unit::m, positive, "A length"),
        };
    };

    Recorder(const Params& params, BuildContext& context)
        : name_(params.name), lines_(context.graph().root().attached<test::Record>()->lines) {
        for (const Reference& need : params.needs) context.object<test::Part>(need, "part");
        if (params.fails == "input") context.fail("no part '" + name_ + "' today", "try tomorrow");
        if (params.fails == "computation") throw ComputationError("it diverges");
        if (params.attaches)
            context.node().attachment<Extra>([&] { return new Extra{lines_, name_}; });
        context.warn("parts are only for tests");
        lines_->push_back("+" + name_);
    }
    ~Recorder() override { lines_->push_back("-" + name_); }

private:
    std::string name_;
    std::shared_ptr<std::vector<std::string>> lines_;
};

}  // namespace

SINEW_PLUGIN(Recorder, "part/recorder", "Records when it comes and goes")
