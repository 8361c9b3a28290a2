#include <omp.h>

#include <catch2/catch.hpp>

#include "reduced_body.hpp"

using namespace sinew;
using test::EmptyCache;
using test::ReducedBody;

namespace {

const std::string soft_rubber = "young: 10 kPa, poisson: 0.4";

Vector forces_at(const SubspaceSite& site, const Vector& q) {
    Vector f;
    REQUIRE_FALSE(test::polynomial(site)->forces(q, f));
    return f;
}

}  // namespace

TEST_CASE("forces/stvk_polynomial: coefficients have the same bits for any number of threads") {
    const int before = omp_get_max_threads();
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        ReducedBody body(test::box(type, {4, 3, 3}, {1, 1, 1}, 0.1), "material/stvk", soft_rubber,
                         9);
        std::map<std::string, Archive::Entry> first;
        for (const int threads : {1, 2, 3}) {
            omp_set_num_threads(threads);
            EmptyCache cache;
            test::polynomial(body.site());
            auto entries = read_archive(cache.files().front()).entries();
            entries.erase("artifact/seconds");
            if (first.empty()) first = entries;
            CHECK(entries.size() > 6);
            CHECK(entries == first);
        }
    }
    omp_set_num_threads(before);
}

TEST_CASE("forces/stvk_polynomial: coefficients are kept and used again") {
    EmptyCache cache;
    ReducedBody body(test::box(ElementType::tet4, {2, 2, 2}, {1, 1, 1}), "material/stvk",
                     soft_rubber, 6);
    const Vector q = body.strained(0.3);
    const Vector f = forces_at(body.site(), q);
    const auto written = std::filesystem::last_write_time(cache.files().front());
    CHECK(forces_at(body.site(), q) == f);
    CHECK(cache.files().size() == 1);
    CHECK(std::filesystem::last_write_time(cache.files().front()) == written);
}

TEST_CASE("forces/stvk_polynomial: a damaged artifact is made anew") {
    EmptyCache cache;
    ReducedBody body(test::box(ElementType::tet4, {2, 2, 2}, {1, 1, 1}), "material/stvk",
                     soft_rubber, 6);
    const Vector q = body.strained(0.3);
    const Vector f = forces_at(body.site(), q);
    const auto file = cache.files().front();
    const auto size = std::filesystem::file_size(file);
    std::filesystem::resize_file(file, size / 2);
    CHECK(forces_at(body.site(), q) == f);
    CHECK(std::filesystem::file_size(file) == size);
}
