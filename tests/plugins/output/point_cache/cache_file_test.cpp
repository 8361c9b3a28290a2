#include <catch2/catch.hpp>
#include <cstring>
#include <point_cache/cache_file.hpp>

using namespace sinew;

TEST_CASE("cache_file: headers and numbers stand where other programs read them") {
    SurfaceFrames frames;
    for (int k = 0; k < 2; ++k) {
        frames.times.push_back(0.5 * k);
        frames.points.push_back(Eigen::Matrix3Xf::Constant(3, 4, float(k) + 0.25F));
    }
    const std::string mdd = cache_content(CacheFormat::mdd, frames, 4);
    CHECK(mdd.size() == 8 + 2 * 4 + 2 * 4 * 12);
    CHECK(mdd.substr(0, 8) == std::string("\0\0\0\2\0\0\0\4", 8));
    CHECK(mdd.substr(12, 4) == std::string("\x3f\0\0\0", 4));  // 0.5, most significant byte first
    const std::string pc2 = cache_content(CacheFormat::pc2, frames, 4);
    CHECK(pc2.size() == 32 + 2 * 4 * 12);
    CHECK(pc2.substr(0, 12) == std::string("POINTCACHE2\0", 12));
    CHECK(pc2.substr(12, 8) == std::string("\1\0\0\0\4\0\0\0", 8));
    float last = 0;
    std::memcpy(&last, pc2.data() + pc2.size() - 4, 4);
    CHECK(last == 1.25F);
}
