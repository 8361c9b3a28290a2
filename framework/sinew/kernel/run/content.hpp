/// The data of a node that is not in the scene's text: the content of files.
#pragma once

#include <string>

namespace sinew {

/// An attachment of a node. A checkpoint carries it, and a run goes on from there only where it is
/// the same.
struct Content {
    std::string slot;  ///< what it fills: "mesh"
    std::string hash;  ///< without spaces
};

}  // namespace sinew
