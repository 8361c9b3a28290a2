#include <catch2/catch.hpp>
#include <cmath>
#include <pose_space/rest_history.hpp>

using namespace sinew;
using sinew::pose_space::RestHistory;

namespace {

/// Node i is at (i, sin(t + i), t^3).
class Waving final : public RestShape {
public:
    void positions(double t, std::span<const int> nodes, Points& x) const override {
        x.resize(3, Index(nodes.size()));
        for (std::size_t k = 0; k < nodes.size(); ++k) x.col(Index(k)) = position(nodes[k], t);
        n_asked += int(nodes.size());
    }
    static Eigen::Vector3d position(int node, double t) {
        return {double(node), std::sin(t + node), t * t * t};
    }
    mutable int n_asked = 0;
};

Points accelerations(const RestHistory& rest, const std::vector<int>& nodes) {
    Points a;
    rest.find_accelerations(nodes, a);
    return a;
}

Eigen::Vector3d acceleration(int node, double end, double start, double before) {
    const auto x = [&](double t) { return Waving::position(node, t); };
    return ((x(end) - x(start)) / (end - start) - (x(start) - x(before)) / (start - before)) /
           (end - start);
}

}  // namespace

TEST_CASE("rest history: accelerations are second differences, in steps of any lengths") {
    const Waving shape;
    RestHistory rest(shape, 10);
    rest.keep(std::vector<int>{7, 2});
    rest.begin_step(0.1);
    rest.move_to(0.1);
    CHECK(accelerations(rest, {2, 7}).isZero(0));  // nothing before the first
    rest.commit();
    rest.begin_step(0.05);
    rest.move_to(0.1 + 0.05);
    const Points a = accelerations(rest, {7});
    CHECK((a.col(0) - acceleration(7, 0.15, 0.1, 0)).norm() < 1e-11);
    const Points all = rest.all_accelerations();
    CHECK(all.col(7) == a.col(0));
    CHECK((all.col(4) - acceleration(4, 0.15, 0.1, 0)).norm() < 1e-11);
    CHECK((rest.all_rates().col(4) - (Waving::position(4, 0.15) - Waving::position(4, 0.1)) / 0.05)
              .norm() < 1e-12);
}

TEST_CASE("rest history: an attempt that fails leaves no trace, and a node may be kept any time") {
    const Waving shape;
    const auto last = [&](bool has_failed, bool is_kept_late) {
        RestHistory rest(shape, 10);
        if (!is_kept_late) rest.keep(std::vector<int>{3});
        rest.begin_step(0.1);
        rest.move_to(0.1);
        rest.commit();
        if (has_failed) {
            rest.begin_step(0.2);
            rest.move_to(0.1 + 0.2);
            rest.move_to(0.1);
        }
        rest.begin_step(0.1);
        rest.move_to(0.2);
        if (is_kept_late) rest.keep(std::vector<int>{3});
        return accelerations(rest, {3});
    };
    CHECK(last(true, false) == last(false, false));
    CHECK(last(false, true) == last(false, false));
}

TEST_CASE("rest history: kept nodes alone are found at each time") {
    const Waving shape;
    RestHistory rest(shape, 1000);
    Points x;
    rest.gather(std::vector<int>{5, 900, 17}, x);
    CHECK(x.col(1) == Waving::position(900, 0));
    CHECK(rest.kept() == std::vector<int>{5, 17, 900});
    shape.n_asked = 0;
    rest.begin_step(0.1);
    rest.move_to(0.1);
    rest.gather(std::vector<int>{17}, x);
    CHECK(x.col(0) == Waving::position(17, 0.1));
    CHECK(shape.n_asked == 3);
    CHECK(rest.all().col(333) == Waving::position(333, 0.1));
    CHECK(rest.all().col(3) == Waving::position(3, 0.1));
    CHECK(shape.n_asked == 1003);
}

TEST_CASE("rest history: restored it goes on to the last bit") {
    const Waving shape;
    RestHistory rest(shape, 10), again(shape, 10);
    rest.keep(std::vector<int>{1, 8});
    rest.begin_step(0.1);
    rest.move_to(0.1);
    rest.commit();
    Archive archive;
    rest.save(archive, "rest");
    again.keep(std::vector<int>{1, 8});
    again.move_to(0.1);
    again.restore(archive, "rest");
    CHECK(again.all_rates() == rest.all_rates());
    for (RestHistory* one : {&rest, &again}) {
        one->begin_step(0.07);
        one->move_to(0.17);
    }
    CHECK(accelerations(again, {1, 8}) == accelerations(rest, {1, 8}));
}

TEST_CASE("rest history: of a jump nothing is left, nor of what was before") {
    const Waving shape;
    RestHistory rest(shape, 10);
    rest.keep(std::vector<int>{7});
    rest.begin_step(0.1);
    rest.move_to(0.1);
    rest.commit();
    rest.move_to(0.2);  // by a jump
    rest.begin_step(0.1, true);
    CHECK(accelerations(rest, {7}).isZero(0));
    CHECK(rest.all_rates().isZero(0));
    rest.commit();
    rest.begin_step(0.1);
    rest.move_to(0.3);
    CHECK(accelerations(rest, {7}).isZero(0));
    rest.commit();
    rest.begin_step(0.1);
    rest.move_to(0.4);
    CHECK((accelerations(rest, {7}).col(0) - acceleration(7, 0.4, 0.3, 0.2)).norm() < 1e-10);
}
