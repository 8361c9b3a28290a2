/// A body of a plugin's material with a subspace, for tests of what plugins compute ahead.
#pragma once

#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/forces/forces.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/storage/hdf5_archive.hpp>
#include <support/bodies.hpp>
#include <support/empty_cache.hpp>
#include <support/plugins.hpp>

namespace sinew::test {

class ReducedBody {
public:
    /// U: r random orthonormal columns. Forces are exact for St. Venant and Kirchhoff's law.
    ReducedBody(VolumeMesh mesh, const std::string& material, const std::string& parameters, int r,
                const std::string& formulation = "formulation/displacement")
        : material_(make<Material>(material, parameters)),
          body_(test::body(std::move(mesh), *material_)),
          system_(body_, {},
                  displacement_forces(body_.mesh, *material_, stvk_degree(body_.mesh.type))),
          full_(full_body(system_, {formulation, "/body", {}, {}})) {
        Eigen::MatrixXd random(system_.size(), r);
        for (int i = 0; i < r; ++i) random.col(i) = noise(system_.size(), unsigned(i + 1));
        U = orthonormal_columns(random);
    }

    /// The subspace of all columns of U, or of some.
    SubspaceSite site(std::vector<int> kept = {}) {
        if (kept.empty())
            for (int i = 0; i < U.cols(); ++i) kept.push_back(i);
        ArtifactKey key = full_.key;
        key.add("U", std::to_string(U.cols()), std::to_string(U.sum()));
        return {full_, U, std::move(kept), std::move(key)};
    }

    Body& body() { return body_; }
    FullBody& full() { return full_; }

    /// The largest entry of F - I at u = U q, in averages over elements.
    double strain(const Vector& q) {
        const PointFields fields = system_.point_fields(U * q);
        Eigen::MatrixXd F = fields.means(fields.deformation_gradient);
        F.colwise() -= Eigen::MatrixXd::Identity(3, 3).reshaped();
        return F.cwiseAbs().maxCoeff();
    }
    /// Reduced coordinates at random with such a strain.
    Vector strained(double size, unsigned seed = 1) {
        const Vector q = noise(U.cols(), seed);
        return q * (size / strain(q));
    }

    // What the full body has at U q.
    double energy(const Vector& q) { return full_.assembler().energy(U * q); }
    Vector forces(const Vector& q) {
        Vector f;
        full_.assembler().forces(U * q, f);
        return U.transpose() * f;
    }
    Eigen::MatrixXd stiffness(const Vector& q) {
        Eigen::MatrixXd KU(U.rows(), U.cols());
        const Vector u = U * q;
        for (Index i = 0; i < U.cols(); ++i) {
            Vector y;
            full_.assembler().stiffness_times(u, U.col(i), Definiteness::exact, y);
            KU.col(i) = y;
        }
        return U.transpose() * KU;
    }

    Eigen::MatrixXd U;

private:
    Made<Material> material_;
    Body body_;
    FullSpaceSystem system_;
    FullBody full_;
};

/// Forces of St. Venant-Kirchhoff's law as polynomials.
inline std::unique_ptr<ReducedForces> polynomial(const SubspaceSite& site) {
    return make<ForceModel>("forces/stvk_polynomial")->make(site);
}

}  // namespace sinew::test
