#include <langinfo.h>
#include <locale.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <sinew/kernel/run/status_line.hpp>

namespace sinew {

namespace {

constexpr int usual_width = 80;

struct DrawnLine {
    std::mutex mutex;
    bool is_there = false;
};

DrawnLine& drawn_line() {
    static DrawnLine instance;
    return instance;
}

/// A terminal that was closed takes nothing more: that is no reason for a run to fail.
void put_on_terminal(const std::string& text) {
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
}

}  // namespace

void draw_status_line(const std::string& text) {
    const std::lock_guard lock(drawn_line().mutex);
    put_on_terminal("\r" + text + "\033[K");
    drawn_line().is_there = true;
}

void clear_status_line() {
    const std::lock_guard lock(drawn_line().mutex);
    if (!drawn_line().is_there) return;
    put_on_terminal("\r\033[K");
    drawn_line().is_there = false;
}

int terminal_width() {
    struct winsize size {};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    const char* columns = std::getenv("COLUMNS");
    const long width = columns ? std::strtol(columns, nullptr, 10) : 0;
    return width > 0 && width < 10000 ? static_cast<int>(width) : usual_width;
}

bool locale_is_utf8() {
    const locale_t locale = ::newlocale(LC_CTYPE_MASK, "", nullptr);
    if (!locale) return false;
    const bool is_utf8 = std::string(::nl_langinfo_l(CODESET, locale)) == "UTF-8";
    ::freelocale(locale);
    return is_utf8;
}

}  // namespace sinew
