/// The interface of the kind `part` of these tests, and the record that the parts write.
#pragma once

#include <memory>
#include <sinew/kernel/object.hpp>
#include <string>
#include <vector>

namespace sinew::test {

class Part : public Object {
public:
    static constexpr const char* kind = "part";
};

/// Attached to the root of a graph by a test: "+name" when a part is complete, "-name" when it
/// goes.
struct Record {
    std::shared_ptr<std::vector<std::string>> lines;
};

}  // namespace sinew::test
