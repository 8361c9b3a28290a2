#include "stvk_polynomial/precomputed.hpp"

#include <fmt/format.h>

#include "stvk_polynomial/coefficients.hpp"

namespace sinew::stvk {

std::vector<ChangingMaterials::Region> regions_of(const VolumeMesh& mesh,
                                                  const std::vector<ElasticConstants>& constants) {
    std::vector<ChangingMaterials::Region> regions;
    for (std::size_t e = 0; e < constants.size(); ++e) {
        const ElasticConstants& here = constants[e];
        auto region = std::find_if(regions.begin(), regions.end(), [&](const auto& known) {
            return ElasticConstants{known.young, known.poisson} == here;
        });
        if (region == regions.end()) {
            if (regions.size() == most_regions) return {};
            regions.push_back({std::to_string(regions.size()), {}, here.young, here.poisson});
            region = regions.end() - 1;
        }
        region->elements.push_back(int(e));
    }
    for (ChangingMaterials::Region& region : regions)
        for (const auto& [name, elements] : mesh.element_sets)
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
