#include "cache_file.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

namespace sinew {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr char pc2_name[12] = "POINTCACHE2";

/// Four bytes, turned round for MDD.
std::uint32_t turned(std::uint32_t word, bool is_big) {
    if (!is_big) return word;
    return word >> 24 | (word >> 8 & 0xff00) | (word << 8 & 0xff0000) | word << 24;
}

class Bytes {
public:
    Bytes(std::string& to, bool is_big) : to_(to), is_big_(is_big) {}
    void put(std::int32_t number) { put_word(std::bit_cast<std::uint32_t>(number)); }
    void put(float number) { put_word(std::bit_cast<std::uint32_t>(number)); }

private:
    void put_word(std::uint32_t word) {
        word = turned(word, is_big_);
        to_.append(reinterpret_cast<const char*>(&word), sizeof word);
    }
    std::string& to_;
    bool is_big_;
};

class Words {
public:
    Words(const std::string& from, std::size_t at, bool is_big)
        : from_(from), at_(at), is_big_(is_big) {}
    std::int32_t integer() { return std::bit_cast<std::int32_t>(word()); }
    float number() { return std::bit_cast<float>(word()); }
    std::size_t at() const { return at_; }

private:
    std::uint32_t word() {
        std::uint32_t word = 0;
        if (at_ + sizeof word <= from_.size()) std::memcpy(&word, from_.data() + at_, sizeof word);
        at_ += sizeof word;
        return turned(word, is_big_);
    }
    const std::string& from_;
    std::size_t at_;
    bool is_big_;
};

}  // namespace

std::string cache_content(CacheFormat format, const SurfaceFrames& frames, Eigen::Index n_points) {
    const bool is_mdd = format == CacheFormat::mdd;
    std::string content;
    content.reserve(32 + frames.times.size() * (4 + 12 * std::size_t(n_points)));
    Bytes bytes(content, is_mdd);
    const auto n_frames = std::int32_t(frames.times.size());
    if (is_mdd) {
        bytes.put(n_frames);
        bytes.put(std::int32_t(n_points));
        for (const double time : frames.times) bytes.put(float(time));
    } else {
        content.append(pc2_name, sizeof pc2_name);
        bytes.put(std::int32_t(1));
        bytes.put(std::int32_t(n_points));
        bytes.put(0.0f);
        bytes.put(1.0f);
        bytes.put(n_frames);
    }
    for (const FramePoints& points : frames.points)
        for (const float x : points.reshaped()) bytes.put(x);
    return content;
}

SurfaceFrames read_cache(CacheFormat format, const std::filesystem::path& file,
                         Eigen::Index n_points) {
    std::ifstream in(file, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(in), {}};
    const bool is_mdd = format == CacheFormat::mdd;
    const bool is_one = is_mdd || content.starts_with(std::string(pc2_name, sizeof pc2_name));
    Words words(content, is_mdd ? 0 : sizeof pc2_name, is_mdd);
    std::int32_t n_frames = 0, points_there = 0;
    if (is_mdd) n_frames = words.integer();
    if (!is_mdd) words.integer();
    points_there = words.integer();
    if (!is_mdd) words.number(), words.number(), n_frames = words.integer();
    const std::size_t per_frame = 12 * std::size_t(n_points) + (is_mdd ? 4 : 0);
    if (!is_one || n_frames < 0 || points_there != n_points ||
        content.size() != words.at() + std::size_t(n_frames) * per_frame)
        throw InputError(Diagnostic::error(fmt::format("{} is no point cache of {} points",
                                                       file.string(), n_points))
                             .remedy("move it away, or continue into another folder with -o"));
    SurfaceFrames frames;
    for (int k = 0; k < n_frames && is_mdd; ++k) frames.times.push_back(double(words.number()));
    for (int k = 0; k < n_frames; ++k) {
        FramePoints& points = frames.points.emplace_back(3, n_points);
        for (float& x : points.reshaped()) x = words.number();
    }
    return frames;
}

}  // namespace sinew
