/// Reads parameters from text, as the tests of params/ do it.
#pragma once

#include <sinew/kernel/params/params.hpp>
#include <sinew/kernel/params/types.hpp>
#include <string>

namespace sinew::test {

/// The value of the key `p` of a scene text.
inline Value value_of(const std::string& text) {
    return *parse_scene("sinew: 1\np: " + text, "beam.yaml").find("p");
}

/// The outcome of reading a structure.
template <class Params>
struct Reading {
    Params params;
    Diagnostics diagnostics;
    bool ok = false;

    explicit Reading(const std::string& text, const std::string& plugin = "material/test") {
        const Value value = value_of(text);
        ReadContext context{diagnostics, nullptr, "/beam", plugin};
        ok = read_params(value, context, params);
    }

    /// The messages, each with its place: "2:11: young is -3 Pa, must be > 0", a line each.
    std::string errors() const {
        std::string text;
        for (const Diagnostic& d : diagnostics.all())
            text += std::to_string(d.where.line) + ":" + std::to_string(d.where.column) + ": " +
                    d.message + "\n";
        if (!text.empty()) text.pop_back();
        return text;
    }
    std::string remedy() const { return diagnostics.all().at(0).remedy; }
};

}  // namespace sinew::test
