#include <catch2/catch.hpp>
#include <pose_space/inertia_parts.hpp>
#include <support/empty_cache.hpp>

#include "posed_body.hpp"

using namespace sinew;
using namespace sinew::test;
using sinew::pose_space::inertia_parts;
using sinew::pose_space::InertiaParts;
using sinew::pose_space::InertiaSettings;
using sinew::pose_space::WrittenInertia;

TEST_CASE("inertia parts: a sample that is asked for, is kept, and tells its key") {
    const EmptyCache cache;
    PosedBody posed;
    const FullBody body = full_body(posed.full, {"formulation/posed", "/body", {}});
    const std::optional<WrittenInertia> sample{{{0.1, 20, 3}}}, none;
    const Origin reduction{"reduction/pose_space", "/body", {}};
    const auto parts_with = [&](const std::optional<WrittenInertia>& wanted, ArtifactKey& key) {
        return inertia_parts(body, posed.shape(), posed.bases,
                             InertiaSettings{wanted, false, 1, reduction}, key);
    };
    ArtifactKey key, again, other;
    const InertiaParts parts = parts_with(sample, key), kept = parts_with(sample, again);
    REQUIRE(parts.sample);
    CHECK(parts.sample->training_error <= 0.1);
    CHECK(parts.sample->nodes == kept.sample->nodes);
    CHECK(parts.few->sampled()->sample().weights == parts.sample->weights);
    CHECK(parts.serves_turns());
    CHECK(key.hash() == again.hash());
    CHECK(key.hash() != other.hash());
    // This shape says of no vectors that it is linear in them.
    const InertiaParts of_all = parts_with(none, other);
    CHECK_FALSE(of_all.few);
    CHECK_FALSE(of_all.serves_turns());
    CHECK(other.hash() == ArtifactKey().hash());
}
