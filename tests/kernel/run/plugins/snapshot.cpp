/// A checkpoint in plain text, for the tests of continuing: numbers of an archive, one key a line.

#include <fstream>
#include <nlohmann/json.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/observer.hpp>

namespace {

using namespace sinew;

class Snapshot final : public Observer {
public:
    bool observes_last() const override { return true; }
    void begin(const RunInfo& run, const Clock&) override { run_ = run; }
    void observe(const Clock& clock) override {
        Archive archive;
        run_.save(archive);
        std::ofstream out(run_.folder / ("snapshot-" + std::to_string(clock.index)));
        out << std::hexfloat;
        for (const auto& [key, entry] : archive.entries()) {
            if (const auto* numbers = std::get_if<std::vector<double>>(&entry))
                out << key << " number " << numbers->front() << "\n";
            else if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&entry))
                out << key << " integer " << integers->front() << "\n";
            else
                out << key << " text " << std::get<std::string>(entry) << "\n";
        }
    }
    void finish() override {}
    void report(nlohmann::json&) const override {}

private:
    RunInfo run_;
};

}  // namespace

SINEW_PLUGIN(Snapshot, "output/snapshot", "Writes what a run carries")
