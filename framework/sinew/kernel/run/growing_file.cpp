#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/kernel/run/growing_file.hpp>

namespace sinew {

namespace {

/// The kernel may stop a write of a process that is killed between pages of its cache, not within.
constexpr std::size_t page = 4096;

/// Writes at a place of an open file; returns 0, or errno.
int write_at(int descriptor, std::size_t place, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::pwrite(descriptor, text.data(), text.size(), off_t(place));
        if (n < 0 && errno != EINTR) return errno;
        if (n < 0) continue;
        place += static_cast<std::size_t>(n);
        text.remove_prefix(static_cast<std::size_t>(n));
    }
    return 0;
}

}  // namespace

std::string GrowingFile::in_place(std::string_view record) const {
    const std::size_t length = record.size() + end_.size();
    const std::size_t used = size_ % page;
    std::string text;
    if (!end_.empty() && used + length > page && length <= page)
        text.append(page - used - 1, ' ').append("\n");
    return text.append(record).append(end_);
}

void GrowingFile::open(const std::filesystem::path& file, std::string_view head,
                       std::string_view end, std::span<const std::string> records) {
    close();
    path_ = file;
    end_ = end;
    std::string content(head);
    size_ = content.size();
    for (const std::string& record : records) {
        content += in_place(record);
        size_ = content.size() - end_.size();
        content.resize(size_);
    }
    write_file_whole(path_, content + end_);
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail_to_write(path_, errno);
}

void GrowingFile::add(std::string_view record) {
    SINEW_ASSERT(descriptor_ >= 0, "no file is open");
    const std::string text = in_place(record);
    if (const int error = write_at(descriptor_, size_, text)) {
        // What stood there is written again over bytes that the file has: no space is needed.
        if (write_at(descriptor_, size_, end_) != 0 ||
            ::ftruncate(descriptor_, off_t(size_ + end_.size())) != 0)
            close();
        fail_to_write(path_, error);
    }
    size_ += text.size() - end_.size();
}

void GrowingFile::close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
}

}  // namespace sinew
