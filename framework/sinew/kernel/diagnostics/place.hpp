/// A place of a scene in the words of messages.
#pragma once

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <string>

namespace sinew {

/// "beam.yaml:7:19"; the name alone where there are no lines (a word of the command line), nothing
/// if there is no source.
std::string place(const SourceMark& where);

}  // namespace sinew
