#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <iterator>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/folder_lock.hpp>

namespace sinew {

namespace {

/// Who holds the lock, as its file tells: "process 12 on host, since 2026-01-01 12:00:00 UTC".
std::string this_process() {
    char host[256] = "?";
    ::gethostname(host, sizeof host - 1);
    const auto now = std::chrono::system_clock::now();
    return fmt::format("process {} on {}, since {:%Y-%m-%d %H:%M:%S} UTC", ::getpid(), host,
                       fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

std::string content_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// True if the name still stands for the file that is open: whoever held the lock before may have
/// removed it between.
bool is_file_at(int descriptor, const std::filesystem::path& name) {
    struct stat open {
    }, named{};
    return ::fstat(descriptor, &open) == 0 && ::stat(name.c_str(), &named) == 0 &&
           open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

[[noreturn]] void refuse(const std::filesystem::path& folder, const std::string& holder) {
    throw InputError(Diagnostic::error(fmt::format("another run writes into {}{}", folder.string(),
                                                   holder.empty() ? "" : ": " + holder))
                         .remedy("choose another folder with -o, or wait for that run to end"));
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) : file_(folder / file_name) {
    for (;;) {
        descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (descriptor_ < 0) return;  // the run's first file says why
        if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
            const int error = errno;
            if (error == EINTR || error == EWOULDBLOCK) ::close(descriptor_);
            if (error == EINTR) continue;
            if (error == EWOULDBLOCK) refuse(folder, content_of(file_));
            return;  // no locks here
        }
        if (is_file_at(descriptor_, file_)) break;
        ::close(descriptor_);
    }
    is_held_ = true;
    const std::string holder = this_process();
    const bool is_written =
        ::ftruncate(descriptor_, 0) == 0 && ::write(descriptor_, holder.data(), holder.size()) > 0;
    static_cast<void>(is_written);  // who is refused will miss the name alone
}

FolderLock::~FolderLock() {
    if (descriptor_ < 0) return;
    ::unlink(file_.c_str());
    ::close(descriptor_);
}

std::optional<std::string> run_that_died(const std::filesystem::path& folder) {
    const std::filesystem::path file = folder / FolderLock::file_name;
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) return std::nullopt;
    // Shared, and let go of at once: who looks must not stand in the way of a run that starts.
    const bool is_free = ::flock(descriptor, LOCK_SH | LOCK_NB) == 0;
    const bool is_left_behind = is_free && is_file_at(descriptor, file);
    ::close(descriptor);
    if (!is_left_behind) return std::nullopt;
    return content_of(file);
}

}  // namespace sinew
