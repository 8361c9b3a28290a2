#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/library/headers.hpp>
#include <sstream>
#include <vector>

namespace sinew::detail {
namespace {

/// Number of differences that a message shows.
constexpr std::size_t most_shown = 3;

/// "mechanics" of "sinew/mechanics/coupling/coupling.hpp".
std::string library_of(const std::string& header) {
    const std::size_t begin = header.find('/') + 1;
    return header.substr(begin, header.find('/', begin) - begin);
}

}  // namespace

std::optional<Headers> read_headers(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    if (!std::getline(lines, line) || line != "sinew headers 1") return std::nullopt;
    Headers headers;
    while (std::getline(lines, line)) {
        if (line.starts_with("end "))
            return line == fmt::format("end {}", headers.size()) ? std::optional(headers)
                                                                 : std::nullopt;
        const std::size_t space = line.find(' ');
        if (space == std::string::npos) return std::nullopt;
        headers[line.substr(space + 1)] = line.substr(0, space);
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
