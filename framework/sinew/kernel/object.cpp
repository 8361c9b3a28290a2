#include <sinew/kernel/object.hpp>
#include <sinew/kernel/scene/canonical_text.hpp>
#include <sinew/kernel/scene/value.hpp>

namespace sinew {

SourceMark Origin::at(std::string_view parameter) const {
    const SourceMark place = value ? place_of(*value, parameter) : where;
    return place.known() ? place : where;
}

std::string Origin::written() const {
    return value && !value->entries.empty() ? canonical_text(*value) : std::string();
}

void Origin::fail(const std::string& message, const std::string& remedy) const {
    fail(where, message, remedy);
}

void Origin::fail(const SourceMark& place, const std::string& message,
                  const std::string& remedy) const {
    throw InputError(Diagnostic::error(message).remedy(remedy).at(place).on(*this));
}

}  // namespace sinew
