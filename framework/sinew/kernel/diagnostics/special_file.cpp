#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/special_file.hpp>
#include <system_error>

namespace sinew {

std::string special_file(const std::filesystem::path& file) {
    std::error_code ignored;
    switch (std::filesystem::status(file, ignored).type()) {
        case std::filesystem::file_type::block:
        case std::filesystem::file_type::character:
            return "a device";
        case std::filesystem::file_type::fifo:
            return "a pipe";
        case std::filesystem::file_type::socket:
            return "a socket";
        default:
            return "";
    }
}

bool is_there(const std::filesystem::path& file) {
    std::error_code error;
    const std::filesystem::file_type type = std::filesystem::status(file, error).type();
    if (type == std::filesystem::file_type::none)
        throw InputError(
            Diagnostic::error("cannot look for " + file.string() + ": " + error.message())
                .remedy("check the path, and the permissions of its folders"));
    return type != std::filesystem::file_type::not_found;
}

}  // namespace sinew
