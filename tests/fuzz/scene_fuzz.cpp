/// Feeds bytes to the reader of scenes and to the reader of quantities: whatever they hold, the
/// answer is a value or a diagnostic.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sinew/kernel/scene/quantity.hpp>
#include <sinew/kernel/scene/value.hpp>
#include <string>

namespace {

void read_as_scene(const std::string& text, const std::vector<sinew::Override>& overrides) {
    try {
        const sinew::Value scene = sinew::parse_scene(text, "fuzz.yaml", overrides);
        if (!scene.is_map()) std::abort();
    } catch (const sinew::InputError& error) {
        if (error.diagnostics().empty() || error.what()[0] == '\0') std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);

    const sinew::Quantity quantity = sinew::evaluate_quantity(text, sinew::unit::Pa);
    if (quantity.error.empty() && !std::isfinite(quantity.value)) std::abort();

    // An !include would read files of this machine; the fuzzer is after the text.
    if (text.find("!include") != std::string::npos) return 0;
    read_as_scene(text, {});
    read_as_scene("sinew: 1\n" + text, {});
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos)
        read_as_scene("sinew: 1\nlet: {a: 1}\nscene:\n- node: b\n  c: [1, ${a}]\n",
                      {{text.substr(0, equals), text.substr(equals + 1)}});
    return 0;
}
