#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <mutex>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/kernel/run/status_line.hpp>

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

std::atomic<bool> is_quiet = false;

struct Ear {
    std::mutex mutex;
    std::function<void(const Diagnostic&)> hear;
};

Ear& ear() {
    static Ear instance;
    return instance;
}

}  // namespace

void log_info(const std::string& text) {
    clear_status_line();
    logger().info("{}", text);
}

void log_diagnostic(const Diagnostic& diagnostic) {
    const auto level = diagnostic.severity == Severity::error     ? spdlog::level::err
                       : diagnostic.severity == Severity::warning ? spdlog::level::warn
                                                                  : spdlog::level::info;
    if (diagnostic.severity != Severity::note || !is_quiet) {
        clear_status_line();
        logger().log(level, "{}", format(diagnostic));
    }
    const std::lock_guard lock(ear().mutex);
    if (ear().hear) ear().hear(diagnostic);
}

void keep_log_quiet(bool quiet) {
    is_quiet = quiet;
}

LogListener::LogListener(std::function<void(const Diagnostic&)> hear) {
    const std::lock_guard lock(ear().mutex);
    SINEW_ASSERT(!ear().hear, "somebody listens to the log already");
    ear().hear = std::move(hear);
}

LogListener::~LogListener() {
    const std::lock_guard lock(ear().mutex);
    ear().hear = nullptr;
}

}  // namespace sinew
