#include <sinew/kernel/library/refusal.hpp>

namespace sinew {

namespace {

void fill(std::string& text, const std::string& name, const std::string& value) {
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + value.size()))
        text.replace(at, name.size(), value);
}

}  // namespace

std::string problem_of(const Refusal& refusal, const std::string& plugin, const std::string& node,
                       const std::string& in_slot) {
    std::string text = refusal.problem;
    fill(text, "{plugin}", plugin);
    fill(text, "{node}", node);
    fill(text, "{slot}", in_slot);
    return text;
}

}  // namespace sinew
