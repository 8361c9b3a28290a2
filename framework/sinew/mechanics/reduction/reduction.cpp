#include <fmt/format.h>

#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/mechanics/reduction/reduction.hpp>

namespace sinew {

std::unique_ptr<ElasticBody> as_elastic_body(std::unique_ptr<BodySystem> system,
                                             const Reduction& reduction,
                                             const Origin& formulation) {
    const Origin& origin = reduction.provenance;
    ElasticBody* elastic = system->elastic_body();
    if (!elastic)
        origin.fail(
            fmt::format("{} cannot take the system of {}, whose degrees of "
                        "freedom are not the displacements of its nodes alone",
                        named(origin, "the reduction"), named(formulation, "this formulation")),
            "use formulation: {type: displacement}, or take the reduction away");
    if (elastic->rest_shape() && !reduction.follows_rest_shape())
        origin.fail(
            fmt::format("{} is of the shape that the mesh has, and {} moves the "
                        "rest shape",
                        named(origin, "the reduction"), named(formulation, "this formulation")),
            "take reduction: {type: pose_space}, which follows it, or one of the two away");
    SINEW_ASSERT(elastic == system.get(), "the elastic body of {} is another object",
                 system->name());
    system.release();
    return std::unique_ptr<ElasticBody>(elastic);
}

}  // namespace sinew
