/// A part of another sort, without parameters.

#include <sinew/kernel/plugin/plugin.hpp>

#include "recorder.hpp"

namespace {

class OtherPart final : public sinew::test::Part {};

}  // namespace

SINEW_PLUGIN(OtherPart, "part/other", "Does nothing")
