/// Files that grow while a run goes on, and are whole at each moment.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace sinew {

/// A file of records in front of a fixed end (`</Collection>`, say; or nothing). A record is added
/// in one write at a cost that does not depend on how much is there, and no reader, and no kill of
/// the process, sees half of one: in front of an end, a record that would cross the border of a
/// page, where the kernel may stop writing, is pushed behind it by blanks. (Records with their end
/// of more than a page are written all the same, without that promise.)
class GrowingFile {
public:
    GrowingFile() = default;
    GrowingFile(const GrowingFile&) = delete;
    GrowingFile& operator=(const GrowingFile&) = delete;
    ~GrowingFile() { close(); }

    /// Writes the file anew and whole: the head, records that are there already (the same bytes as
    /// adding them one by one) and the end. ComputationError names the file and the system's
    /// reason.
    void open(const std::filesystem::path& file, std::string_view head, std::string_view end,
              std::span<const std::string> records = {});

    /// Adds a record. ComputationError with the system's reason (disk full) if it does not fit; the
    /// records before stay whole.
    void add(std::string_view record);

    /// Closes the file; does nothing if none is open.
    void close();
    const std::filesystem::path& path() const { return path_; }

private:
    /// The record with the blanks that it needs at this place, and the end.
    std::string in_place(std::string_view record) const;

    std::filesystem::path path_;
    std::string end_;
    std::size_t size_ = 0;  ///< bytes in front of the end
    int descriptor_ = -1;
};

}  // namespace sinew
