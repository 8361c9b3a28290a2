/// The ABI stamp: a plugin that was built against another world is refused before any of its
/// objects is made or a parameter read. What must run to know the stamp is the code that runs when
/// a library is loaded (constructors of its static objects, if it has any) and `sinew_plugin`,
/// which fills in the stamp. Sinew's own headers are compared before that (headers.hpp): the stamp
/// holds what others' headers and the compiler's flags decide.
#pragma once

#include <cstddef>
#include <Eigen/Core>
#include <nlohmann/json_fwd.hpp>
#include <sinew/kernel/version.hpp>
#include <string>

// Its versions before 3.11 tell of themselves only as a whole.
#ifndef NLOHMANN_JSON_VERSION_MAJOR
#include <nlohmann/json.hpp>
#endif

namespace sinew {

/// A plain structure of fixed layout: it must be readable whatever the plugin was built with.
struct AbiStamp {
    unsigned magic = 0x534e4557u;  ///< "SNEW"
    unsigned size = 0;             ///< of this structure
    char framework[24] = {};       ///< version of Sinew
    char compiler[40] = {};        ///< name and major version
    char cxx_abi[80] = {};         ///< __GXX_ABI_VERSION, standard, library and its modes
    char eigen[80] = {};           ///< version, alignments, order, instruction set
    char json[40] = {};            ///< version and what changes the layout of a value
    char types[80] = {};           ///< sizes of scalar and index, layout of plain types
};

#pragma GCC visibility push(hidden)  // like abi_stamp()
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

inline std::string cxx_abi() {
    using std::to_string;
    std::string text = to_string(__GXX_ABI_VERSION) + ", c++ " + to_string(__cplusplus);
#if defined(_GLIBCXX_RELEASE)
    text += ", libstdc++ " + to_string(_GLIBCXX_RELEASE);
#elif defined(_LIBCPP_VERSION)
    text += ", libc++ " + to_string(_LIBCPP_VERSION);
#endif
#if defined(_GLIBCXX_USE_CXX11_ABI)
    text += _GLIBCXX_USE_CXX11_ABI ? ", new strings" : ", old strings";
#endif
#if defined(_GLIBCXX_DEBUG)
    text += ", debug";
#endif
#if !defined(__GXX_RTTI)
    text += ", no rtti";
#endif
#if !defined(__cpp_exceptions)
    text += ", no exceptions";
#endif
    return text;
}

/// Eigen's assertions (NDEBUG) change no layout.
inline std::string eigen() {
    using std::to_string;
    std::string text = to_string(EIGEN_WORLD_VERSION) + "." + to_string(EIGEN_MAJOR_VERSION) + "." +
                       to_string(EIGEN_MINOR_VERSION) + ", align " +
                       to_string(EIGEN_MAX_ALIGN_BYTES) + "/" +
                       to_string(EIGEN_MAX_STATIC_ALIGN_BYTES);
    text += EIGEN_DEFAULT_MATRIX_STORAGE_ORDER_OPTION == Eigen::RowMajor ? ", rows" : "";
    text += EIGEN_MALLOC_ALREADY_ALIGNED ? ", plain malloc" : "";
#if defined(EIGEN_MATRIXBASE_PLUGIN) || defined(EIGEN_MATRIX_PLUGIN) || \
    defined(EIGEN_PLAINOBJECTBASE_PLUGIN) || defined(EIGEN_DENSEBASE_PLUGIN)
    text += ", extended";
#endif
    return text + ", " + instruction_set();
}

inline std::string json() {
    using std::to_string;
    std::string text = to_string(NLOHMANN_JSON_VERSION_MAJOR) + "." +
                       to_string(NLOHMANN_JSON_VERSION_MINOR) + "." +
                       to_string(NLOHMANN_JSON_VERSION_PATCH);
#if defined(JSON_DIAGNOSTICS) && JSON_DIAGNOSTICS
    text += ", diagnostics";
#endif
#if defined(JSON_DIAGNOSTIC_POSITIONS) && JSON_DIAGNOSTIC_POSITIONS
    text += ", positions";
#endif
    return text;
}

/// Flags such as -fpack-struct and -fshort-enums show here.
inline std::string types() {
    using std::to_string;
    enum Small { small };
    struct Mixed {
        char c;
        double x;
    };
    std::string text = "double " + to_string(8 * sizeof(double)) + " bit, index " +
                       to_string(8 * sizeof(Eigen::Index)) + " bit";
    if (sizeof(Mixed) != 2 * sizeof(double)) text += ", packed";
    if (sizeof(Small) != sizeof(int)) text += ", short enums";
    return text;
}

}  // namespace detail
#pragma GCC visibility pop

/// The stamp of whoever includes this header: compiled by the plugin, and hidden, so that the
/// dynamic linker cannot put the host's in its place.
__attribute__((visibility("hidden"))) inline AbiStamp abi_stamp() {
    AbiStamp stamp;
    stamp.size = sizeof(AbiStamp);
    detail::put(stamp.framework, version);
#if defined(__clang__)
    detail::put(stamp.compiler, "clang++ " + std::to_string(__clang_major__));
#else
    detail::put(stamp.compiler, "g++ " + std::to_string(__GNUC__));
#endif
    detail::put(stamp.cxx_abi, detail::cxx_abi());
    detail::put(stamp.eigen, detail::eigen());
    detail::put(stamp.json, detail::json());
    detail::put(stamp.types, detail::types());
    return stamp;
}

/// Empty if both agree; else "compiler: the host has g++ 12, the plugin g++ 13; ..." for every line
/// that differs.
std::string abi_mismatch(const AbiStamp& host, const AbiStamp& plugin);

}  // namespace sinew
