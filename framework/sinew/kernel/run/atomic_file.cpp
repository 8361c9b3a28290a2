#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
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
    name.replace_filename(fmt::format(".{}.{}", file.filename().string(), ::getpid()));
    return name;
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
