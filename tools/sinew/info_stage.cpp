#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iostream>
#include <map>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <string_view>
#include <vector>

#include "info_files.hpp"

namespace sinew::tools {

namespace {

/// A prim that output/usda writes, with the sizes of its attributes.
struct Prim {
    std::string type, name;
    std::size_t n_points = 0, n_faces = 0, n_joints = 0, n_samples = 0;
};

std::string_view trimmed(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    return line;
}

/// The text between the first two quotation marks.
std::string in_quotes(std::string_view line) {
    const std::size_t from = std::min(line.find('"'), line.size() - 1) + 1;
    return std::string(line.substr(from, line.find('"', from) - from));
}

/// Reads a stage line by line, as output/usda writes it: an attribute, or a sample of one, a line.
class StageReader {
public:
    void read(std::string_view line) {
        if (line == "}" || line == "{" || line.ends_with("{")) {
            read_brace(line);
        } else if (in_samples_) {
            prims_.back().n_samples = std::max(prims_.back().n_samples, ++n_samples_);
        } else if (line.starts_with("def ")) {
            prims_.push_back({std::string(line.substr(4, line.find(' ', 4) - 4)), in_quotes(line)});
        } else if (prims_.empty()) {
            if (const std::size_t equals = line.find(" = "); equals != line.npos)
                metadata_[std::string(line.substr(0, equals))] = line.substr(equals + 3);
        } else {
            read_attribute(line);
        }
    }

    /// True if it ends where output/usda does: with times, and a surface whose braces are closed.
    bool is_whole() const {
        const auto has_points = [](const Prim& prim) { return prim.n_points > 0; };
        return depth_ == 0 && number("timeCodesPerSecond") > 0 &&
               std::any_of(prims_.begin(), prims_.end(), has_points);
    }
    const std::vector<Prim>& prims() const { return prims_; }
    std::string word(const std::string& key) const {
        const auto found = metadata_.find(key);
        return found == metadata_.end() ? "" : found->second;
    }
    double number(const std::string& key) const {
        const std::string text = word(key);
        double number = 0;
        std::from_chars(text.data(), text.data() + text.size(), number);
        return number;
    }

private:
    void read_brace(std::string_view line) {
        depth_ += line == "}" ? -1 : 1;
        in_samples_ = line.ends_with(".timeSamples = {");
        n_samples_ = 0;
    }
    void read_attribute(std::string_view line) {
        const auto n = [&](char c) { return std::size_t(std::count(line.begin(), line.end(), c)); };
        if (line.starts_with("point3f[] points = ")) prims_.back().n_points = n('(');
        if (line.starts_with("int[] faceVertexCounts = ")) prims_.back().n_faces = n(',') + 1;
        if (line.starts_with("uniform token[] joints = ")) prims_.back().n_joints = n('"') / 2;
    }

    std::map<std::string, std::string> metadata_;
    std::vector<Prim> prims_;
    int depth_ = 0;
    bool in_samples_ = false;
    std::size_t n_samples_ = 0;
};

}  // namespace

void print_stage(const std::filesystem::path& file) {
    std::ifstream stream(file);
    StageReader stage;
    std::string line;
    std::getline(stream, line);
    const bool is_usda = line.starts_with("#usda ");
    while (is_usda && std::getline(stream, line)) stage.read(trimmed(line));
    if (!stage.word("doc").starts_with("\"Sinew "))
        throw InputError(
            Diagnostic::error(fmt::format("{} is no USD text that Sinew wrote", file.string()))
                .remedy("look at it with usdview or usdcat; Sinew tells of what output/usda "
                        "writes"));
    if (!stage.is_whole())
        throw InputError(Diagnostic::error(fmt::format("{} is cut off", file.string()))
                             .remedy("a run writes whole files: copy it again"));
    const double rate = stage.number("timeCodesPerSecond"), first = stage.number("startTimeCode"),
                 last = stage.number("endTimeCode");
    std::cout << fmt::format("{}: USD text by {}, {} up, in metres\n", file.string(),
                             in_quotes(stage.word("doc")), in_quotes(stage.word("upAxis")))
              << fmt::format(
                     "  times     {:.6g} to {:.6g} s: time codes {:g} to {:g}, {:g} a "
                     "second\n",
                     first / rate, last / rate, first, last, rate);
    for (const Prim& prim : stage.prims()) {
        if (prim.n_points > 0)
            std::cout << fmt::format("  mesh      {}: {} points, {} triangles, {} frames\n",
                                     prim.name, prim.n_points, prim.n_faces, prim.n_samples);
        if (prim.type == "SkelAnimation")
            std::cout << fmt::format("  skeleton  {} joints, {} frames\n", prim.n_joints,
                                     prim.n_samples);
    }
}

}  // namespace sinew::tools
