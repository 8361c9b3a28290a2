/// Checkpoints: all that a run carries, from which `sinew run --from` goes on bitwise.
///
/// Written as checkpoint-<step>.h5 (HDF5: groups and data sets are the parts' names), whole or not
/// at all. The older ones go as soon as a newer one stands.

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/output/output.hpp>
#include <sinew/mechanics/output/output_name.hpp>
#include <sinew/storage/hdf5_archive.hpp>

namespace sinew {

namespace fs = std::filesystem;

class Checkpoint final : public Output {
public:
    struct Params {
        int keep = 3;
        static constexpr auto fields = std::tuple{
            field("keep", &Params::keep, at_least(1), "How many of the newest stay"),
        };
    };

    Checkpoint(const Params& params, BuildContext& context)
        : params_(params), stem_(claim_output_name(context, "h5", {}, "checkpoint")) {}

    bool observes_last() const override { return true; }

    void begin(const RunInfo& run, const Clock& clock) override {
        run_ = run;
        n_digits_ = std::max<int>(4, static_cast<int>(std::to_string(clock.n_steps).size()));
        if (run.continued) find_earlier(clock.index);
    }

    void observe(const Clock& clock) override {
        Archive archive;
        run_.save(archive);
        const fs::path file =
            run_.folder / fmt::format("{}-{:0{}}.h5", stem_, clock.index, n_digits_);
        write_archive(file, archive);
        ++n_written_;
        files_[clock.index] = file;
        while (files_.size() > static_cast<std::size_t>(params_.keep)) {
            std::error_code gone_already;
            fs::remove(files_.begin()->second, gone_already);
            files_.erase(files_.begin());
        }
    }

    void finish() override {}

    void report(nlohmann::json& report) const override {
        report["written"] = n_written_;
        auto& names = report["files"] = nlohmann::json::array();
        for (const auto& [index, file] : files_) names.push_back(file.filename().string());
    }

private:
    /// The checkpoints that this run's first part left: their turn to go comes too.
    void find_earlier(long index) {
        for (const auto& entry : fs::directory_iterator(run_.folder)) {
            const std::string name = entry.path().filename().string();
            if (!name.starts_with(stem_ + "-") || !name.ends_with(".h5")) continue;
            const char* first = name.data() + stem_.size() + 1;
            const char* last = name.data() + name.size() - 3;
            long of_file = 0;
            const auto read = std::from_chars(first, last, of_file);
            if (read.ec == std::errc() && read.ptr == last && of_file <= index)
                files_[of_file] = entry.path();
        }
    }

    Params params_;
    std::string stem_;
    RunInfo run_;
    int n_digits_ = 4;
    long n_written_ = 0;
    std::map<long, fs::path> files_;  ///< by step
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Checkpoint, "output/checkpoint", "All that a run carries, to go on from")
