/// An observer that appends the index of each step it sees to DIR/NAME.txt.

#include <fstream>
#include <nlohmann/json.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/observer.hpp>

namespace {

using namespace sinew;

class Trace final : public Observer {
public:
    struct Params {
        std::string name = "trace";
        int fail_at = -1;
        static constexpr auto fields = std::tuple{
            field("name", &Params::name, "Of the file"),
            field("fail_at", &Params::fail_at, "Index of the step that cannot be written"),
        };
    };

    explicit Trace(const Params& params) : params_(params) {}

    void begin(const RunInfo& run, const Clock&) override {
        stream_.open(run.folder / (params_.name + ".txt"),
                     run.continued ? std::ios::app : std::ios::trunc);
        stream_ << (run.continued ? "continue " : "begin ") << n_seen_ << std::endl;
    }
    void observe(const Clock& clock) override {
        if (clock.index == params_.fail_at)
            throw ComputationError("cannot write trace.txt: No space left on device");
        stream_ << clock.index << std::endl;
        ++n_seen_;
    }
    void finish() override { stream_ << "finish" << std::endl; }
    void report(nlohmann::json& report) const override { report["n_seen"] = n_seen_; }
    void save(Archive& archive, const std::string& prefix) const override {
        archive.put(prefix + "/n_seen", n_seen_);
    }
    void restore(const Archive& archive, const std::string& prefix) override {
        n_seen_ = archive.integer(prefix + "/n_seen");
    }

private:
    Params params_;
    std::ofstream stream_;
    std::int64_t n_seen_ = 0;
};

}  // namespace

SINEW_PLUGIN(Trace, "output/trace", "Writes which steps it saw")
