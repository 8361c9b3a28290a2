/// Principal directions of deformations that a finished run passed through.
///
/// Of snapshots u_1 .. u_N the basis of r vectors is the plane through rest that leaves the least
/// sum of squared mass distances |u - U U'M u|_M. Snapshots are the point field `displacement` of
/// .vtu files, as output/vtu writes it. What constraints hold is zero in the basis, whatever the
/// snapshots did there. From a body that nothing holds, each snapshot's best rigid motion is taken
/// out, rotation and all; what is left of infinitesimal ones is projected out.
///
/// Barbic & James 2005, appendix A; Krysl, Lall & Marsden 2001 (empirical eigenvectors).

#include <fmt/format.h>

#include <Eigen/SVD>
#include <fstream>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/scene_hash.hpp>
#include <sinew/mechanics/mesh/open_file.hpp>
#include <sinew/mechanics/subspace/basis.hpp>
#include <sinew/mechanics/subspace/mass_pca.hpp>
#include <sstream>

#include "mass_pca/frames.hpp"

namespace sinew {

class MassPcaBasis final : public Basis {
public:
    static constexpr const char* source = "Barbic & James 2005, appendix A";

    struct Params {
        OneOrMany<Path> snapshots;
        int part = 0;
        int every = 1;
        std::optional<int> size;
        std::optional<double> tolerance;
        static constexpr auto fields = std::tuple{
            field("snapshots", &Params::snapshots,
                  "The .pvd of a finished run, or .vtu files with the field displacement")
                .required(),
            field("part", &Params::part, at_least(0),
                  "Which body of a .pvd: its place among those that the run wrote, from 0"),
            field("every", &Params::every, at_least(1), "Takes every so many snapshots"),
            field("size", &Params::size, at_least(1), "How many vectors; or give `tolerance`"),
            field("tolerance", &Params::tolerance, between(0, 1),
                  "As many vectors as leave this share of the snapshots (root of the sum of "
                  "squared mass norms); or give `size`"),
        };
    };

    MassPcaBasis(const Params& params, BuildContext& context) : params_(params) {
        if (params.size.has_value() == params.tolerance.has_value())
            context.fail("basis/mass_pca needs one of `size` and `tolerance`",
                         "say how many vectors (size: 20), or how well they fit (tolerance: 0.01)");
    }

    Vectors compute(FullBody& full) const override {
        const std::vector<Path> all = files();
        Eigen::MatrixXd S(full.size(), Index(all.size()));
        for (std::size_t k = 0; k < all.size(); ++k) S.col(Index(k)) = snapshot(all[k], full);
        if (full.held.n_free == full.size()) take_out_rotations(S, full);
        for (Index i = 0; i < S.rows(); ++i)
            if (full.held.fixed[std::size_t(i)]) S.row(i).setZero();
        if (!full.anchored && full.held.n_free == full.size()) {
            const Eigen::MatrixXd R = rigid_motions(full);
            S -= (R * (R.transpose() * mass_times(full, S))).eval();
        }
        const MassPca pca =
            mass_pca(S, [&](const Eigen::MatrixXd& X) { return mass_times(full, X); });
        const Index rank = pca.vectors.cols();
        if (rank == 0)
            throw InputError(provenance.where, "the snapshots are all at rest",
                             "take a run in which the body is deformed");
        const Index r =
            params_.size ? Index(*params_.size)
                         : std::max<Index>(1, size_within(pca.singular_values, *params_.tolerance));
        if (r > rank)
            throw InputError(provenance.where,
                             fmt::format("size {} asked of {} snapshots, which span {} dimensions",
                                         r, all.size(), rank),
                             "ask for a smaller `size`, or give more snapshots");
        Vectors out;
        out.U = pca.vectors.leftCols(r);
        out.details.put("singular_values", pca.singular_values);
        out.details.put("snapshots", std::int64_t(all.size()));
        return out;
    }

    void add_to_key(ArtifactKey& key) const override {
        const std::vector<Path> all = files();
        std::string hashes;
        for (const Path& path : all) {
            std::ostringstream bytes;
            bytes << open_file(path).rdbuf();
            hashes += fmt::format("{:016x}", fnv1a(bytes.str()));
        }
        key.add("snapshots", fmt::format("{} files", all.size()),
                fmt::format("{:016x}", fnv1a(hashes)));
    }

private:
    /// The .vtu files that are taken, in order.
    std::vector<Path> files() const {
        std::vector<Path> all, taken;
        for (const Path& path : params_.snapshots.items) {
            require_file(path);
            if (path.absolute.extension() != ".pvd")
                all.push_back(path);
            else
                for (Path& file : frames::files_of_pvd(path, params_.part))
                    all.push_back(std::move(file));
        }
        for (std::size_t k = 0; k < all.size(); k += std::size_t(params_.every))
            taken.push_back(all[k]);
        return taken;
    }

    Vector snapshot(const Path& path, const FullBody& full) const {
        require_file(path);
        const frames::Frame frame = frames::read_frame(path);
        const Points& rest = full.body().mesh.positions;
        const auto fail = [&](const std::string& message, const std::string& remedy) {
            throw InputError(path.mark, path.written + ": " + message, remedy);
        };
        if (frame.positions.cols() != rest.cols())
            fail(fmt::format("the snapshot has {} nodes, {} has {}", frame.positions.cols(),
                             full.body().path, rest.cols()),
                 "take snapshots of a run with the same mesh");
        for (Index a = 0; a < rest.cols(); ++a)
            if (!frame.displacement.col(a).allFinite() || !frame.positions.col(a).allFinite())
                fail(fmt::format("the displacement of node {} is not finite", a),
                     "leave the file out of `snapshots`");
        const double diagonal = (rest.rowwise().maxCoeff() - rest.rowwise().minCoeff()).norm();
        Index node = 0;
        const double off =
            (frame.positions - frame.displacement - rest).colwise().norm().maxCoeff(&node);
        if (off > 1e-5 * diagonal)
            fail(fmt::format("the snapshot is of another shape than {}: node {} rests {:.3g} m "
                             "away from its place",
                             full.body().path, node, off),
                 "take snapshots of a run with the same mesh and the same transform");
        return frame.displacement.reshaped();
    }

    /// Displacements as seen from the frame that fits the deformed body best, in the mass metric.
    static void take_out_rotations(Eigen::MatrixXd& S, const FullBody& full) {
        const Points& X = full.body().mesh.positions;
        const Vector& mass = full.mass().row_sums();
        const Eigen::Vector3d center = X * mass / mass.sum();
        const Points arms = X.colwise() - center;
        for (auto u : S.colwise()) {
            const Points x = X + u.reshaped(3, X.cols());
            const Eigen::Vector3d moved = x * mass / mass.sum();
            const Eigen::Matrix3d A = (x.colwise() - moved) * mass.asDiagonal() * arms.transpose();
            const Eigen::JacobiSVD<Eigen::Matrix3d> svd(A,
                                                        Eigen::ComputeFullU | Eigen::ComputeFullV);
            Eigen::Vector3d signs = Eigen::Vector3d::Ones();
            signs.z() = (svd.matrixU() * svd.matrixV().transpose()).determinant() < 0 ? -1 : 1;
            const Eigen::Matrix3d R =
                svd.matrixU() * signs.asDiagonal() * svd.matrixV().transpose();
            u = (R.transpose() * (x.colwise() - moved) - arms).reshaped();
        }
    }

    static Eigen::MatrixXd mass_times(const FullBody& full, const Eigen::MatrixXd& X) {
        Eigen::MatrixXd Y(X.rows(), X.cols());
        Vector y;
        for (Index j = 0; j < X.cols(); ++j) {
            full.mass().multiply(X.col(j), y);
            Y.col(j) = y;
        }
        for (Index i = 0; i < X.rows(); ++i)
            if (full.held.fixed[std::size_t(i)]) Y.row(i).setZero();
        return Y;
    }

    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::MassPcaBasis, "basis/mass_pca", "Principal directions of a run's snapshots")
