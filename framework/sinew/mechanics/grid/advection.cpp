#include "advection.hpp"

#include <algorithm>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <tuple>

namespace sinew {

namespace {

/// A layer of cells around those of a lattice, for what is beyond the sides.
class Frame {
public:
    explicit Frame(const Lattice& cells) : inner_(cells), outer_(cells) {
        outer_.origin -= Eigen::Vector3d::Constant(cells.spacing);
        for (Index& n : outer_.count) n += 2;
    }

    const Lattice& lattice() const { return outer_; }
    /// At most four fields with a layer around them, which holds nothing yet.
    Interleaved around(const std::vector<const Vector*>& fields) const {
        SINEW_ASSERT(fields.size() <= 4, "{} fields at once", fields.size());
        Interleaved framed(std::size_t(outer_.size()), Eigen::Vector4d::Zero());
        each_point(inner_, [&](Index i, const std::array<Index, 3>& at) {
            for (std::size_t f = 0; f < fields.size(); ++f)
                framed[place_of(at)][Index(f)] = (*fields[f])[i];
        });
        return framed;
    }
    /// The first n of the fields, without the layer.
    std::vector<Vector> within(const Interleaved& framed, std::size_t n) const {
        std::vector<Vector> fields(n, Vector(inner_.size()));
        each_point(inner_, [&](Index i, const std::array<Index, 3>& at) {
            for (std::size_t f = 0; f < n; ++f) fields[f][i] = framed[place_of(at)][Index(f)];
        });
        return fields;
    }
    /// Fills the layer: zero beyond open sides, else the nearest cell.
    void surround(Interleaved& framed, const std::array<bool, 6>& open) const {
        each_point(outer_, [&](Index i, std::array<Index, 3> at) {
            bool is_inside = true, is_open = false;
            for (std::size_t a = 0; a < 3; ++a) {
                const Index last = outer_.count[a] - 1;
                if (at[a] > 0 && at[a] < last) continue;
                is_inside = false;
                is_open = is_open || open[2 * a + (at[a] > 0)];
                at[a] = std::clamp<Index>(at[a], 1, last - 1);
            }
            if (is_inside) return;
            framed[std::size_t(i)] = is_open ? Eigen::Vector4d::Zero().eval()
                                             : framed[std::size_t(outer_.at(at[0], at[1], at[2]))];
        });
    }

private:
    std::size_t place_of(const std::array<Index, 3>& at) const {
        return std::size_t(outer_.at(at[0] + 1, at[1] + 1, at[2] + 1));
    }

    Lattice inner_, outer_;
};

}  // namespace

Advection::Advection(const Lattice& nodes, const VectorField& velocity)
    : nodes_(nodes), at_nodes_(nodes), velocity_(interleaved(velocity)) {}

template <class VelocityOf, class Surround>
Interleaved Advection::moved(const Lattice& lattice, const Interleaved& fields, double dt,
                             AdvectionScheme scheme, VelocityOf&& velocity_of,
                             Surround&& surround) const {
    const TrilinearInterpolation at(lattice);
    Interleaved forth(fields.size()), least, largest;
    const bool corrects = scheme == AdvectionScheme::maccormack;
    if (corrects) {
        least.resize(fields.size());
        largest.resize(fields.size());
    }
    each_point(lattice, [&](Index i, const std::array<Index, 3>& at_point) {
        const auto point = std::size_t(i);
        const Eigen::Vector3d x = lattice.position(at_point);
        const Trilinear origin = at.at(origin_of(x, velocity_of(point, x), dt));
        forth[point] = origin.of(fields);
        if (corrects) std::tie(least[point], largest[point]) = origin.range(fields);
    });
    surround(forth);
    if (!corrects) return forth;
    each_point(lattice, [&](Index i, const std::array<Index, 3>& at_point) {
        const auto point = std::size_t(i);
        const Eigen::Vector3d x = lattice.position(at_point);
        const Trilinear target = at.at(origin_of(x, velocity_of(point, x), -dt));
        const Eigen::Vector4d better = forth[point] + (fields[point] - target.of(forth)) / 2;
        least[point] = better.cwiseMax(least[point]).cwiseMin(largest[point]);
    });
    return least;
}

std::vector<Vector> Advection::advect(const Lattice& cells,
                                      const std::vector<const Vector*>& fields, double dt,
                                      AdvectionScheme scheme,
                                      const std::array<bool, 6>& open) const {
    const Frame frame(cells);
    const auto velocity_of = [this](std::size_t, const Eigen::Vector3d& x) {
        return velocity_at(x);
    };
    Interleaved framed = frame.around(fields);
    frame.surround(framed, open);
    // What has left is still known where the way back begins.
    const auto surround = [&](Interleaved& forth) { frame.surround(forth, {}); };
    return frame.within(moved(frame.lattice(), framed, dt, scheme, velocity_of, surround),
                        fields.size());
}

void Advection::advect_velocity(double dt, AdvectionScheme scheme, VectorField& velocity) const {
    const auto velocity_of = [this](std::size_t node, const Eigen::Vector3d&) -> Eigen::Vector3d {
        return velocity_[node].head<3>();
    };
    const Interleaved after =
        moved(nodes_, velocity_, dt, scheme, velocity_of, [](Interleaved&) {});
    parallel_for(velocity.size(),
                 [&](Index node) { velocity.set(node, after[std::size_t(node)].head<3>()); });
}

}  // namespace sinew
