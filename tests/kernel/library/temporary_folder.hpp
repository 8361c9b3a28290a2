/// The folder of test plugins, and one that goes when the test does.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace sinew::test {

/// The folder of the plugins that the tests build.
inline const std::filesystem::path plugins = SINEW_TEST_PLUGIN_DIR;

class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name =
            (std::filesystem::temp_directory_path() / "sinew-plugin-test-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }

    const std::filesystem::path& path() const { return path_; }
    void write(const std::string& name, const std::string& content) const {
        std::ofstream(path_ / name, std::ios::binary) << content;
    }

private:
    std::filesystem::path path_;
};

/// The plugin file of that name, built for these tests, under another.
inline void copy_plugin(const std::string& name, const std::filesystem::path& to) {
    std::filesystem::copy_file(std::filesystem::path(SINEW_TEST_PLUGIN_DIR) / name, to);
}

}  // namespace sinew::test
