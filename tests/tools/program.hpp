/// Runs the `sinew` that was built, as a user does.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace sinew::test {

struct Outcome {
    int code = -1;
    std::string text;  ///< standard output and standard error
};

/// `before` stands in front of the command: variables of the environment, say.
inline Outcome call(const std::string& arguments, const std::string& before = "") {
    const std::string command = before + " '" SINEW_PROGRAM "' " + arguments + " 2>&1";
    Outcome outcome;
    FILE* pipe = popen(command.c_str(), "r");
    std::array<char, 4096> buffer;
    while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe))
        outcome.text.append(buffer.data(), n);
    const int status = pclose(pipe);
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return outcome;
}

/// A folder that goes when the test does.
class WorkFolder {
public:
    WorkFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "sinew-tools-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;
    ~WorkFolder() { std::filesystem::remove_all(path_); }

    std::string path(const std::string& name = "") const { return (path_ / name).string(); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name) << text;
        return path(name);
    }
    std::string read(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(path_ / name).rdbuf();
        return text.str();
    }

private:
    std::filesystem::path path_;
};

}  // namespace sinew::test
