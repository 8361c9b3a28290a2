#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/output/output_name.hpp>

namespace sinew {

namespace {

/// Attached to the root of a graph.
struct TakenNames {
    std::set<std::string> names;
};

bool fit_for_a_file(const std::string& name) {
    return !name.empty() && name.front() != '.' &&
           std::none_of(name.begin(), name.end(), [](unsigned char c) {
               return c == '/' || c == '\\' || c < 0x20 || c == 0x7f;
           });
}

}  // namespace

std::string file_words(const SceneNode& node) {
    std::string words = node.path().substr(1);
    std::replace(words.begin(), words.end(), '/', '-');
    return words.empty() ? "scene" : words;
}

std::string claim_output_name(BuildContext& context, const std::string& use,
                              const std::optional<std::string>& given,
                              const std::string& proposed) {
    auto& taken =
        context.graph().root().attachment<TakenNames>([] { return new TakenNames; }).names;
    if (given) {
        if (!fit_for_a_file(*given))
            context.fail(context.at("name"),
                         fmt::format("'{}' cannot be part of a file's name", *given),
                         "leave out slashes, control characters and a dot in front");
        if (!taken.insert(*given + "." + use).second)
            context.fail(context.at("name"),
                         fmt::format("two outputs of this scene are named '{}'", *given),
                         "give one another `name:`");
        return *given;
    }
    std::string name = proposed;
    for (int i = 2; !taken.insert(name + "." + use).second; ++i)
        name = fmt::format("{}-{}", proposed, i);
    return name;
}

}  // namespace sinew
