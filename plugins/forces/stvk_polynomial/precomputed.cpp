#include "stvk_polynomial/precomputed.hpp"

#include <fmt/format.h>

#include <map>

#include "stvk_polynomial/coefficients.hpp"

namespace sinew::stvk {

std::vector<ChangingMaterials::Region> regions_of(const VolumeMesh& mesh,
                                                  const std::vector<ElasticConstants>& constants,
                                                  const std::vector<std::string>& sets) {
    std::vector<std::vector<int>> sets_of(constants.size());  // by their positions
    for (std::size_t s = 0; s < sets.size(); ++s)
        if (const auto set = mesh.element_sets.find(sets[s]); set != mesh.element_sets.end())
            for (const int e : set->second) {
                std::vector<int>& those = sets_of[std::size_t(e)];
                if (those.empty() || those.back() != int(s)) those.push_back(int(s));
            }

    std::vector<ChangingMaterials::Region> regions;
    using Constants = std::pair<double, double>;
    std::map<Constants, int> pairs;
    std::map<std::pair<Constants, std::vector<int>>, std::size_t> known;
    for (std::size_t e = 0; e < constants.size(); ++e) {
        const Constants here{constants[e].young, constants[e].poisson};
        const int pair = pairs.try_emplace(here, int(pairs.size())).first->second;
        const auto [at, is_new] = known.try_emplace({here, sets_of[e]}, regions.size());
        if (is_new) regions.push_back({pair, std::to_string(pair), {}, here.first, here.second});
        regions[at->second].elements.push_back(int(e));
    }
    for (const auto& [name, elements] : mesh.element_sets)
        for (ChangingMaterials::Region& region : regions)
            if (elements == region.elements) region.name = name;
    return regions;
}

namespace {

/// All elements at once, each weighted by its own constants: those whose lambda is negative apart,
/// since weights are not.
SymmetricTensors whole(CoefficientSums& sums, Index r,
                       const std::vector<ElasticConstants>& constants) {
    SymmetricTensors sum(r);
    for (const double sign : {1.0, -1.0}) {
        std::vector<int> elements;
        std::vector<Lame> weights;
        for (std::size_t e = 0; e < constants.size(); ++e) {
            const Lame lame = constants[e].lame();
            if ((lame.lambda < 0) != (sign < 0)) continue;
            elements.push_back(int(e));
            weights.push_back({lame.mu, std::abs(lame.lambda)});
        }
        const Coefficients part = sums.over(elements, weights);
        sum.add(sign, part.lambda);
        sum.add(1, part.mu);
    }
    return sum;
}

std::string key(std::size_t part, const char* order) {
    return fmt::format("polynomial/{:02}/{}", part, order);
}

std::vector<double> read(const Archive& archive, const std::string& key, Index size) {
    const Vector numbers = archive.vector(key, size);
    return {numbers.begin(), numbers.end()};
}

}  // namespace

Precomputed precompute(const VolumeMesh& mesh, const Eigen::MatrixXd& U,
                       const std::vector<ElasticConstants>& constants,
                       const std::vector<ChangingMaterials::Region>& regions) {
    Precomputed all;
    CoefficientSums sums(mesh, U);
    for (const ChangingMaterials::Region& region : regions) {
        Coefficients of =
            sums.over(region.elements, std::vector<Lame>(region.elements.size(), Lame{1, 1}));
        all.parts.push_back(std::move(of.lambda));
        all.parts.push_back(std::move(of.mu));
    }
    if (regions.empty()) all.parts.push_back(whole(sums, U.cols(), constants));
    return all;
}

Archive to_archive(const Precomputed& precomputed) {
    Archive archive;
    for (std::size_t part = 0; part < precomputed.parts.size(); ++part) {
        archive.put(key(part, "quadratic"), precomputed.parts[part].A2);
        archive.put(key(part, "cubic"), precomputed.parts[part].A3);
        archive.put(key(part, "quartic"), precomputed.parts[part].A4);
    }
    return archive;
}

Precomputed from_archive(const Archive& archive, Index r, std::size_t n_parts) {
    Precomputed all;
    for (std::size_t part = 0; part < n_parts; ++part) {
        SymmetricTensors tensors;
        tensors.r = r;
        tensors.A2 = read(archive, key(part, "quadratic"), n_pairs(r));
        tensors.A3 = read(archive, key(part, "cubic"), n_triples(r));
        tensors.A4 = read(archive, key(part, "quartic"), n_quadruples(r));
        all.parts.push_back(std::move(tensors));
    }
    return all;
}

}  // namespace sinew::stvk
