#include "exported_pose_space.hpp"

#include <numeric>

namespace sinew::pose_space {
namespace {

std::vector<std::int64_t> integers(const auto& values) {
    return {values.begin(), values.end()};
}

void put_products(const PairProducts& products, const std::string& key, Archive& archive) {
    std::vector<std::int64_t> pairs;
    for (const auto& [a, b] : products.pairs) {
        pairs.push_back(a);
        pairs.push_back(b);
    }
    archive.put(key + "/pairs", std::move(pairs));
    archive.put(key + "/values", Vector(products.values.reshaped()));
}

void put_rows(const RowsOfPoses& rows, const std::string& key, Archive& archive) {
    std::vector<std::int64_t> columns;
    for (const RowsOfPoses::Run& run : rows.runs()) {
        columns.push_back(run.columns.first);
        columns.push_back(run.columns.count);
    }
    archive.put(key + "/first", integers(rows.first_runs()));
    archive.put(key + "/columns", std::move(columns));
    archive.put(key + "/numbers",
                std::vector<double>(rows.numbers().begin(), rows.numbers().end()));
}

void put_sample(const InertiaSample& sample, Archive& archive) {
    archive.put("inertia/type", std::string("sampled"));
    archive.put("inertia/needed", integers(sample.needed));
    archive.put("inertia/weights", sample.weights);
    archive.put("inertia/first", integers(sample.first));
    archive.put("inertia/places", integers(sample.places));
    archive.put("inertia/masses", sample.masses);
    put_rows(sample.rows, "inertia/rows", archive);
    put_rows(sample.momenta, "inertia/momenta", archive);
    std::vector<double> shapes;
    for (const Points& shape : sample.shapes)
        shapes.insert(shapes.end(), shape.reshaped().begin(), shape.reshaped().end());
    archive.put("inertia/shapes", std::move(shapes));
    archive.put("inertia/of_translation", Vector(sample.of_translation.reshaped()));
    archive.put("inertia/of_turn", Vector(sample.of_turn.reshaped()));
}

}  // namespace

void export_pose_space(const PosedMotion& motion, const PosedInertia& inertia,
                       bool neglects_basis_rate, Archive& archive) {
    const PoseBasis& basis = motion.basis;
    put_rows(basis.rows(), "basis/rows", archive);
    put_products(basis.products().products(), "basis/mass", archive);
    archive.put("basis/neglects_rate", std::int64_t(neglects_basis_rate));
    archive.put("inertia/gain", inertia.gain());
    if (inertia.sampled()) {
        put_sample(inertia.sampled()->sample(), archive);
        return;
    }
    archive.put("inertia/type", std::string("linear"));
    archive.put("inertia/products", Vector(inertia.linear()->products().reshaped()));
    if (inertia.rotated()) put_products(inertia.rotated()->products(), "inertia/rotated", archive);
}

}  // namespace sinew::pose_space
