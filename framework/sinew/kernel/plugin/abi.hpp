/// The ABI stamp: a plugin that was built against another world is refused before it is called.
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

/// The stamp of whoever includes this header (inline on purpose: it must be compiled by the
/// plugin).
AbiStamp abi_stamp();

/// Empty if both agree; else "compiler: the host has g++ 12, the plugin g++ 13; ..." for every line
/// that differs.
std::string abi_mismatch(const AbiStamp& host, const AbiStamp& plugin);

}  // namespace sinew
