/// ParaView's .series: the files of one part and their times, as JSON.
#pragma once

#include <filesystem>
#include <sinew/kernel/run/growing_file.hpp>
#include <span>
#include <string>

namespace sinew::output {

/// A file and the time that it shows [s].
struct TimedFile {
    double time = 0;
    std::string name;  ///< beside the list
};

/// A list that is whole at each moment and grows at a constant cost a file.
///
///     {"file-series-version": "1.0", "files": [{"name": "beam_0000.vtu", "time": 0}, ...]}
class SeriesFile {
public:
    /// Writes the list anew, with these files in it.
    SeriesFile(const std::filesystem::path& file, std::span<const TimedFile> files);
    /// Adds a file that is there already.
    void add(const TimedFile& file);

private:
    std::string next_record(const TimedFile& file);

    GrowingFile file_;
    bool is_empty_ = true;  ///< the next record is the first
};

}  // namespace sinew::output
