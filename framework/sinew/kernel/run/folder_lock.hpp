/// One run at a time in a folder of results.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace sinew {

/// Holds a folder from construction to destruction. The system lets go of it when the process ends,
/// however it does, so that no lock outlives its run.
class FolderLock {
public:
    /// Throws InputError, which names process, host and start of the run that holds the folder.
    /// A file system that knows no locks, or takes no file, is left as it is.
    explicit FolderLock(const std::filesystem::path& folder);
    ~FolderLock();
    /// True if no other run can hold the folder: on a file system that knows no locks one may.
    bool is_held() const { return is_held_; }
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

    /// The file in the folder that is locked, and gone again after the run.
    static constexpr const char* file_name = ".sinew-lock";

private:
    std::filesystem::path file_;
    int descriptor_ = -1;
    bool is_held_ = false;
};

/// The run whose lock still lies in the folder although its process is gone, as the lock's file
/// names it: "process 12 on host, since ..."; none if there is no lock, or a run holds it.
std::optional<std::string> run_that_died(const std::filesystem::path& folder);

}  // namespace sinew
