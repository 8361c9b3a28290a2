/// A body of prescribed motion: an obstacle of contact.
#pragma once

#include <functional>
#include <limits>
#include <sinew/mechanics/system/body_system.hpp>

namespace sinew {

/// A few nodes without elements, whose motion is prescribed. Their degrees of freedom are all
/// prescribed, so that Newton's method moves them together with what they push: a point, for what
/// does not turn, or the four corners of a frame, from which the rest hangs by affine weights.
class KinematicBody final : public BodySystem, public Dynamics, public ExplicitDynamics {
public:
    /// Positions and velocities of the nodes at time t [s], 3 x n each [m], [m/s].
    using Motion = std::function<void(double t, Points& x, Points& v)>;

    /// `rest`: where the nodes are before the motion, 3 x n [m].
    KinematicBody(std::string path, Points rest, Motion motion);

    /// Corners of a frame at `origin` with legs of length `size` [m].
    static Points frame(const Eigen::Vector3d& origin, double size);
    /// The point at X [m] of the frame with these corners; `number` as MaterialPoint::body.
    static MaterialPoint point_of_frame(const Points& corners, const Eigen::Vector3d& X,
                                        int number);

    /// The body, as couplings name it: nodes, no skin.
    Body& body() { return body_; }

    const Body& body() const override { return body_; }
    Dynamics* dynamics() override { return this; }
    ExplicitDynamics* explicit_dynamics() override { return this; }
    /// Twelve degrees of freedom at most.
    bool is_dense() const override { return true; }
    Index size() const override { return body_.mesh.positions.size(); }
    State initial() const override;
    void move_to(double t) override;
    bool begin_step(State&, double, double) override { return false; }
    void commit(const State& state, double t, const Vector& reactions) override;
    const Prescribed& prescribed() const override { return prescribed_; }
    void forces(const Vector& q, const Vector& v, Forces& out) override;
    Energies stored_energies(const Vector&, const Vector&) override { return {}; }
    double potential(const Vector&) override { return 0; }
    const Tangent& tangent(const Vector& q, const Vector& v, const TangentWeights& weights,
                           Definiteness definiteness, Forces* forces) override;
    double length_scale() const override { return 0; }
    double force_scale() const override { return std::numeric_limits<double>::infinity(); }
    void save(Archive&, const std::string&) const override {}
    void restore(const Archive&, const std::string&) override {}
    void report(nlohmann::json&) const override {}
    std::string name() const override { return body_.path; }

    Eigen::Vector3d position(const MaterialPoint& point, const Vector& q) const override;
    Eigen::Vector3d velocity(const MaterialPoint& point, const Vector& q,
                             const Vector& v) const override;
    Points positions(const Vector& q) const override;
    Points velocities(const Vector& q, const Vector& v) const override;
    void add_point_force(const MaterialPoint& point, const Eigen::Vector3d& force, const Vector& q,
                         Vector& f) const override;
    std::vector<Jacobian> point_jacobian(const MaterialPoint& point,
                                         const Vector& q) const override;
    PointFields point_fields(const Vector&) const override { return {}; }
    const State& committed_state() const override { return committed_; }
    Points reactions() const override { return reactions_.reshaped(3, reactions_.size() / 3); }

    void apply_mass(const Vector& x, Vector& y) const override { y.setZero(x.size()); }
    double kinetic_energy(const Vector&, const Vector&) override { return 0; }
    void set_damping(const Rayleigh&) override {}
    double dissipation(const Vector&) override { return 0; }
    /// So heavy that no force moves it.
    Vector lumped_mass() const override { return Vector::Constant(size(), 1e30); }
    void lump_kinetic_energy() override {}
    double highest_frequency(const Vector&) override { return 0; }

private:
    /// Ones on the diagonal: its rows are all prescribed.
    class Identity final : public Tangent {
    public:
        explicit Identity(Index size) : size_(size) {}
        Index size() const override { return size_; }
        void apply(const Vector& x, Vector& y) const override { y = x; }
        void add_entries(EntrySink& sink, Index offset) const override;
        long pattern_revision() const override { return 1; }
        Vector diagonal() const override { return Vector::Ones(size_); }
        bool symmetric() const override { return true; }
        int dofs_per_node() const override { return 3; }
        std::unique_ptr<Preconditioner> preconditioner(
            const std::vector<char>& fixed,
            const std::vector<CouplingBlock>& coupled) const override;

    private:
        Index size_;
    };

    Body body_;
    Motion motion_;
    Prescribed prescribed_;
    Identity tangent_;
    State committed_;
    Vector reactions_;
};

}  // namespace sinew
