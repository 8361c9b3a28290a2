#include <fmt/format.h>

#include <filesystem>
#include <sinew/kernel/run/announce.hpp>
#include <system_error>

namespace sinew {

std::string time_words(const Clock& clock) {
    return fmt::format("t = {:.6g} s", clock.time());
}

std::vector<std::string> announce_steps(const RunOptions& options, const Clock& clock) {
    const std::string folder = options.folder.string();
    const std::string steps =
        fmt::format("{}: {} steps of {:.4g} s into {}", options.scene.filename().string(),
                    clock.n_steps, clock.step, folder);
    if (options.checkpoint.empty()) return {steps};
    const std::string start = time_words(clock);
    std::vector<std::string> lines{
        fmt::format("{}, going on after step {} ({})", steps, clock.index, start)};
    std::error_code unknown;
    const std::filesystem::path from = std::filesystem::absolute(options.checkpoint, unknown);
    if (!std::filesystem::equivalent(from.parent_path(), options.folder, unknown))
        lines.push_back(
            fmt::format("{} is another folder than the checkpoint's: tables and the .pvd that it "
                        "lacks begin at {}",
                        folder, start));
    return lines;
}

}  // namespace sinew
