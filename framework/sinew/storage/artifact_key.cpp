#include <fmt/format.h>

#include <sinew/kernel/run/scene_hash.hpp>
#include <sinew/storage/artifact_key.hpp>

namespace sinew {

std::string ArtifactKey::hash() const {
    std::uint64_t value = fnv1a({});
    for (const KeyPart& part : parts_)
        for (const std::string* text : {&part.name, &part.text, &part.fingerprint})
            value = fnv1a(*text + '\0', value);
    return fmt::format("{:016x}", value);
}

std::string ArtifactKey::describe() const {
    std::string lines;
    for (const KeyPart& part : parts_)
        lines += fmt::format("  {}: {}{}\n", part.name, part.text,
                             part.fingerprint.empty() ? "" : " [" + part.fingerprint + "]");
    return lines;
}

}  // namespace sinew
