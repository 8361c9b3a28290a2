/// The ABI stamp: a plugin that was built against another world is refused before any of its
/// objects is made or a parameter read. What must run to know the stamp is the code that runs when
/// a library is loaded (constructors of its static objects, if it has any) and `sinew_plugin`,
/// which fills in the stamp.
#pragma once

#include <cstddef>
#include <Eigen/Core>
#include <sinew/kernel/version.hpp>
#include <string>

namespace sinew {

/// A plain structure of fixed layout: it must be readable whatever the plugin was built with.
struct AbiStamp {
    unsigned magic = 0x534e4557u;  ///< "SNEW"
    unsigned size = 0;             ///< of this structure
    char framework[24] = {};       ///< version of Sinew
    char compiler[40] = {};        ///< name and major version
    char cxx_abi[40] = {};         ///< __GXX_ABI_VERSION, _GLIBCXX_USE_CXX11_ABI, standard
    char eigen[40] = {};           ///< version and EIGEN_MAX_ALIGN_BYTES
    char types[40] = {};           ///< sizes of scalar and index
};

namespace detail {

template <std::size_t N>
void put(char (&field)[N], const std::string& text) {
    const std::size_t n = text.copy(field, N - 1);
    field[n] = 0;
}

/// The widest vector registers that Eigen may use: they decide alignment and passing by value.
inline const char* instruction_set() {
#if defined(__AVX512F__)
    return "avx512";
#elif defined(__AVX__)
    return "avx";
#elif defined(__SSE2__)
    return "sse2";
#elif defined(__ARM_NEON)
    return "neon";
#else
    return "scalar";
#endif
}

}  // namespace detail

/// The stamp of whoever includes this header: compiled by the plugin, and hidden, so that the
/// dynamic linker cannot put the host's in its place.
__attribute__((visibility("hidden"))) inline AbiStamp abi_stamp() {
    using std::to_string;
    AbiStamp stamp;
    stamp.size = sizeof(AbiStamp);
    detail::put(stamp.framework, version);
#if defined(__clang__)
    detail::put(stamp.compiler, "clang++ " + to_string(__clang_major__));
#else
    detail::put(stamp.compiler, "g++ " + to_string(__GNUC__));
#endif
    std::string cxx_abi = to_string(__GXX_ABI_VERSION) + ", c++ " + to_string(__cplusplus);
#if defined(_GLIBCXX_USE_CXX11_ABI)
    cxx_abi += _GLIBCXX_USE_CXX11_ABI ? ", new strings" : ", old strings";
#endif
#if defined(_GLIBCXX_DEBUG)
    cxx_abi += ", debug";
#endif
    detail::put(stamp.cxx_abi, cxx_abi);
    detail::put(stamp.eigen, to_string(EIGEN_WORLD_VERSION) + "." + to_string(EIGEN_MAJOR_VERSION) +
                                 "." + to_string(EIGEN_MINOR_VERSION) + ", align " +
                                 to_string(EIGEN_MAX_ALIGN_BYTES) + ", " +
                                 detail::instruction_set());
    detail::put(stamp.types, "double " + to_string(8 * sizeof(double)) + " bit, index " +
                                 to_string(8 * sizeof(Eigen::Index)) + " bit");
    return stamp;
}

/// Empty if both agree; else "compiler: the host has g++ 12, the plugin g++ 13; ..." for every line
/// that differs.
std::string abi_mismatch(const AbiStamp& host, const AbiStamp& plugin);

}  // namespace sinew
