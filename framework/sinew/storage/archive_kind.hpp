/// Archives that Sinew writes, told apart by a key that each has.
#pragma once

#include <array>
#include <sinew/kernel/run/archive.hpp>

namespace sinew {

struct ArchiveKind {
    const char* name;
    const char* key;
    const char* instead_of_damaged;  ///< remedy for one that is not whole
};

inline constexpr std::array archive_kinds{
    ArchiveKind{"checkpoint", "run/scene_hash",
                "take another checkpoint-*.h5 of its run, or begin that anew without --from"},
    ArchiveKind{"artifact", "artifact/kind", "take it away to have it made anew"},
    ArchiveKind{"reduced model", "player/format",
                "export its scene again: sinew export SCENE -o FILE"},
};

/// Nothing if it is none of them.
inline const ArchiveKind* kind_of(const Archive& archive) {
    for (const ArchiveKind& kind : archive_kinds)
        if (archive.has(kind.key)) return &kind;
    return nullptr;
}

}  // namespace sinew
