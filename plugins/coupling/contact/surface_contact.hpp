/// Contact of bodies with themselves, with each other and with obstacles, by a potential of
/// distances.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <sinew/mechanics/contact/friction_potential.hpp>
#include <sinew/mechanics/contact/surface_intersections.hpp>
#include <sinew/mechanics/coupling/contact_resultants.hpp>
#include <sinew/mechanics/coupling/coupling.hpp>

#include "obstacle.hpp"

namespace sinew {

/// The vertices of a pair, of contact or friction.
template <class Pair>
std::span<const int> vertices_of(const Pair& pair) {
    return std::span(pair.vertices).first(std::size_t(n_vertices(pair.kind)));
}

/// Parameters of the contact, all known.
struct SurfaceContactParams {
    double thickness = 0;  ///< delta: nearer parts of the surfaces repel each other [m]
    ContactLaw law;
    bool self = true;             ///< bodies touch themselves, too
    double friction = 0;          ///< Coulomb's mu
    double stick_speed = 1e-3;    ///< [m/s]
    int friction_iterations = 1;  ///< equilibria of a step, each with friction of the one before
    bool ignores_intersections = false;  ///< those that are there when contact begins, until apart
};

/// The contact of the skins, or visual surfaces, of some bodies. Its forces are minus the gradient
/// of its potential, in each step a function of positions alone; what else it keeps from call to
/// call saves time and changes nothing.
class SurfaceContact : public Coupling {
public:
    /// `bodies` outlive this; `parts`: the surface of each.
    SurfaceContact(const std::vector<Body*>& bodies, std::vector<SurfacePart> parts,
                   const SurfaceContactParams& params, std::vector<Obstacle> obstacles = {});

    std::vector<Body*> bodies() const override { return bodies_; }
    std::vector<BodySystem*> obstacles() override;
    std::vector<const ObstacleSurface*> obstacle_surfaces() const override;
    /// The derivative of friction by velocities.
    void damp(const PointMotion& motion, double t, PointForces& out) const override;
    /// Contact begins anew: intersections are refused, or left out until they are apart.
    void jump() override;
    void begin_step(const PointMotion& motion, double t, double dt) override;
    void evaluate(const PointMotion& motion, double t, PointForces& out) const override;
    bool update_lagged(const PointMotion& motion, double t) override;
    double energy(const PointMotion& motion, double t) const override;
    double potential(const PointMotion& motion, double t) const override;
    double largest_step(const PointMotion& from, const PointMotion& to) override;
    /// Looks, by exact arithmetic, for intersections of the skins; throws ComputationError if there
    /// is one.
    void commit(const PointMotion& motion, double t) override;
    void commit_idle() override;
    /// The pair that goes the least way before it meets, in the last largest_step below 1.
    std::string obstruction() const override;
    /// A bound with the law `offset` alone: kappa/delta on twice the area of the largest vertex,
    /// which others' pairs share with its own; for nodes that carry several vertices of a visual
    /// surface, times the greatest sum of |w_va| |w_vb| over vertices v and nodes b at a node a.
    std::optional<double> stiffness_bound() const override;
    void add_contact(const Body& body, ContactForces& out) const override;
    std::vector<TouchingPair> touching_pairs() const override;
    void report(nlohmann::json& report) const override;
    void save(Archive& archive, const std::string& prefix) const override;
    void restore(const Archive& archive, const std::string& prefix) override;

    const CollisionSurface& surface() const { return surface_; }
    std::size_t n_obstacles() const { return obstacles_.size(); }
    const ContactLaw& law() const { return params_.law; }
    /// Positions of the surface's vertices where the run starts from, 3 x n [m].
    Points at_start() const;
    /// True if a vertex is in what has intersected since the start, or is tied.
    bool is_left_out(int vertex) const {
        const std::span one(&vertex, 1);
        return exclusions_.tangles.shared(one, one) >= 0 ||
               std::any_of(exclusions_.ties.begin(), exclusions_.ties.end(),
                           [&](const auto& sides) { return sides[std::size_t(vertex)] != 0; });
    }
    /// Leaves out of contact what intersects at x, until it has come apart; returns the number of
    /// tangles.
    int leave_out_intersections(const Points& x);
    /// Leaves out of contact what these hold together, until they have ended and it has come apart;
    /// returns the number of vertices. They outlive this.
    std::size_t leave_out_ties(std::span<const Coupling* const> ties);
    /// Intersections at positions x of the surface's vertices, but not of what is tied together.
    std::vector<Intersection> intersections_at(const Points& x) const;
    /// Penetrations of spheres and planes at x.
    std::vector<Penetration> penetrations_at(const Points& x) const;
    /// A body or an obstacle that lies in another as a whole, whose surface meets none.
    struct Enclosed {
        int vertex, in;  ///< a vertex of it, and the number of the other body
    };
    std::optional<Enclosed> enclosed_at(const Points& x) const;
    /// The pairs at x; empty if nothing is nearer than the thickness.
    PairSet pairs_at(const Points& x) const;

private:
    /// Positions of the surface's vertices, 3 x n [m].
    Points positions(const PointMotion& motion) const;
    void find_prescribed(const PointMotion& motion) const;
    void leave_out(Candidates& candidates) const;
    void release_tangles(const Points& x, const std::vector<Intersection>& hits,
                         const std::vector<Penetration>& penetrations);
    /// Length by which candidates are made wider than the thickness [m].
    double slack() const { return params_.thickness; }
    void place(const PointMotion& motion, int body, Points& x) const;
    double moved_since(const PointMotion& motion, int body, const Vector& from) const;
    bool place_near(const PointMotion& motion, Points& x) const;
    Points placed(const PointMotion& motion) const;
    void find_candidates(const PointMotion& motion) const;
    void find_near() const;
    /// The pairs at x, for which candidates hold.
    PairSet active(const Points& x) const;
    std::vector<Intersection> not_tied(std::vector<Intersection> hits) const;
    std::vector<char> sides_of(const Coupling& tie) const;
    void release_ties(double t);
    double free_share(const PointMotion& from, const PointMotion& end_of_path);
    void note_obstruction(double share, const Points& begin, const Points& end);
    void begin(const PointMotion& motion, double t);
    [[noreturn]] void fail_at_begin(const std::string& what, double t) const;
    bool is_avoidable(std::span<const int> edge, std::span<const int> triangle) const;
    void count_left_out(std::span<const int> first, std::span<const int> second, double t);
    FrictionPotential friction() const;
    void add(std::span<const int> vertices, const PairDerivatives& at, PointForces& out) const;
    void add_resultant(std::span<const int> vertices, int n_on_first, const StencilVector& gradient,
                       const Points& x);
    const std::string& name(int vertex) const;

    std::vector<Body*> bodies_;
    SurfaceContactParams params_;
    std::vector<Obstacle> obstacles_;
    ContactPotential potential_;
    CollisionSurface surface_;
    mutable BroadPhase broad_phase_;
    mutable SurfaceTrees trees_;         ///< of the exact test
    mutable Exclusions exclusions_;      ///< what is prescribed is found anew in each step
    std::vector<const Coupling*> ties_;  ///< of exclusions_.ties
    std::vector<char> tie_is_released_;
    bool has_begun_ = false, has_jumped_ = false, has_warned_ = false;
    std::vector<int> first_vertices_;  ///< of each body, and their number at the end
    std::vector<double> stretch_;      ///< of each body: the greatest sum of |w| of a vertex
    double carried_area_ = 0;          ///< of stiffness_bound [m^2]

    /// Positions of the vertices, and the generalised coordinates of those bodies that tell by
    /// them how far they have moved.
    struct Placement {
        Points x = Points(3, 0);
        std::vector<Vector> q;  ///< one a body, empty if it does not; none: no placement
    };
    mutable Placement found_at_;                       ///< where candidates were found
    mutable Candidates candidates_;                    ///< of positions near there
    mutable Candidates at_spheres_and_planes_;         ///< likewise, with what does not touch
    mutable std::vector<Intersection> may_intersect_;  ///< likewise
    mutable bool may_intersect_are_known_ = false;
    mutable std::vector<int> near_;  ///< vertices that are placed though their body tells
    mutable bool prescribed_are_known_ = false;  ///< since the step began

    double slip_length_ = 0;  ///< stick_speed times the length of the step [m]; 0: no friction yet
    Points step_begin_ = Points(3, 0);
    std::vector<FrictionPair> rubbing_;
    int n_friction_iterations_ = 0;

    Points blocked_from_ = Points(3, 0), blocked_to_ = Points(3, 0);  ///< of that largest_step

    Points committed_ = Points(3, 0);  ///< positions of the vertices at the last commit
    PairSet committed_pairs_;
    std::size_t n_left_out_ = 0, n_tied_ = 0;
    /// [m], of the last commit and of all; the thickness if there are no pairs.
    double least_gap_ = 0, least_gap_of_run_ = 0;
    ContactResultants resultants_;  ///< likewise
};

}  // namespace sinew
