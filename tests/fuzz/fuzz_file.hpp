/// The fuzzer's bytes as readers take them: a text whose first byte chooses the reader, or a file.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <string>
#include <string_view>

namespace sinew::fuzz {

/// The bytes behind the first, which chooses among formats.
inline std::string text_of(const std::uint8_t* data, std::size_t size) {
    return size < 2 ? std::string()
                    : std::string(reinterpret_cast<const char*>(data + 1), size - 1);
}

/// Calls read(first byte, the text behind it). An InputError is a right answer.
template <class Read>
int read_chosen(const std::uint8_t* data, std::size_t size, Read&& read) {
    if (size == 0) return 0;
    try {
        read(data[0], text_of(data, size));
    } catch (const InputError&) {
    }
    return 0;
}

/// Writes the bytes under a name of this process's own, in memory where there is such a folder.
inline std::filesystem::path file_of(std::string_view bytes, const std::string& ending) {
    static const std::filesystem::path folder = std::filesystem::is_directory("/dev/shm")
                                                    ? std::filesystem::path("/dev/shm")
                                                    : std::filesystem::temp_directory_path();
    static const std::string stem = "sinew_fuzz_" + std::to_string(::getpid());
    const std::filesystem::path file = folder / (stem + ending);
    std::ofstream(file, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), std::streamsize(bytes.size()));
    return file;
}

}  // namespace sinew::fuzz
