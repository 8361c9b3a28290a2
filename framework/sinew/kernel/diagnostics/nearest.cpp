#include <algorithm>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <utility>

namespace sinew {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Twice the Damerau-Levenshtein distance in its restricted form (optimal string alignment):
/// insertions, deletions, substitutions and swaps of neighbours cost 2, another case of the same
/// letter costs 1, so that 'mpa' is nearest to 'MPa'.
std::size_t doubled_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = 2 * j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = 2 * i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const char x = a[i - 1];
            const char y = b[j - 1];
            const std::size_t cost = x == y ? 0 : lower(x) == lower(y) ? 1 : 2;
            row[j] = std::min({last[j] + 2, row[j - 1] + 2, last[j - 1] + cost});
            if (i > 1 && j > 1 && x == b[j - 2] && a[i - 2] == y)
                row[j] = std::min(row[j], before[j - 2] + 2);
        }
        std::swap(before, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

using Ranked = std::vector<std::pair<std::size_t, std::string>>;  // distance and name

/// True if one of the two is the beginning of the other, as in 'max_iter' and 'max_iterations'.
bool is_cut_short(std::string_view a, std::string_view b) {
    return std::min(a.size(), b.size()) >= 3 && (a.starts_with(b) || b.starts_with(a));
}

/// The names that are near enough, nearest first, in the given order where equally near.
Ranked ranked(std::string_view word, const std::vector<std::string>& names) {
    // A word that is longer than any name of ours resembles none, and would cost time.
    if (word.empty() || word.size() > 200) return {};
    const std::size_t allowed = std::max<std::size_t>(2, word.size() / 3);
    Ranked found;
    for (const std::string& name : names) {
        if (name.size() > word.size() + allowed || word.size() > name.size() + allowed) continue;
        const std::size_t d = doubled_distance(word, name);
        // To change more than half of the word is no resemblance: 'psi' is not near 's'.
        if (d <= 2 * allowed && d <= std::max(word.size(), name.size()))
            found.emplace_back(d, name);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    return found;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + printable(name);
    return text;
}

}  // namespace

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& names,
                                 std::size_t most) {
    std::vector<std::string> result;
    for (const auto& [distance, name] : ranked(word, names)) {
        if (result.size() == most) break;
        result.push_back(name);
    }
    return result;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& names) {
    // Only what is nearest: beside a name that differs by one letter, others are noise.
    std::vector<std::string> near;
    const Ranked found = ranked(word, names);
    for (const auto& [distance, name] : found)
        if (distance == found.front().first && near.size() < 3) near.push_back(name);
    if (near.empty())
        for (const std::string& name : names)
            if (is_cut_short(word, name) && near.size() < 3) near.push_back(name);
    if (near.size() == 1) return "did you mean '" + printable(near[0]) + "'?";
    if (!near.empty()) {
        std::string text = "did you mean ";
        for (std::size_t i = 0; i < near.size(); ++i)
            text += (i == 0                 ? "'"
                     : i + 1 == near.size() ? " or '"
                                            : ", '") +
                    printable(near[i]) + "'";
        return text + "?";
    }
    if (names.empty()) return "nothing is allowed here";
    constexpr std::size_t most = 40;
    if (names.size() <= most) return "allowed: " + joined(names);
    return "allowed: " + joined({names.begin(), names.begin() + most}) + ", ... (" +
           std::to_string(names.size()) + " in all)";
}

}  // namespace sinew
