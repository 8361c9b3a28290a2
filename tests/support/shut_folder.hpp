/// A folder that may not be read for a while.
#pragma once

#include <filesystem>

namespace sinew::test {

/// While it lives, the folder has these permissions; then its owner may do all with it again.
class ShutFolder {
public:
    ShutFolder(std::filesystem::path folder, std::filesystem::perms permissions)
        : folder_(std::move(folder)) {
        std::filesystem::permissions(folder_, permissions);
    }
    ~ShutFolder() {
        std::error_code gone;
        std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, gone);
    }
    ShutFolder(const ShutFolder&) = delete;
    ShutFolder& operator=(const ShutFolder&) = delete;

private:
    std::filesystem::path folder_;
};

}  // namespace sinew::test
