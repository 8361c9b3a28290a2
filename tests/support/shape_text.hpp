/// Shapes as a scene writes them.
#pragma once

#include <sinew/mechanics/shape/shape.hpp>
#include <string>

namespace sinew::test {

/// The shape of `shape: {...}`; throws InputError with what is wrong in it.
inline Shape shape(const std::string& text) {
    const Value scene = parse_scene("sinew: 1\nshape: " + text);
    Diagnostics diagnostics;
    ReadContext context{diagnostics};
    Shape shape;
    const FieldInfo info{"shape"};
    ParamType<Shape>::read(*scene.find("shape"), info, context, shape);
    diagnostics.throw_if_errors();
    return shape;
}

}  // namespace sinew::test
