#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <sinew/kernel/library/abi.hpp>

using namespace sinew;

TEST_CASE("abi: a stamp agrees with itself and says what it was made by") {
    const AbiStamp stamp = abi_stamp();
    CHECK(abi_mismatch(stamp, stamp).empty());
    CHECK(stamp.size == sizeof(AbiStamp));
    CHECK(std::string(stamp.framework) == version);
    CHECK(std::string(stamp.eigen).find("align ") != std::string::npos);
    CHECK(std::string(stamp.json) == fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR,
                                                 NLOHMANN_JSON_VERSION_MINOR,
                                                 NLOHMANN_JSON_VERSION_PATCH));
    CHECK(std::string(stamp.types) == "double 64 bit, index 64 bit");
}

TEST_CASE("abi: every line that differs is shown with both sides") {
    AbiStamp host, plugin;
    detail::put(host.framework, "0.1.0");
    detail::put(plugin.framework, "0.2.0");
    detail::put(host.types, "double 64 bit");
    detail::put(plugin.types, "float 32 bit");
    CHECK(abi_mismatch(host, plugin) ==
          "Sinew: the host has 0.1.0, the plugin 0.2.0; types: the host has double 64 bit, the "
          "plugin "
          "float 32 bit");
}

TEST_CASE("abi: a description that is none is reported before anything else is compared") {
    AbiStamp host, plugin;
    plugin.magic = 7;
    CHECK(abi_mismatch(host, plugin) ==
          "description: the host's begins with 0x534e4557, the plugin's with 0x00000007");
    plugin = host;
    plugin.size = 100;
    CHECK(abi_mismatch(host, plugin) ==
          "size of the stamp: the host has 0 bytes, the plugin 100 bytes");
}

TEST_CASE("abi: a field that is filled to the brim is still read safely") {
    AbiStamp host, plugin;
    std::fill(std::begin(plugin.compiler), std::end(plugin.compiler), 'x');
    CHECK(abi_mismatch(host, plugin).find(std::string(40, 'x')) != std::string::npos);
    detail::put(host.compiler, std::string(100, 'y'));
    CHECK(std::string(host.compiler) == std::string(39, 'y'));
}
