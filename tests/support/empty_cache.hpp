/// A cache of artifacts for a test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace sinew::test {

/// Empty at first; it is the cache while this lives, and gone afterwards.
class EmptyCache {
public:
    EmptyCache() {
        std::string folder = (std::filesystem::temp_directory_path() / "sinew-XXXXXX").string();
        if (!mkdtemp(folder.data())) throw std::runtime_error("no folder for a cache");
        folder_ = folder;
        setenv("SINEW_CACHE", folder_.c_str(), 1);
    }
    ~EmptyCache() {
        unsetenv("SINEW_CACHE");
        std::filesystem::remove_all(folder_);
    }
    EmptyCache(const EmptyCache&) = delete;
    EmptyCache& operator=(const EmptyCache&) = delete;

    const std::filesystem::path& folder() const { return folder_; }
    std::vector<std::filesystem::path> files() const {
        std::vector<std::filesystem::path> found;
        for (const auto& entry : std::filesystem::directory_iterator(folder_))
            found.push_back(entry.path());
        return found;
    }

private:
    std::filesystem::path folder_;
};

}  // namespace sinew::test
