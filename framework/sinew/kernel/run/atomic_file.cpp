#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <optional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <system_error>

namespace sinew {

namespace fs = std::filesystem;

namespace {

/// Returns 0, or errno.
int write_all(const fs::path& file, std::string_view content) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) return errno;
    int error = 0;
    while (!content.empty() && error == 0) {
        const ssize_t n = ::write(descriptor, content.data(), content.size());
        if (n >= 0)
            content.remove_prefix(static_cast<std::size_t>(n));
        else if (errno != EINTR)
            error = errno;
    }
    // Some file systems only tell on closing that there was no space.
    if (::close(descriptor) != 0 && error == 0) error = errno;
    return error;
}

/// The end of every name beside: other programs keep files that end in numbers.
constexpr std::string_view mark = ".sinew-part";

/// The process that writes a file of `name_beside`'s form; nothing if the name has another.
std::optional<pid_t> writer_of(std::string_view name) {
    if (!name.ends_with(mark)) return std::nullopt;
    name.remove_suffix(mark.size());
    const std::size_t dot = name.rfind('.');
    if (!name.starts_with('.') || dot == 0 || dot == std::string_view::npos) return std::nullopt;
    const std::string_view digits = name.substr(dot + 1);
    pid_t process = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), process);
    if (error != std::errc() || end != digits.data() + digits.size() || process <= 0)
        return std::nullopt;
    return process;
}

bool has_ended(pid_t process) {
    return ::kill(process, 0) != 0 && errno == ESRCH;
}

}  // namespace

void fail_to_write(const fs::path& file, int error) {
    const std::string remedy =
        error == ENOSPC || error == EDQUOT
            ? "free some space or choose another folder with -o; what was written before is whole"
        : error == EFBIG
            ? "raise the limit on the size of files (ulimit -f); what was written before is whole"
            : "check that the folder is there and that you may write into it";
    throw ComputationError(
        fmt::format("cannot write {}: {}", file.string(), std::generic_category().message(error)),
        remedy);
}

fs::path name_beside(const fs::path& file) {
    fs::path name = file;
    name.replace_filename(fmt::format(".{}.{}{}", file.filename().string(), ::getpid(), mark));
    return name;
}

void remove_unfinished_files(const fs::path& folder) {
    std::error_code ignored;  // whoever cannot look into the folder hears of it from the first file
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        const std::optional<pid_t> writer = writer_of(entry.path().filename().string());
        if (writer && has_ended(*writer)) ::unlink(entry.path().c_str());
    }
}

void rename_into_place(const fs::path& file) {
    const fs::path beside = name_beside(file);
    if (::rename(beside.c_str(), file.c_str()) == 0) return;
    const int error = errno;
    ::unlink(beside.c_str());
    fail_to_write(file, error);
}

void write_file_whole(const fs::path& file, std::string_view content) {
    const fs::path beside = name_beside(file);
    if (const int error = write_all(beside, content)) {
        ::unlink(beside.c_str());
        fail_to_write(file, error);
    }
    rename_into_place(file);
}

}  // namespace sinew
