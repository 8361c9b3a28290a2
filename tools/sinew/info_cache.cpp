#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

#include "info_files.hpp"

namespace sinew::tools {

namespace {

class Words {
public:
    Words(const std::filesystem::path& file, bool is_big)
        : in_(file, std::ios::binary), is_big_(is_big) {}
    void skip(std::int64_t n_bytes) { in_.seekg(n_bytes, std::ios::cur); }
    std::int32_t integer() { return std::bit_cast<std::int32_t>(word()); }
    float number() { return std::bit_cast<float>(word()); }

private:
    std::uint32_t word() {
        unsigned char bytes[4] = {};
        in_.read(reinterpret_cast<char*>(bytes), 4);
        std::uint32_t word = 0;
        for (int k = 0; k < 4; ++k) word |= std::uint32_t(bytes[is_big_ ? 3 - k : k]) << 8 * k;
        return word;
    }
    std::ifstream in_;
    bool is_big_;
};

void require_size(const std::filesystem::path& file, std::int64_t n_frames, std::int64_t n_points,
                  std::int64_t head, std::int64_t per_frame) {
    const auto size = std::int64_t(std::filesystem::file_size(file));
    // Both are of 32 bits, but their product times 12 is not of 64.
    const bool is_cache = n_frames >= 0 && n_points >= 0 &&
                          (n_frames == 0 || n_points <= size / 12) &&
                          size == head + n_frames * (per_frame + 12 * n_points);
    if (!is_cache)
        throw InputError(
            Diagnostic::error(fmt::format("{} promises {} frames of {} points, and has {} bytes",
                                          file.string(), n_frames, n_points, size))
                .remedy("it is no such point cache, or was cut off: copy or export it again"));
}

}  // namespace

void print_cache(const std::filesystem::path& file, const std::string& ending) {
    if (ending == ".mdd") {
        Words words(file, true);
        const int n_frames = words.integer(), n_points = words.integer();
        require_size(file, n_frames, n_points, 8, 4);
        std::cout << fmt::format("{}: MDD point cache\n  points    {}\n  frames    {}",
                                 file.string(), n_points, n_frames);
        if (n_frames > 0) {
            const float first = words.number();
            words.skip(4 * std::max<std::int64_t>(0, std::int64_t(n_frames) - 2));
            std::cout << fmt::format(", {:.6g} s to {:.6g} s", first,
                                     n_frames > 1 ? words.number() : first);
        }
        std::cout << "\n";
        return;
    }
    Words words(file, false);
    words.skip(12);
    const int version = words.integer(), n_points = words.integer();
    const float first = words.number(), rate = words.number();
    const int n_samples = words.integer();
    require_size(file, n_samples, n_points, 32, 0);
    std::cout << fmt::format(
        "{}: PC2 point cache, version {}\n  points    {}\n  samples   {}, one every {:g} frames "
        "from "
        "frame {:g}\n",
        file.string(), version, n_points, n_samples, rate, first);
}

}  // namespace sinew::tools
