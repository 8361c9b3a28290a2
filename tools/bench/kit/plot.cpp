#include "plot.hpp"

#include <fmt/format.h>

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/atomic_file.hpp>

#include "process.hpp"

namespace sinew::bench {

void draw(const Plot& plot, const std::filesystem::path& file) {
    nlohmann::json wanted{{"title", plot.title}, {"x", plot.x_label},   {"y", plot.y_label},
                          {"log_x", plot.log_x}, {"log_y", plot.log_y}, {"series", {}}};
    for (const Series& series : plot.series)
        wanted["series"].push_back({{"label", series.label}, {"x", series.x}, {"y", series.y}});
    const std::filesystem::path description = file.string() + ".json";
    write_file_whole(description, wanted.dump());
    const Finished drawn = run_program(
        {(own_folder() / "sinew-results").string(), "plot", description.string(), file.string()});
    std::filesystem::remove(description);
    if (drawn.code != 0)
        throw ComputationError(fmt::format("cannot draw {}: {}", file.string(), drawn.output));
}

}  // namespace sinew::bench
