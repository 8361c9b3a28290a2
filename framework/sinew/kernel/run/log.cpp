#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <sinew/kernel/run/log.hpp>

namespace sinew {

namespace {

spdlog::logger& logger() {
    static const std::shared_ptr<spdlog::logger> instance = [] {
        auto made = std::make_shared<spdlog::logger>(
            "sinew", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
        made->set_pattern("%v");
        return made;
    }();
    return *instance;
}

}  // namespace

void log_info(const std::string& text) {
    logger().info("{}", text);
}

void log_diagnostic(const Diagnostic& diagnostic) {
    const auto level = diagnostic.severity == Severity::error     ? spdlog::level::err
                       : diagnostic.severity == Severity::warning ? spdlog::level::warn
                                                                  : spdlog::level::info;
    logger().log(level, "{}", format(diagnostic));
}

}  // namespace sinew
