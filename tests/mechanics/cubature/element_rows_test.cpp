#include <catch2/catch.hpp>
#include <sinew/mechanics/assembly/element_table.hpp>
#include <sinew/player/element_rows.hpp>
#include <support/bodies.hpp>

using namespace sinew;
using player::ElementRows;

namespace {

/// A box, and bases of which columns 2 and 5 move the nodes of its left part alone.
struct PartialBases {
    VolumeMesh mesh = test::box(ElementType::tet4, {6, 2, 2}, {3, 1, 1}, 0.1);
    ElementTable table{mesh, 1};

    Eigen::MatrixXd rows(unsigned seed) const {
        Eigen::MatrixXd U(3 * mesh.n_nodes(), 9);
        for (Index j = 0; j < U.cols(); ++j) U.col(j) = test::noise(U.rows(), seed + unsigned(j));
        for (Index i = 0; i < mesh.n_nodes(); ++i)
            if (mesh.positions(0, i) > 1.2)
                for (const Index j : {2, 5}) U.col(j).segment<3>(3 * i).setZero();
        return U;
    }
};

}  // namespace

TEST_CASE("element rows: packs keep the columns that move them, with the differences of nodes") {
    const PartialBases here;
    const Eigen::MatrixXd U = here.rows(1);
    const ElementRows rows(here.table, {&U, 1});
    std::vector<double> whole(std::size_t(here.table.n_elements * 9 * 9));
    player::node_differences(here.table, U, 9, whole.data());
    Index n_narrow = 0;
    const double* expected = whole.data();
    for (Index pack = 0; pack < rows.n_packs(); ++pack) {
        const ElementRows::OfPack& of = rows.of_pack(pack);
        CHECK(of.width % 8 == 0);
        if (of.columns.size() < 9) ++n_narrow;
        const double* D = rows.values(pack);
        for (Index row = 0; row < of.n_rows; ++row, D += of.width, expected += 9) {
            Vector all = Vector::Zero(9);
            for (std::size_t k = 0; k < of.columns.size(); ++k) all[of.columns[k]] = D[k];
            CHECK(all == Eigen::Map<const Vector>(expected, 9));
            for (std::size_t k = of.columns.size(); k < std::size_t(of.width); ++k)
                CHECK(D[k] == 0);
        }
    }
    CHECK(n_narrow > 0);
    CHECK(n_narrow < rows.n_packs());
}

TEST_CASE("element rows: a column counts where any of several bases moves a pack") {
    const PartialBases here;
    std::vector<Eigen::MatrixXd> bases{here.rows(1), here.rows(20)};
    bases[0].col(7).setZero();
    ElementRows rows(here.table, bases);
    for (Index pack = 0; pack < rows.n_packs(); ++pack) {
        const std::vector<int>& columns = rows.of_pack(pack).columns;
        CHECK(std::find(columns.begin(), columns.end(), 7) != columns.end());
    }
    rows.set(here.table, bases[1]);
    CHECK(rows.values() == ElementRows(here.table, {&bases[1], 1}).values());
}
