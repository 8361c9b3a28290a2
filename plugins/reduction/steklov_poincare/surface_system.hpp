/// A body of which only the surface is unknown, while its interior is at equilibrium.
///
///     f_b*(x_b; q) = f_b(x_b, x_i*(x_b; q), x_c(q)),      f_i(x_b, x_i*, x_c) = 0
///
/// x_b: nodes of the skin, x_c: constrained ones, x_i: the interior. Degrees of freedom are the
/// displacements of x_b and x_c, x y z a node, those of x_c prescribed. Forces must be affine in
/// displacements: the stiffness then depends on the pose q alone, and is found once a pose.
///
/// A step starts where PosedStart expects the body, with constrained nodes where they will be.
///
/// Forces are found from elements where a pose begins. From then on they follow by the stiffness,
/// and the interior first goes where Newton's matrix says that it does (see InteriorResponses).
///
/// Gao, Mitchell & Sifakis, Steklov-Poincare skinning, 2014, equations 7 to 12.
#pragma once

#include <nlohmann/json.hpp>
#include <sinew/mechanics/reduction/elastic_body.hpp>
#include <sinew/mechanics/skinning/rigged_body.hpp>

#include "posed_start.hpp"
#include "surface_tangent.hpp"

namespace sinew::steklov {

/// Counts and times since the start.
struct SurfaceCounts {
    long stiffness = 0, solves = 0, iterations = 0;
    double seconds_stiffness = 0, seconds_solves = 0;
};

class SurfaceSystem final : public BodySystem {
public:
    struct Parts {
        std::unique_ptr<ElasticBody> full;
        NodeSets sets;
        std::unique_ptr<SplitStiffness> stiffness;  ///< with the factors at rest
        const RiggedBody* rigged = nullptr;         ///< nullptr: nothing turns elements
        int sweeps;                                 ///< of the interior's inverse
        double tolerance;                           ///< of the interior's solves
        bool contact_in_preconditioner;             ///< else as published
        nlohmann::json history;                     ///< of what was made ahead, for reports
        Origin origin;                              ///< whose messages these are
    };
    explicit SurfaceSystem(Parts parts);
    ~SurfaceSystem() override;

    /// Quasi-static: it has no dynamics.
    Diagnostic lacks(Facet facet) const override;
    Index size() const override { return 3 * sets_.n_surface(); }
    State initial() const override;
    void move_to(double t) override;
    bool begin_step(State& state, double t, double dt) override;
    void commit(const State& state, double t, const Vector& reactions) override;
    const Prescribed& prescribed() const override { return prescribed_; }
    void forces(const Vector& q, const Vector& v, Forces& out) override;
    Energies stored_energies(const Vector& q, const Vector& v) override;
    double potential(const Vector& q) override;
    const Tangent& tangent(const Vector& q, const Vector& v, const TangentWeights& weights,
                           Definiteness definiteness, Forces* forces) override;
    double length_scale() const override { return full_->length_scale(); }
    double force_scale() const override { return full_->force_scale(); }
    void save(Archive& archive, const std::string& prefix) const override;
    void restore(const Archive& archive, const std::string& prefix) override;
    void report(nlohmann::json& report) const override;
    std::string name() const override { return full_->name(); }

    const Body& body() const override { return full_->body(); }
    Eigen::Vector3d position(const MaterialPoint& point, const Vector& q) const override;
    Eigen::Vector3d velocity(const MaterialPoint& point, const Vector& q,
                             const Vector& v) const override;
    Points positions(const Vector& q) const override;
    bool points_move_in_time() const override { return true; }  // its equilibrium is kept
    Points velocities(const Vector& q, const Vector& v) const override;
    void add_point_force(const MaterialPoint& point, const Eigen::Vector3d& force, const Vector& q,
                         Vector& f) const override;
    std::vector<Jacobian> point_jacobian(const MaterialPoint& point,
                                         const Vector& q) const override;
    PointFields point_fields(const Vector& q) const override;
    const State& committed_state() const override { return committed_; }
    Points reactions() const override { return full_->reactions(); }

    const SurfaceCounts& counts() const { return counts_; }

private:
    void find_pose() const;
    void co_rotate_preconditioner() const;
    /// Displacements of all nodes with the interior at equilibrium, found unless they are known.
    const Vector& equilibrium(const Vector& q) const;
    void find_forces(const Vector& q) const;
    void follow_surface(const Vector& q) const;
    /// Forces follow.
    void move_surface(const Vector& way) const;
    void move_interior(const Vector& way) const;
    void move(const std::vector<int>& nodes, const BlockView& to_surface, const BlockView& inside,
              const Vector& way) const;
    double typical_force() const;
    void solve_interior() const;
    int surface_number(const MaterialPoint& point, std::size_t k) const;

    std::unique_ptr<ElasticBody> full_;
    NodeSets sets_;
    std::unique_ptr<SplitStiffness> stiffness_;
    const RiggedBody* rigged_;
    PosedStart start_;
    double tolerance_;
    nlohmann::json history_;
    Origin origin_;
    mutable InteriorInverse inverse_;
    mutable InteriorResponses responses_;
    mutable SurfaceTangent tangent_;

    double t_ = 0;
    bool has_moved_ = false;         ///< to time t_
    mutable bool has_pose_ = false;  ///< the stiffness is of time t_
    Prescribed prescribed_;
    State committed_;
    Vector committed_u_;      ///< of all nodes
    bool has_begun_ = false;  ///< else the body is at rest, whatever the time

    /// Displacements of all nodes; forces there, and where the surface is; the guess of the next.
    mutable Vector u_, internal_, external_, of_;
    mutable bool is_known_ = false;
    mutable bool has_forces_ = false;  ///< of this pose, at u_, where the surface is at of_
    mutable Event event_;              ///< why they are not to be used
    mutable Event pose_event_;         ///< why no force of this pose is
    mutable Vector step_, rhs_, work_;
    mutable SurfaceCounts counts_;
};

}  // namespace sinew::steklov
