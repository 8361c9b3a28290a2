#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <set>
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

/// What has been logged while each is logged once.
struct Logged {
    std::mutex mutex;
    std::optional<std::set<std::string>> texts;

    /// False if the text is to be logged no more.
    bool is_new(const std::string& text) {
        const std::lock_guard lock(mutex);
        return !texts || texts->insert(text).second;
    }
};

Logged& logged() {
    static Logged instance;
    return instance;
}

}  // namespace

void log_info(const std::string& text) {
    clear_status_line();
    logger().info("{}", text);
}

void log_note(const std::string& text) {
    if (!is_quiet) log_info(text);
}

void log_diagnostic(const Diagnostic& diagnostic) {
    const std::string text = format(diagnostic);
    if (!logged().is_new(text)) return;
    const auto level = diagnostic.severity == Severity::error     ? spdlog::level::err
                       : diagnostic.severity == Severity::warning ? spdlog::level::warn
                                                                  : spdlog::level::info;
    if (diagnostic.severity != Severity::note || !is_quiet) {
        clear_status_line();
        logger().log(level, "{}", text);
    }
    const std::lock_guard lock(ear().mutex);
    if (ear().hear) ear().hear(diagnostic);
}

void keep_log_quiet(bool quiet) {
    is_quiet = quiet;
}

LogEachOnce::LogEachOnce() {
    const std::lock_guard lock(logged().mutex);
    SINEW_ASSERT(!logged().texts, "the log is filtered already");
    logged().texts.emplace();
}

LogEachOnce::~LogEachOnce() {
    const std::lock_guard lock(logged().mutex);
    logged().texts.reset();
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
