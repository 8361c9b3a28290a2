/// Which nodes of bodies' skins are inside bodies, and by which places of the skin they leave.
#pragma once

#include <deque>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <span>
#include <vector>

#include "facing_skin.hpp"
#include "moving_tets.hpp"
#include "neighbours.hpp"
#include "rest_skin.hpp"
#include "skin_hit.hpp"
#include "skin_reach.hpp"
#include "ways_in.hpp"

namespace sinew {

/// How to find the place of the skin that a node inside is drawn to.
enum class WayOut {
    facing,     ///< as the skin is now: the nearest place that faces the node, and then remembered
    rest_shape  ///< where the distance to the skin at rest leads from the node's place at rest
};

struct SkinSearchParams {
    WayOut way_out = WayOut::facing;
    int rings = 2;
    std::optional<double> voxel;  ///< of level sets at rest [m]; RestSkin::fine_voxel if absent
};

class SkinSearch {
public:
    /// `bodies`, of tet4 elements, must outlive this.
    SkinSearch(const std::vector<Body*>& bodies, const SkinSearchParams& params);
    SkinSearch(const SkinSearch&) = delete;
    SkinSearch& operator=(const SkinSearch&) = delete;

    /// All of them, by body, other and node, where bodies are now.
    const std::vector<SkinHit>& find(const PointMotion& motion);
    const std::vector<SkinHit>& found() const { return found_; }
    long n_searches() const { return n_searches_; }

    /// WayOut::facing remembers from step to step where nodes came in (WaysIn): a step ends with
    /// what was found last, and lets go what lies in no tetrahedron then, as it has gone through.
    void begin_step();
    void commit();
    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);

    /// Where bodies were then: the node and the corners of its place,
    PairPoints points(const SkinHit& hit) const;
    /// and of WayOut::rest_shape how d changes with the node's place, as the place on the skin goes
    /// along: S, symmetric, its eigenvalues within 0 and 1.
    Eigen::Matrix3d slide(const SkinHit& hit) const;

    void report(nlohmann::json& report) const;

private:
    struct Part {
        Part(const Body& body, int number, const SkinSearchParams& params);
        const Body* body;
        MovingTets tets;
        Neighbours near;                   ///< of skin.nodes
        std::vector<int> order;            ///< of skin.nodes, neighbours near each other
        std::optional<FacingSkin> facing;  ///< these two, or
        std::optional<SkinReach> reach;
        std::optional<RestSkin> rest;
    };
    bool remembers() const { return params_.way_out == WayOut::facing; }
    bool is_in_a_tet(const SkinHit& hit) const;
    const Part& part(int body) const { return parts_[std::size_t(body)]; }
    void place_skins();
    bool find_all();
    void find_inside(int body, int other);
    void find_batch(int body, int other, std::span<const int> nodes, const std::vector<int>& ways,
                    std::vector<SkinHit>& found, long& n_unpaired) const;
    FacingSkin::Node facing_node(int body, int node, int other) const;
    std::optional<SkinHit> still_inside(int body, int node, int other, int triangle) const;
    std::optional<SkinHit> come_in(int body, int node, int other, double reach) const;
    SkinHit facing_hit(int body, int node, int other, const FacingSkin::Place& place) const;
    SkinHit rest_hit(int body, int node, int other, const MovingTets::Held& held) const;

    SkinSearchParams params_;
    std::deque<Part> parts_;  ///< which stay where they are
    std::vector<SkinHit> found_;
    WaysIn ways_;
    bool has_skins_ = false;  ///< FacingSkin of parts is where they are
    long n_unpaired_ = 0;     ///< nodes in tetrahedra that nothing within reach faces
    long n_searches_ = 0;
    long known_ = -1;     ///< revision of ways_ that found_ is of
    double seconds_ = 0;  ///< without what bodies take to tell where they are
};

}  // namespace sinew
