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

}  // namespace sinew
