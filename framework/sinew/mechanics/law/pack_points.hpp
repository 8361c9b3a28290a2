/// The constants of a law's formulas on packs of elements.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <sinew/mechanics/math/pack.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <span>
#include <vector>

namespace sinew {

/// One Point<Pack> for every pack of elements, or one for all of them. Point: a structure of Packs.
template <class Point>
class PackPoints {
public:
    /// Packs that a point consists of.
    static constexpr std::size_t n_numbers = sizeof(Point) / sizeof(Pack);

    PackPoints() = default;
    /// `points`: one for all packs if `is_shared`, else one a pack.
    PackPoints(std::vector<Point> points, bool is_shared)
        : points_(std::move(points)), is_shared_(is_shared) {}
    /// Constants of n elements, n_numbers each, one after the other; lanes past the last element
    /// repeat it.
    PackPoints(const double* constants, Index n) {
        for (Index first = 0; first < n; first += Pack::lanes) {
            std::array<Pack, n_numbers> numbers;
            for (int lane = 0; lane < Pack::lanes; ++lane) {
                const Index element = std::min<Index>(first + lane, n - 1);
                for (std::size_t k = 0; k < n_numbers; ++k)
                    numbers[k].set_lane(lane, constants[std::size_t(element) * n_numbers + k]);
            }
            points_.push_back(std::bit_cast<Point>(numbers));
        }
    }

    const Point& operator[](Index pack) const {
        return points_[is_shared_ ? 0 : std::size_t(pack)];
    }

    /// True if one point serves all packs.
    bool is_shared() const { return is_shared_; }
    /// The constants of points in these elements: those of elements[i] for element i.
    PackPoints at(std::span<const Index> elements) const {
        if (is_shared_) return *this;
        PackPoints points;
        const std::size_t n = elements.size();
        for (std::size_t first = 0; first < n; first += Pack::lanes) {
            std::array<Pack, n_numbers> numbers;
            for (std::size_t lane = 0; lane < Pack::lanes; ++lane) {
                const Index element = elements[std::min(first + lane, n - 1)];
                const auto from =
                    std::bit_cast<std::array<Pack, n_numbers>>((*this)[element / Pack::lanes]);
                for (std::size_t k = 0; k < n_numbers; ++k)
                    numbers[k].set_lane(int(lane), from[k][int(element % Pack::lanes)]);
            }
            points.points_.push_back(std::bit_cast<Point>(numbers));
        }
        return points;
    }

    /// The constants of n elements, as the constructor takes them.
    std::vector<double> constants(Index n) const {
        std::vector<double> values;
        for (Index e = 0; e < n; ++e)
            for (const Pack& number :
                 std::bit_cast<std::array<Pack, n_numbers>>((*this)[e / Pack::lanes]))
                values.push_back(number[int(e % Pack::lanes)]);
        return values;
    }

private:
    std::vector<Point> points_;
    bool is_shared_ = false;
};

}  // namespace sinew
