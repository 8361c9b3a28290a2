#include "rotated_law.hpp"

#include <array>

namespace sinew {
namespace {

class RotatedLaw final : public PointLaw {
public:
    RotatedLaw(std::unique_ptr<PointLaw> law, ElementRotations rotations)
        : law_(std::move(law)), rotations_(std::move(rotations)) {}

    void move_to(double t) override {
        law_->move_to(t);
        rotations_.move_to(t);
    }
    bool moves() const override { return true; }
    std::span<const Eigen::Matrix3d> rotations() const override { return rotations_.elements(); }

    void energy(Index first, std::span<const Mat3<Pack>> F, std::span<Pack> psi) const override {
        in_runs(first, F.size(), [&](Index at, std::size_t from, std::size_t n) {
            const Run G = unrotated(at, F.subspan(from, n));
            law_->energy(at, {G.data(), n}, psi.subspan(from, n));
        });
    }

    [[gnu::flatten]] void stress(Index first, std::span<const Mat3<Pack>> F,
                                 std::span<Mat3<Pack>> P) const override {
        in_runs(first, F.size(), [&](Index at, std::size_t from, std::size_t n) {
            const Run G = unrotated(at, F.subspan(from, n));
            law_->stress(at, {G.data(), n}, P.subspan(from, n));
            rotate(at, P.subspan(from, n));
        });
    }

    [[gnu::flatten]] void stress_and_tangent(Index first, std::span<const Mat3<Pack>> F,
                                             std::span<Mat3<Pack>> P,
                                             std::span<Tangent9<Pack>> dPdF,
                                             Definiteness definiteness) const override {
        in_runs(first, F.size(), [&](Index at, std::size_t from, std::size_t n) {
            const Run G = unrotated(at, F.subspan(from, n));
            law_->stress_and_tangent(at, {G.data(), n}, P.subspan(from, n), dPdF.subspan(from, n),
                                     definiteness);
            rotate(at, P.subspan(from, n));
            for (std::size_t k = 0; k < n; ++k) rotate(rotations_[at + Index(k)], dPdF[from + k]);
        });
    }

    void stress_change(Index first, std::span<const Mat3<Pack>> F, std::span<const Mat3<Pack>> H,
                       std::span<Mat3<Pack>> dP, Definiteness definiteness) const override {
        in_runs(first, F.size(), [&](Index at, std::size_t from, std::size_t n) {
            const Run G = unrotated(at, F.subspan(from, n)), dG = unrotated(at, H.subspan(from, n));
            law_->stress_change(at, {G.data(), n}, {dG.data(), n}, dP.subspan(from, n),
                                definiteness);
            rotate(at, dP.subspan(from, n));
        });
    }

    void admissible(Index first, std::span<const Mat3<Pack>> F, std::span<Mask> ok) const override {
        in_runs(first, F.size(), [&](Index at, std::size_t from, std::size_t n) {
            const Run G = unrotated(at, F.subspan(from, n));
            law_->admissible(at, {G.data(), n}, ok.subspan(from, n));
        });
    }

private:
    static constexpr std::size_t run_length = 4;
    using Run = std::array<Mat3<Pack>, run_length>;

    /// Evaluates as many packs at a time as fit on the stack: (first pack, position in the spans,
    /// packs).
    template <class Evaluate>
    static void in_runs(Index first, std::size_t n, const Evaluate& evaluate) {
        for (std::size_t from = 0; from < n; from += run_length)
            evaluate(first + Index(from), from, std::min(run_length, n - from));
    }

    Run unrotated(Index first, std::span<const Mat3<Pack>> F) const {
        Run G;
        for (std::size_t k = 0; k < F.size(); ++k) {
            G[k] = rotations_[first + Index(k)].transpose() * F[k];
            symmetrise(G[k]);
        }
        return G;
    }

    void rotate(Index first, std::span<Mat3<Pack>> P) const {
        for (std::size_t k = 0; k < P.size(); ++k) {
            symmetrise(P[k]);
            P[k] = Mat3<Pack>(rotations_[first + Index(k)] * P[k]);
        }
    }

    static void symmetrise(Mat3<Pack>& A) {
        for (int j = 0; j < 3; ++j)
            for (int i = 0; i < j; ++i) A(i, j) = A(j, i) = 0.5 * (A(i, j) + A(j, i));
    }

    /// C := (I x R) sym C sym (I x R'): of columns j and l of F, the 3 x 3 blocks R C_jl R'.
    static void rotate(const Mat3<Pack>& R, Tangent9<Pack>& C) {
        for (int j = 0; j < 3; ++j)
            for (int i = 0; i < j; ++i) average(C, i + 3 * j, j + 3 * i);
        for (int l = 0; l < 3; ++l)
            for (int j = 0; j <= l; ++j) {
                Mat3<Pack> block =
                    R * Mat3<Pack>(C.template block<3, 3>(3 * j, 3 * l)) * R.transpose();
                if (j == l)
                    block.template triangularView<Eigen::StrictlyLower>() = block.transpose();
                C.template block<3, 3>(3 * j, 3 * l) = block;
                if (j != l) C.template block<3, 3>(3 * l, 3 * j) = block.transpose();
            }
    }

    /// Both rows become their mean, and both columns.
    static void average(Tangent9<Pack>& C, int a, int b) {
        for (int k = 0; k < 9; ++k) C(a, k) = C(b, k) = 0.5 * (C(a, k) + C(b, k));
        for (int k = 0; k < 9; ++k) C(k, a) = C(k, b) = 0.5 * (C(k, a) + C(k, b));
    }

    std::unique_ptr<PointLaw> law_;
    ElementRotations rotations_;
};

}  // namespace

std::unique_ptr<PointLaw> rotated_law(std::unique_ptr<PointLaw> law, ElementRotations rotations) {
    return std::make_unique<RotatedLaw>(std::move(law), std::move(rotations));
}

}  // namespace sinew
