#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/special_file.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/kernel/run/writable.hpp>
#include <system_error>

namespace sinew {

void make_output_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (!error && ::access(folder.c_str(), W_OK | X_OK) != 0)
        error = std::error_code(errno, std::generic_category());
    if (error)
        throw InputError(Diagnostic::error(fmt::format("cannot write into {}: {}", folder.string(),
                                                       error.message()))
                             .remedy("choose another folder with -o"));
}

void require_writable(const std::filesystem::path& file) {
    const auto refuse = [&](const std::string& reason, const char* remedy) {
        throw InputError(
            Diagnostic::error(fmt::format("cannot write {}: {}", file.string(), reason))
                .remedy(remedy));
    };
    if (const std::string kind = special_file(file); !kind.empty())
        refuse("it is " + kind, "name a file");
    std::error_code unknown;  // the system says below what is wrong
    if (std::filesystem::is_directory(file, unknown)) refuse("it is a folder", "name a file in it");
    const std::filesystem::path beside = name_beside(file);
    const int descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    const int error = errno;
    if (descriptor >= 0) {
        ::close(descriptor);
        ::unlink(beside.c_str());
    } else if (error != ENOSPC && error != EDQUOT) {
        refuse(std::generic_category().message(error),
               "check that the folder is there and that you may write into it");
    }
}

}  // namespace sinew
