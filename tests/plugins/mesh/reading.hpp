/// The message of a reader for a text.
#pragma once

#include <functional>
#include <map>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/mesh/text_lines.hpp>
#include <sstream>
#include <string>

namespace sinew::test {

/// Includes that find these texts by their names.
inline OpenIncluded included(std::map<std::string, std::string> texts) {
    return [texts = std::move(texts)](const std::string& written, std::string& name) {
        name = written;
        return std::make_unique<std::istringstream>(texts.at(written));
    };
}

/// "name:line: message | remedy" of what reading throws, or "".
inline std::string mistake_of(const std::function<void()>& read) {
    try {
        read();
    } catch (const InputError& error) {
        const Diagnostic& d = error.diagnostics().at(0);
        const std::string place =
            d.where.known() ? d.where.source->name + ":" + std::to_string(d.where.line) + ": " : "";
        return place + d.message + (d.remedy.empty() ? "" : " | " + d.remedy);
    }
    return "";
}

/// "line:column: what is underlined" of what reading throws, or "".
inline std::string underlined(const std::function<void()>& read) {
    try {
        read();
    } catch (const InputError& error) {
        const SourceMark& where = error.diagnostics().at(0).where;
        std::istringstream text(where.source->text);
        std::string line;
        for (int i = 0; i < where.line; ++i) std::getline(text, line);
        const std::size_t column = std::size_t(where.column);
        return std::to_string(where.line) + ":" + std::to_string(where.column) + ": " +
               (column <= line.size() ? line.substr(column - 1, std::size_t(where.length)) : "");
    }
    return "";
}

}  // namespace sinew::test
