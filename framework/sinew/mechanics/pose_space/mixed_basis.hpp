/// Coordinates of a basis that is mixed of those of several poses.
///
///     U(p) = (sum_i w_i(p) U_i) diag(1/v_k),     v_k = |sum_i w_i U_i^k|_M
///
/// Each of its vectors has the mass norm 1; they need not be orthogonal. What a step needs of the
/// vectors themselves are products that are found ahead.
///
/// Xu & Barbic 2016, section 5.2, equations 14 to 16.
#pragma once

#include <optional>
#include <sinew/mechanics/pose_space/mixed_mass.hpp>

namespace sinew::pose_space {

/// One caller at a time; no call allocates memory once each has been made.
class MixedBasis {
public:
    /// All weight is on the first pose at first.
    explicit MixedBasis(MixedMass products);
    virtual ~MixedBasis() = default;
    MixedBasis(const MixedBasis&) = default;
    MixedBasis(MixedBasis&&) = default;

    /// Number r of vectors, and m of poses.
    Index size() const { return scales_.size(); }
    Index n_poses() const { return weights_.size(); }

    /// Mixes by these weights, m numbers with the sum 1. Returns the least v_k; vectors whose v_k
    /// is below 1e-6 cancel each other, and are not to be used.
    virtual double mix(const Vector& weights);
    const Vector& weights() const { return weights_; }
    /// 1/v_k, r numbers.
    const Vector& scales() const { return scales_; }
    /// U'M U, r x r, with ones on its diagonal.
    const Eigen::MatrixXd& mass() const { return mass_; }
    const MixedMass& products() const { return *products_; }

    /// to := diag(scales) sum_i w_i X_i for X_i (r x k) one below the other; r x k.
    void mix_stacked(const Eigen::Ref<const Eigen::MatrixXd>& X,
                     Eigen::Ref<Eigen::MatrixXd> to) const;

    /// f += (diag(scales) sum_i w_i X_i) R'F for X_i, r x 3, one below the other: the work of a
    /// force F in the world on points whose vectors X_i are seen from a root with the turn R.
    void add_work(const Eigen::MatrixX3d& X, const Eigen::Matrix3d& R, const Eigen::Vector3d& F,
                  Vector& f) const;

    /// to := U q in a form that stays when the weights change: w_i diag(scales) q for each pose,
    /// one below the other.
    virtual void keep(const Vector& q, Vector& to) const;
    Vector kept(const Vector& q) const {
        Vector u;
        keep(q, u);
        return u;
    }
    /// f := U'M of displacements that were kept, r numbers.
    virtual void find_momentum(const Vector& kept, Vector& f) const;

protected:
    /// A basis of r vectors and m poses whose products are found otherwise.
    MixedBasis(Index size, Index n_poses);
    /// Scales the vectors, whose products these are, to the norm 1. Returns the least they had.
    double normalise(const Eigen::MatrixXd& mass);
    void set_weights(const Vector& weights) { weights_ = weights; }
    void set_scales(double scale) { scales_.setConstant(scale); }

private:
    std::optional<MixedMass> products_;
    Vector weights_, scales_;
    Eigen::MatrixXd mass_;
    mutable Vector stacked_, of_force_;
};

}  // namespace sinew::pose_space
