/// All that something computed ahead depends on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sinew {

/// Parts with names ("mesh", "material"), each with a text that a person reads and, where that
/// does not say all, a fingerprint. Two keys are the same if all their parts are.
class ArtifactKey {
public:
    /// One part of a key.
    struct KeyPart {
        std::string name, text, fingerprint;
        bool operator==(const KeyPart&) const = default;
    };

    /// Adds a part.
    void add(std::string name, std::string text, std::string fingerprint = {}) {
        parts_.push_back({std::move(name), std::move(text), std::move(fingerprint)});
    }
    const std::vector<KeyPart>& parts() const { return parts_; }
    /// 16 hexadecimal digits.
    std::string hash() const;
    /// A line a part.
    std::string describe() const;
    bool operator==(const ArtifactKey&) const = default;

private:
    std::vector<KeyPart> parts_;
};

}  // namespace sinew
