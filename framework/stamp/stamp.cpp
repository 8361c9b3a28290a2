/// sinew-stamp SYMBOL OUTPUT DEPFILE [-Ifolder...] [--given] file...
///
/// Writes the C++ source OUTPUT, which defines SYMBOL: the headers <sinew/...> that the files
/// include, directly or through others, each with a hash of its bare text; with --given the files
/// themselves and no others. OUTPUT is left alone if nothing changed. DEPFILE names for the build
/// what was read.
///
/// Conditions are not evaluated: a header behind an #if counts. Folders below /usr serve only
/// headers of Sinew's, since what else lies there is much, and includes none of them. Macros are
/// not expanded: `#include MACRO` is an error in the files, in Sinew's headers and in what these
/// include in quotes, and is passed over in headers of other libraries.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "bare_text.hpp"

namespace fs = std::filesystem;

namespace sinew::stamp {
namespace {

struct Options {
    std::string symbol;
    fs::path output, depfile;
    std::vector<fs::path> folders;
    std::vector<fs::path> files;
    bool follows = true;
};

std::string content(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// FNV-1a in 16 hexadecimal digits.
std::string hash_of(const std::string& text) {
    std::uint64_t value = 0xcbf29ce484222325u;
    for (const unsigned char c : text) value = (value ^ c) * 0x100000001b3u;
    char digits[17];
    std::snprintf(digits, sizeof(digits), "%016llx", static_cast<unsigned long long>(value));
    return digits;
}

/// Of `#include <x>` the text "<x", of `#include "x"` the text "\"x", of `#include X` the text "X";
/// empty for any other line.
std::string included(const std::string& line) {
    std::size_t at = line.find_first_not_of("# ");
    if (line[0] != '#' || at == std::string::npos) return "";
    const std::size_t end_of_word = std::min(line.find_first_of(" <\"", at), line.size());
    const std::string word = line.substr(at, end_of_word - at);
    if (word != "include" && word != "include_next") return "";
    at = line.find_first_not_of(' ', end_of_word);
    if (at == std::string::npos) return "";
    if (line[at] != '<' && line[at] != '"') return line.substr(at);
    return line.substr(at, line.find(line[at] == '<' ? '>' : '"', at + 1) - at);
}

class Scan {
public:
    explicit Scan(const Options& options) : options_(options) {
        for (const fs::path& file : options.files)
            visit(fs::absolute(file).lexically_normal(), true);
    }

    /// "sinew/kernel/object.hpp" -> hash.
    const std::map<std::string, std::string>& headers() const { return headers_; }
    const std::set<fs::path>& files() const { return files_; }

private:
    /// `is_ours`: the file is no header of another library.
    void visit(const fs::path& file, bool is_ours) {
        if (!files_.insert(file).second) return;
        const std::string text = bare_text(content(file));
        if (const std::string name = name_of(file); !name.empty()) {
            headers_.emplace(name, hash_of(text));
            is_ours = true;
        }
        if (!options_.follows) return;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            const std::string what = included(line);
            if (what.empty()) continue;
            const bool is_quoted = what[0] == '"';
            if (!is_quoted && what[0] != '<') {
                if (is_ours) throw std::runtime_error(macro_words(file, what));
                continue;
            }
            const fs::path found = find(what.substr(1), is_quoted, file.parent_path());
            if (!found.empty()) visit(found, is_ours && is_quoted);
        }
    }

    static std::string macro_words(const fs::path& file, const std::string& macro) {
        return file.string() + ": '#include " + macro +
               "' names its header by a macro, so that the list of headers would lack it; write "
               "the name in <> or quotes, in an #if for each if there are several";
    }

    /// "sinew/..." as it is included; empty for a file that is none of Sinew's headers.
    std::string name_of(const fs::path& file) const {
        for (const fs::path& folder : options_.folders) {
            const std::string name = file.lexically_relative(folder).generic_string();
            if (name.starts_with("sinew/")) return name;
        }
        return "";
    }

    fs::path find(const std::string& name, bool is_quoted, const fs::path& beside) const {
        if (is_quoted && fs::is_regular_file(beside / name))
            return (beside / name).lexically_normal();
        for (const fs::path& folder : options_.folders) {
            const bool serves = name.starts_with("sinew/") || !folder.string().starts_with("/usr/");
            if (serves && fs::is_regular_file(folder / name))
                return (folder / name).lexically_normal();
        }
        return {};
    }

    const Options& options_;
    std::map<std::string, std::string> headers_;
    std::set<fs::path> files_;
};

std::string source(const std::string& symbol, const std::map<std::string, std::string>& headers) {
    std::ostringstream text;
    text << "// Made by sinew-stamp: the headers that this was built with.\n"
         << "extern \"C\" __attribute__((visibility(\"default\"))) const char " << symbol << "[];\n"
         << "const char " << symbol << "[] =\n    \"sinew headers 1\\n\"\n";
    for (const auto& [name, hash] : headers) text << "    \"" << hash << " " << name << "\\n\"\n";
    text << "    \"end " << headers.size() << "\\n\";\n";
    return text.str();
}

std::string dependencies(const fs::path& output, const std::set<fs::path>& files) {
    const auto escaped = [](const std::string& path) {
        std::string text;
        for (const char c : path) {
            if (c == ' ' || c == '#' || c == '\\') text += '\\';
            if (c == '$') text += '$';
            text += c;
        }
        return text;
    };
    std::string text = escaped(output.string()) + ":";
    for (const fs::path& file : files) text += " \\\n  " + escaped(file.string());
    return text + "\n";
}

void write(const fs::path& file, const std::string& text) {
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    if (!stream.flush()) throw std::runtime_error(file.string() + " cannot be written");
}

Options options_of(const std::vector<std::string>& arguments) {
    if (arguments.size() < 4)
        throw std::runtime_error("usage: SYMBOL OUTPUT DEPFILE [-Ifolder...] [--given] file...");
    Options options{arguments[0], arguments[1], arguments[2], {}, {}, true};
    for (std::size_t i = 3; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (word == "--given")
            options.follows = false;
        else if (!word.starts_with("-I"))
            options.files.emplace_back(word);
        else if (word.size() > 2)
            options.folders.push_back((fs::absolute(word.substr(2)) / ".").lexically_normal());
    }
    for (const fs::path& file : options.files)
        if (!fs::is_regular_file(file))
            throw std::runtime_error("there is no file " + file.string());
    return options;
}

void run(const Options& options) {
    const Scan scan(options);
    const std::string text = source(options.symbol, scan.headers());
    if (content(options.output) != text) write(options.output, text);
    write(options.depfile, dependencies(options.output, scan.files()));
}

}  // namespace
}  // namespace sinew::stamp

int main(int argc, char** argv) {
    try {
        sinew::stamp::run(sinew::stamp::options_of({argv + 1, argv + argc}));
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "sinew-stamp: " << error.what() << '\n';
        return 1;
    }
}
