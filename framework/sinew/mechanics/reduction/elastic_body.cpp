#include <sinew/mechanics/reduction/elastic_body.hpp>

namespace sinew {

std::unique_ptr<ElasticBody> as_elastic_body(std::unique_ptr<BodySystem> system) {
    ElasticBody* elastic = system->elastic_body();
    if (!elastic) throw InputError(system->lacks(Facet::elastic_body));
    system.release();
    return std::unique_ptr<ElasticBody>(elastic);
}

}  // namespace sinew
