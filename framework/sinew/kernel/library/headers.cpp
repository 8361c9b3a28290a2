#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/library/headers.hpp>
#include <vector>

namespace sinew::detail {
namespace {

/// Number of differences that a message shows.
constexpr std::size_t most_shown = 3;

/// "mechanics" of "sinew/mechanics/coupling/coupling.hpp".
std::string library_of(std::string_view header) {
    const std::size_t begin = header.find('/') + 1;
    return std::string(header.substr(begin, header.find('/', begin) - begin));
}

/// The next line of the text, which it loses; none if no line is ended.
std::optional<std::string_view> take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    return line;
}

}  // namespace

std::optional<Headers> read_headers(std::string_view text) {
    if (take_line(text) != "sinew headers 1") return std::nullopt;
    Headers headers;
    while (const auto line = take_line(text)) {
        if (line->starts_with("end "))
            return *line == fmt::format("end {}", headers.size()) ? std::optional(headers)
                                                                  : std::nullopt;
        const std::size_t space = line->find(' ');
        if (space == std::string_view::npos) return std::nullopt;
        headers.emplace_hint(headers.end(), line->substr(space + 1), line->substr(0, space));
    }
    return std::nullopt;
}

std::string header_mismatch(const Headers& plugin, const HostHeaders& host) {
    std::map<std::string, Headers> libraries;
    std::vector<std::string> differences;
    for (const auto& [header, hash] : plugin) {
        const std::string library = library_of(header);
        if (!libraries.count(library)) {
            const char* const text = host(library);
            libraries[library] = read_headers(text ? text : "").value_or(Headers());
        }
        const auto found = libraries[library].find(header);
        if (found == libraries[library].end())
            differences.push_back(
                fmt::format("<{}>: the host has none, the plugin {}", header, hash));
        else if (found->second != hash)
            differences.push_back(
                fmt::format("<{}>: the host has {}, the plugin {}", header, found->second, hash));
    }
    const std::size_t n_more = differences.size() - std::min(differences.size(), most_shown);
    differences.resize(differences.size() - n_more);
    if (n_more > 0) differences.push_back(fmt::format("and {} more", n_more));
    return fmt::format("{}", fmt::join(differences, "; "));
}

}  // namespace sinew::detail
