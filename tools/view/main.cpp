/// sinew-view: what `sinew view` and `sinew sketch` do, in a program of its own, so that `sinew`
/// starts without VTK.

#include <sinew/kernel/diagnostics/program.hpp>
#include <sinew/mechanics/model/slots.hpp>

#include "options.hpp"

namespace {

using namespace sinew;
using namespace sinew::view;

int run(const std::vector<std::string>& words) {
    const std::vector<std::string> rest(words.begin() + (words.empty() ? 0 : 1), words.end());
    if (!words.empty() && words[0] == "view") {
        const auto options = read_view_options(rest);
        return options ? view::view(*options) : 0;
    }
    if (!words.empty() && words[0] == "sketch") {
        const auto options = read_sketch_options(rest);
        return options ? sketch(*options) : 0;
    }
    throw UsageError("sinew-view serves `sinew view` and `sinew sketch`; use these");
}

}  // namespace

int main(int argc, char** argv) {
    sinew::set_out_of_memory_remedy(sinew::remedy_without_memory);
    return sinew::exit_code_of([&] { return run({argv + 1, argv + argc}); });
}
