#include <fmt/format.h>

#include <sinew/mechanics/system/event.hpp>

namespace sinew {

std::string Event::describe() const {
    if (kind == Kind::none) return "nothing happened";
    std::string subject = body.empty() ? "the system" : body;
    if (element >= 0) subject = fmt::format("element {} of {}", element, subject);
    const char* what = "";
    switch (kind) {
        case Kind::none:
            break;
        case Kind::inverted:
            what = "is inverted";
            break;
        case Kind::not_finite:
            what = "has values that are not finite";
            break;
        case Kind::not_definite:
            what = "has a tangent that is not positive definite";
            break;
        case Kind::not_converged:
            what = "did not converge";
            break;
    }
    return detail.empty() ? fmt::format("{} {}", subject, what)
                          : fmt::format("{} {} ({})", subject, what, detail);
}

}  // namespace sinew
