/// ParaView's lists of files and times (.vtu.series, .vtp.series).
#pragma once

#include "run_folder.hpp"

namespace sinew::results {

/// The one part that such a list shows. Throws InputError if it is not there, is no such list,
/// names a file that is not there, or lists nothing.
Collection read_series(const std::filesystem::path& series);

}  // namespace sinew::results
