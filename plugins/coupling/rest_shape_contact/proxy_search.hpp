/// Collision proxies: the vertices of skins that are inside bodies or solids, and the points of
/// surfaces that they are drawn to.
///
/// A proxy is looked for in the boxes over all tetrahedra but those that have it as a corner. The
/// point inside is mapped to the shape at rest, projected onto the skin there by the level set of
/// that shape, and mapped back:
///
///     X = sum_a w_a X_a,    (triangle, beta) = projection of X,    target = sum_i beta_i x_i
///
/// Of a solid the target is x - phi grad phi. Gao, Mitchell & Sifakis, Steklov-Poincare skinning,
/// SCA 2014, section 3; Teng, Otaduy & Kim, Simulating articulated subspace self-contact, 2014.
#pragma once

#include <deque>
#include <optional>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <span>
#include <vector>

#include "kinematic_solid.hpp"
#include "moving_tets.hpp"
#include "rest_skin.hpp"

namespace sinew {

/// A proxy inside something, and its target.
struct ProxyPair {
    int body = 0, vertex = 0;  ///< of the proxy: its number in skin.nodes
    int other = 0;             ///< the body that it is inside, or n_bodies + the number of a solid
    RestSkin::SurfacePoint target = {};  ///< of that body's skin; unused for solids
    Eigen::Vector3d to_target = Eigen::Vector3d::Zero();  ///< d = target - proxy [m]
};

/// Finds all pairs. What it keeps from call to call saves time and changes nothing.
class ProxySearch {
public:
    /// `bodies`, of tet4 elements, must outlive this. `voxel`: of their level sets [m];
    /// RestSkin::fine_voxel if absent.
    ProxySearch(const std::vector<Body*>& bodies, std::optional<double> voxel,
                std::vector<KinematicSolid> solids);
    ProxySearch(const ProxySearch&) = delete;
    ProxySearch& operator=(const ProxySearch&) = delete;

    /// All pairs where bodies are now, at t [s], by body, what they are in, and vertex.
    const std::vector<ProxyPair>& find(const PointMotion& motion, double t);

    const std::vector<KinematicSolid>& solids() const { return solids_; }
    int n_bodies() const { return int(parts_.size()); }
    double voxel(int body) const { return parts_[std::size_t(body)].rest.voxel(); }
    long n_searches() const { return n_searches_; }

private:
    struct Part {
        Part(const Body& body, int number, std::optional<double> voxel);
        const Body* body;
        MovingTets tets;
        RestSkin rest;
        std::vector<int> order;  ///< of skin.nodes, neighbours near each other
    };
    int node(const Part& part, int vertex) const {
        return part.body->skin.nodes[std::size_t(vertex)];
    }
    void find_in_body(int body, int other);
    void find_in_solid(int body, int number, const SolidAtTime& solid);
    void find_batch(int body, int other, std::span<const int> vertices,
                    std::vector<ProxyPair>& found) const;
    ProxyPair pair(int body, int vertex, int other, const MovingTets::Location& at) const;

    std::deque<Part> parts_;  ///< which stay where they are
    std::vector<KinematicSolid> solids_;
    std::vector<ProxyPair> found_;
    std::optional<double> found_at_;  ///< time [s]
    long n_searches_ = 0;
};

}  // namespace sinew
