/// The root of everything a plugin makes.
#pragma once

namespace sinew {

/// Whatever fills a slot of a node. Each kind of plugin has an interface derived from it, which
/// states its kind as `static constexpr const char* kind = "material";`.
class Object {
public:
    Object() = default;
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    virtual ~Object() = default;
};

}  // namespace sinew
