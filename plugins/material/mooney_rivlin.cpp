/// Mooney-Rivlin solid with energies of shape and of volume apart: isotropic, defined for
/// J = det F > 0. With c01 = 0 it is the isochoric neo-Hookean solid (CalculiX's NEO HOOKE).
///
///     Psi(F)  = c10 (J^-2/3 I1 - 3) + c01 (J^-4/3 I2 - 3) + K/2 (J - 1)^2        [J/m^3]
///     P(F)    = 2 c10 J^-2/3 (F - I1/3 G) + 2 c01 J^-4/3 (A - 2/3 I2 G) + K J (J - 1) G   [Pa]
///
/// with C = F'F, I1 = tr C, I2 = (I1^2 - tr C^2)/2, A = I1 F - F C and G = F^-T. dP(F)H is its
/// derivative by the product rule, with dI1 = 2 F:H, dI2 = 2 A:H, dJ = J G:H, dG = -G H' G.
///
/// The bulk modulus K is 2/d1 in the volumetric term (J - 1)^2/d1 of Abaqus and CalculiX. For small
/// strains the shear modulus is 2 (c10 + c01).
///
/// Holzapfel, Nonlinear Solid Mechanics, 2000, sections 6.4 and 6.5; CalculiX CrunchiX user's
/// manual, *HYPERELASTIC.

#include <optional>
#include <sinew/mechanics/material/hyperelastic.hpp>

namespace sinew {

class MooneyRivlin final : public Hyperelastic<MooneyRivlin> {
public:
    static constexpr const char* source =
        "Holzapfel, Nonlinear Solid Mechanics, 2000, sections 6.4 and 6.5";
    static constexpr Unit per_Pa{{{-1, 1, 2, 0, 0}}, "1/Pa"};

    struct Params {
        Field<double> c10 = 2e4;
        Field<double> c01 = 0.0;
        std::optional<Field<double>> bulk;
        std::optional<Field<double>> d1;

        static constexpr auto fields = std::tuple{
            field("c10", &Params::c10, unit::Pa, positive, "Factor of J^-2/3 I1 - 3"),
            field("c01", &Params::c01, unit::Pa, non_negative, "Factor of J^-4/3 I2 - 3"),
            field("bulk", &Params::bulk, unit::Pa, positive,
                  "Bulk modulus K; 50 (c10 + c01) if neither it nor d1 is given"),
            field("d1", &Params::d1, per_Pa, positive, "2/K, in place of bulk"),
        };
    };

    static void check(const Params& params, BuildContext& context) {
        if (params.bulk && params.d1)
            context.fail(context.at("bulk"), "both bulk and d1 are given",
                         "give one of the two: bulk = 2/d1");
    }

    template <class Real>
    struct Point {
        Real c10, c01, bulk;  // [Pa]
    };
    static Point<double> point(double c10, double c01, std::optional<double> bulk,
                               std::optional<double> d1) {
        return {c10, c01, d1 ? 2 / *d1 : bulk.value_or(50 * (c10 + c01))};
    }

    template <class Real>
    bool_of<Real> admissible(const Mat3<Real>& F) const {
        return F.determinant() > 0;
    }

    /// Terms that the formulas share; they take a Configuration in place of F.
    template <class Real>
    struct Configuration {
        Mat3<Real> F, C, A, G;
        Real J, I1, I2;
        Real a, b;  // J^-2/3, J^-4/3
    };
    template <class Real>
    Configuration<Real> at(const Mat3<Real>& F) const {
        Configuration<Real> c;
        c.F = F;
        c.C = F.transpose() * F;
        c.G = F.inverse().transpose();
        c.J = F.determinant();
        c.I1 = c.C.trace();
        c.I2 = 0.5 * (c.I1 * c.I1 - c.C.squaredNorm());
        c.A = c.I1 * F - F * c.C;
        const Real root = cbrt(c.J);
        c.a = 1 / (root * root);
        c.b = c.a * c.a;
        return c;
    }

    template <class Real>
    Real energy(const Configuration<Real>& c, const Point<Real>& p) const {
        return p.c10 * (c.a * c.I1 - 3) + p.c01 * (c.b * c.I2 - 3) +
               0.5 * p.bulk * (c.J - 1) * (c.J - 1);
    }

    template <class Real>
    Mat3<Real> stress(const Configuration<Real>& c, const Point<Real>& p) const {
        return 2 * p.c10 * c.a * (c.F - c.I1 / 3 * c.G) +
               2 * p.c01 * c.b * (c.A - 2 * c.I2 / 3 * c.G) + p.bulk * c.J * (c.J - 1) * c.G;
    }

    template <class Real>
    Mat3<Real> stress_change(const Configuration<Real>& c, const Mat3<Real>& H,
                             const Point<Real>& p) const {
        const Real t = c.G.cwiseProduct(H).sum();
        const Real dI1 = 2 * c.F.cwiseProduct(H).sum();
        const Real dI2 = 2 * c.A.cwiseProduct(H).sum();
        const Mat3<Real> dG = -c.G * H.transpose() * c.G;
        const Mat3<Real> F_T_H = c.F.transpose() * H;
        const Mat3<Real> dA = dI1 * c.F + c.I1 * H - H * c.C - c.F * (F_T_H + F_T_H.transpose());
        const Mat3<Real> first =
            H - dI1 / 3 * c.G - c.I1 / 3 * dG - 2 * t / 3 * (c.F - c.I1 / 3 * c.G);
        const Mat3<Real> second =
            dA - 2 * dI2 / 3 * c.G - 2 * c.I2 / 3 * dG - 4 * t / 3 * (c.A - 2 * c.I2 / 3 * c.G);
        return 2 * p.c10 * c.a * first + 2 * p.c01 * c.b * second +
               p.bulk * c.J * ((2 * c.J - 1) * t * c.G + (c.J - 1) * dG);
    }

    /// The stress change by its entries: dG_ij/dF_kl = -G_il G_kj and d(F C)_ij/dF_kl =
    /// delta_ik C_jl + F_il F_kj + (F F')_ik delta_jl; the rest are dyads of F, A and G.
    template <class Real>
    Tangent9<Real> hessian(const Configuration<Real>& c, const Point<Real>& p) const {
        const Real w1 = p.c10 * c.a, w2 = p.c01 * c.b;
        const Real GG = 4 * (w1 * c.I1 + 4 * w2 * c.I2) / 9 + p.bulk * c.J * (2 * c.J - 1);
        const Real G_cross = 2 * (w1 * c.I1 + 2 * w2 * c.I2) / 3 - p.bulk * c.J * (c.J - 1);
        const Mat3<Real> Q = -4 * w1 / 3 * c.F - 8 * w2 / 3 * c.A;
        const Mat3<Real> C = 2 * w2 * c.C;
        const Mat3<Real> B = 2 * w2 * (c.F * c.F.transpose());
        const Mat3<Real>& F = c.F;
        const Mat3<Real>& G = c.G;
        Tangent9<Real> dPdF = symmetric_tangent<Real>([&](int i, int j, int k, int l) {
            Real entry = GG * G(i, j) * G(k, l) + G_cross * G(i, l) * G(k, j) + Q(i, j) * G(k, l) +
                         G(i, j) * Q(k, l) + 2 * w2 * (2 * F(i, j) * F(k, l) - F(i, l) * F(k, j));
            if (i == k) entry -= C(j, l);
            if (j == l) entry -= B(i, k);
            return entry;
        });
        dPdF.diagonal().array() += 2 * (w1 + w2 * c.I1);
        return dPdF;
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::MooneyRivlin, "material/mooney_rivlin",
             "Mooney-Rivlin solid, isochoric and volumetric energies apart")
