/// A domain of CGAL's Mesh_3 whose surfaces are all found.
///
/// CGAL starts from points where rays from the middle of the domain first pass a surface. A surface
/// behind it, of a core in a shell, say, may never be found; so points on every surface are given.
///
/// CGAL Mesh_3 is under the GPL: plugins that include this are bound by it.
#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace sinew {

template <class Base>
class SeededDomain : public Base {
public:
    using Point = typename Base::Point_3;
    using Index = typename Base::Index;

    using Base::Base;

    /// A point on the surface that is first passed on the way from a to b, if the two have other
    /// labels and few points are known between these labels.
    void seek(const Point& a, int label_a, const Point& b, int label_b) {
        constexpr int enough = 24;
        if (label_a == label_b || n_between_[{label_a, label_b}]++ >= enough) return;
        const auto found = this->construct_intersection_object()(typename Base::Segment_3(a, b));
        seeds_.emplace_back(std::get<0>(found), std::get<1>(found));
    }

    struct Construct_initial_points {
        const SeededDomain& domain;

        template <class Output>
        Output operator()(Output points, const int n = 12) const {
            points = typename Base::Construct_initial_points(domain)(points, n);
            return std::copy(domain.seeds_.begin(), domain.seeds_.end(), points);
        }
    };
    Construct_initial_points construct_initial_points_object() const { return {*this}; }

private:
    std::map<std::pair<int, int>, int> n_between_;
    std::vector<std::pair<Point, Index>> seeds_;
};

}  // namespace sinew
