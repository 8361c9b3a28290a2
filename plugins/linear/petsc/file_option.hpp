/// Options of PETSc that read or write files.
#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// The first of PETSc's options in `text` (as on its command line) that makes it read or write a
/// file, a socket or a Python module, or that hides the names of others; with its value, where that
/// is to blame. Empty if there is none.
///
/// Files are named by options of their own (-options_file), and by the value of every view and
/// monitor: TYPE:FILE:FORMAT, where TYPE alone is a file too unless it is `ascii`, which prints.
std::string file_option(std::string_view text);

}  // namespace sinew
