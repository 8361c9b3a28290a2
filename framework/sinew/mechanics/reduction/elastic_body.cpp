#include <fmt/format.h>

#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/mechanics/reduction/elastic_body.hpp>

namespace sinew {

std::unique_ptr<ElasticBody> as_elastic_body(std::unique_ptr<BodySystem> system,
                                             const Origin& reduction, const Origin& formulation) {
    ElasticBody* elastic = system->elastic_body();
    if (!elastic)
        throw InputError(
            Diagnostic::error(fmt::format("{} cannot take the system of {}, whose degrees of "
                                          "freedom are not the displacements of its nodes alone",
                                          named(reduction, "the reduction"),
                                          named(formulation, "this formulation")))
                .remedy("use formulation: {type: displacement}, or take the reduction away")
                .on(reduction));
    if (elastic->rest_moves())
        throw InputError(
            Diagnostic::error(fmt::format("{} is of the shape that the mesh has, and {} moves the "
                                          "rest shape",
                                          named(reduction, "the reduction"),
                                          named(formulation, "this formulation")))
                .remedy("take one of the two away")
                .on(reduction));
    system.release();
    return std::unique_ptr<ElasticBody>(elastic);
}

}  // namespace sinew
