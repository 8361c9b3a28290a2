/// What every basis must be, run over all plugins of this build.

#include <omp.h>

#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <support/frames.hpp>

#include "basis_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// Parameters that suit a bar 2 m long.
const std::map<std::string, std::string> parameters = {
    {"basis/linear_modes", "modes: 7"},
    {"basis/localized",
     "regions: [{name: foot, from: [0.4, 0.25, 0.3], modes: 3, size: 5}, {name: head, from: [1.7, "
     "0.25, 0.3], modes: 4}], global: 2"},
    {"basis/mass_pca", "size: 4"},
    {"basis/modal_derivatives", "modes: 4, size: 12"},
    {"basis/static_modes", "modes: 3, accelerations: true, size: 12"},
    {"basis/union",
     "parts: [{type: modal_derivatives, modes: 3, size: 5}, {type: linear_modes, modes: 5}]"},
    {"basis/sketch",
     "size: 2, forces: [{at: [2, 0, 0], force: [0, 0, 9]}, {at: [2, 0, 0], force: [0, 9, 0]}]"},
};

}  // namespace

TEST_CASE(
    "Every basis is mass-orthonormal, zero where constrained, without rigid motions, and the same "
    "for any number of threads") {
    for (const std::string& id : built_plugins("basis"))
        for (const bool anchored : {true, false}) {
            INFO(id << (anchored ? " clamped" : " free"));
            REQUIRE(parameters.count(id) == 1);
            const std::string node = bar("[2, 0.5, 0.6]", "[10, 3, 3]", "tet4");
            FullScene scene(anchored ? clamped(node) : node);
            const bool is_static = id == "basis/sketch" || id == "basis/static_modes";
            if (is_static && !anchored) continue;  // statics has no answer
            // The region at the end of a free bar may turn.
            if (id == "basis/localized" && !anchored) continue;
            std::string with = parameters.at(id);
            Frames frames;
            if (id == "basis/mass_pca") {
                const Points& rest = scene.full.body().mesh.positions;
                for (unsigned k = 1; k < 8; ++k) frames.add(rest, shaken(scene, k));
                with += ", snapshots: " + frames.pvd();
            }
            const int threads = omp_get_max_threads();
            std::vector<Eigen::MatrixXd> found;
            std::vector<int> groups;
            for (const int n : {1, 2, 3}) {
                omp_set_num_threads(n);
                Basis::Vectors vectors = scene.compute(id, with);
                groups = vectors.groups;
                found.push_back(std::move(vectors.U));
            }
            omp_set_num_threads(threads);
            const Eigen::MatrixXd& U = found[0];
            CHECK((found[1].array() == U.array()).all());
            CHECK((found[2].array() == U.array()).all());
            REQUIRE(U.rows() == scene.full.size());
            CHECK(U.cols() > 0);
            if (groups.empty()) groups = {int(U.cols())};
            REQUIRE(std::accumulate(groups.begin(), groups.end(), 0) == int(U.cols()));
            Index first = 0;
            for (const int size : groups) {
                CHECK(orthonormality_error(scene, U.middleCols(first, size)) < 1e-11);
                first += size;
            }
            for (Index i = 0; i < U.rows(); ++i)
                if (scene.full.constrained.fixed[std::size_t(i)]) CHECK(U.row(i).isZero(0));
            if (!anchored)
                CHECK((rigid_motions(scene.full).transpose() * scene.full.mass().times(U))
                          .cwiseAbs()
                          .maxCoeff() < 1e-9);
        }
}
