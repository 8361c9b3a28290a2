/// A file that says how the process ended, prepared while all is well.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace sinew {

/// An end that came from inside, as the file tells of it.
struct UnexpectedEnd {
    const char* status;   ///< "crashed", say
    const char* message;  ///< one sentence
    const char* remedy;
    const char* node_path;
    const char* plugin;
};

/// The content of such a file: JSON whose values `slot(...)` are filled in at the end. While one
/// lives, `write_prepared` writes it. One at a time.
class EndReport {
public:
    /// The values that stand for what is not known yet.
    enum class Slot { status, message, remedy, node_path, plugin };
    static std::string slot(Slot which);

    /// The file, and the one beside it that is written first and then renamed.
    EndReport(std::string file, std::string beside);
    ~EndReport();
    EndReport(const EndReport&) = delete;
    EndReport& operator=(const EndReport&) = delete;

    /// Takes the place of the text before: JSON as nlohmann's library writes it, in two columns.
    void prepare(const std::string& json);

    /// Writes the file that was prepared, if there is one. Only calls what a signal's handler may.
    static void write_prepared(const UnexpectedEnd& end);

private:
    struct Text;
    std::string file_, beside_;
    std::vector<std::unique_ptr<const Text>> texts_;  // a handler may read the one before
};

}  // namespace sinew
