#include <fmt/format.h>

#include <array>
#include <numeric>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/model/rigid_modes.hpp>

namespace sinew {

namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;

/// Nodes that elements connect, and their rigid motions about their centre: translations along
/// x, y, z, then rotations about them (over a length, so that all six are displacements).
struct ConnectedPart {
    std::string name;
    Index offset;
    std::vector<int> nodes;
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    double length = 1;
    Eigen::MatrixXd allowed;  ///< 6 x k: motions that degrees of freedom can make, and may

    /// Displacement of a node at x.
    Eigen::Matrix<double, 3, 6> motion(const Eigen::Vector3d& x) const {
        Eigen::Matrix<double, 3, 6> R;
        R.leftCols<3>().setIdentity();
        const Eigen::Vector3d r = (x - centre) / length;
        R.rightCols<3>() << 0, r.z(), -r.y(), -r.z(), 0, r.x(), r.y(), -r.x(), 0;
        return R;
    }
};

int root_of(std::vector<int>& parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

void measure(ConnectedPart& part, const Points& x) {
    part.centre.setZero();
    for (int i : part.nodes) part.centre += x.col(i) / static_cast<double>(part.nodes.size());
    double squared = 0;
    for (int i : part.nodes) squared += (x.col(i) - part.centre).squaredNorm();
    part.length = std::sqrt(squared / static_cast<double>(part.nodes.size()));
    if (part.length == 0) part.length = 1;
}

std::vector<ConnectedPart> parts_of(const PlacedBody& placed, const Points& x) {
    const VolumeMesh& mesh = placed.system->body().mesh;
    std::vector<int> parent(static_cast<std::size_t>(mesh.n_nodes()));
    std::iota(parent.begin(), parent.end(), 0);
    for (Index e = 0; e < mesh.n_elements(); ++e)
        for (Index a = 1; a < mesh.elements.rows(); ++a) {
            const int i = root_of(parent, mesh.elements(0, e));
            const int j = root_of(parent, mesh.elements(a, e));
            parent[std::max(i, j)] = std::min(i, j);
        }
    std::vector<ConnectedPart> parts;
    std::vector<int> number(parent.size(), -1);
    for (int i = 0; i < static_cast<int>(parent.size()); ++i) {
        const int root = root_of(parent, i);
        if (number[root] < 0) {
            number[root] = static_cast<int>(parts.size());
            parts.push_back({placed.system->body().path, placed.offset, {}, {}, 1, {}});
        }
        parts[number[root]].nodes.push_back(i);
    }
    for (ConnectedPart& part : parts) {
        if (parts.size() > 1)
            part.name += fmt::format(" (its part of {} nodes)", part.nodes.size());
        measure(part, x);
    }
    return parts;
}

/// The degrees of freedom that are constrained, and the axes of nodes in which they are.
struct ConstrainedDofs {
    std::vector<char> flags;  ///< one a degree of freedom
    const NodalFrames& frames;

    /// Components along the axes of node i of its displacement in the motions of a part.
    Eigen::Matrix<double, 3, 6> motion(const ConnectedPart& part, int i, const Points& x) const {
        const Eigen::Matrix<double, 3, 6> R = part.motion(x.col(i));
        const NodalFrame* frame = frame_at(frames, part.offset + 3 * i);
        return frame ? frame->axes.transpose() * R : R;
    }
};

/// Motions that leave the constrained degrees of freedom where they are: the null space of their
/// rows.
void find_allowed(ConnectedPart& part, const Points& x, const ConstrainedDofs& constrained) {
    Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(6, 6);
    for (int i : part.nodes) {
        const auto R = constrained.motion(part, i, x);
        for (int a = 0; a < 3; ++a)
            if (constrained.flags[static_cast<std::size_t>(part.offset + 3 * i + a)])
                rows += R.row(a).transpose() * R.row(a);
    }
    const SymmetricDecomposition eigen = symmetric_decomposition(rows);
    const double threshold = 1e-10 * std::max(1.0, rows.trace());
    Index k = 0;
    while (k < 6 && eigen.values[k] <= threshold) ++k;
    part.allowed = eigen.vectors.leftCols(k);
    if (k == 6) part.allowed.setIdentity();
}

/// The rigid motions that a body of other degrees of freedom than three a node can make, as a
/// whole, and the degrees of freedom (a column each) that make them: J dq = R a at so many of its
/// nodes that they determine dq.
Eigen::MatrixXd find_reachable(ConnectedPart& part, const BodySystem& system, const Vector& q,
                               const Points& x, const std::vector<char>& constrained) {
    const Index n = system.size(), n_nodes = x.cols();
    const Index wanted = std::min(n_nodes, n + 32);
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3 * wanted, n), R(3 * wanted, 6);
    for (Index k = 0; k < wanted; ++k) {
        const int node = static_cast<int>(k * n_nodes / wanted);
        for (const auto& piece : system.point_jacobian(MaterialPoint::at_node(0, node), q))
            J.block(3 * k, piece.first, 3, piece.block.cols()) = piece.block;
        R.middleRows<3>(3 * k) = part.motion(x.col(node));
    }
    for (Index i = 0; i < n; ++i)
        if (constrained[static_cast<std::size_t>(part.offset + i)]) J.col(i).setZero();
    const Eigen::MatrixXd dq = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(J).solve(R);
    const Eigen::MatrixXd missed = R - J * dq;
    const SymmetricDecomposition eigen = symmetric_decomposition(missed.transpose() * missed);
    Index k = 0;
    while (k < 6 && eigen.values[k] <= 1e-10 * R.squaredNorm()) ++k;
    part.allowed = eigen.vectors.leftCols(k);
    if (k == 6) part.allowed.setIdentity();
    return dq * part.allowed;
}

std::string direction(Eigen::Vector3d d) {
    d.normalize();
    for (int a = 0; a < 3; ++a)
        if (std::abs(d[a]) > 0.9999) return std::string(1, "xyz"[a]);
    return fmt::format("({:.2f}, {:.2f}, {:.2f})", d.x(), d.y(), d.z());
}

/// Names of the motions that columns of `free` (6 x k) span: whole axes first, then what is left.
void describe(const ConnectedPart& part, Eigen::MatrixXd free, std::vector<std::string>& out) {
    for (int m = 0; m < 6 && free.cols() > 0; ++m) {
        const Vector6 unit = Vector6::Unit(m);
        const Eigen::VectorXd in = free.transpose() * unit;
        if (in.norm() < 0.9999) continue;
        const char* kind = m < 3 ? "translation" : "rotation";
        out.push_back(fmt::format("{} of {} {} {}", kind, part.name, m < 3 ? "along" : "about",
                                  "xyz"[m % 3]));
        // What remains of the span across the axis found.
        const Eigen::MatrixXd rest = free - unit * in.transpose();
        const SymmetricDecomposition squares = symmetric_decomposition(rest * rest.transpose());
        free = squares.vectors.rightCols(free.cols() - 1).eval();
    }
    for (Index k = 0; k < free.cols(); ++k) {
        const Eigen::Vector3d t = free.col(k).head<3>(), w = free.col(k).tail<3>();
        if (w.norm() < 1e-6)
            out.push_back(fmt::format("translation of {} along {}", part.name, direction(t)));
        else
            out.push_back(fmt::format("rotation of {} about {}", part.name, direction(w)));
    }
}

/// The parts of all bodies, and the motions that each may make, as columns of displacements.
struct AllowedMotions {
    std::vector<ConnectedPart> parts;
    struct Column {
        std::size_t part;
        Index column;  ///< of its allowed motions
    };
    std::vector<Column> columns;
    Eigen::MatrixXd modes;  ///< of unit norm

    AllowedMotions(const std::vector<PlacedBody>& bodies, const ConstrainedDofs& constrained,
                   const Vector& q) {
        for (const PlacedBody& placed : bodies) {
            const Vector own = q.segment(placed.offset, placed.system->size());
            const Points x = placed.system->positions(own);
            if (own.size() != 3 * x.cols()) {
                // Of many other degrees of freedom only those of constrained bodies are there
                // (reductions see to it), and the search below is for few.
                if (!placed.system->is_dense()) continue;
                ConnectedPart part{placed.system->body().path, placed.offset, {}, {}, 1, {}};
                part.nodes.resize(static_cast<std::size_t>(x.cols()));
                std::iota(part.nodes.begin(), part.nodes.end(), 0);
                measure(part, x);
                const Eigen::MatrixXd dq =
                    find_reachable(part, *placed.system, own, x, constrained.flags);
                add(std::move(part), dq, q.size());
                continue;
            }
            for (ConnectedPart& part : parts_of(placed, x)) {
                find_allowed(part, x, constrained);
                if (part.allowed.cols() > 0) add(std::move(part), x, constrained, q.size());
            }
        }
    }

private:
    void add(ConnectedPart part, const Points& x, const ConstrainedDofs& constrained, Index size) {
        Eigen::MatrixXd dq = Eigen::MatrixXd::Zero(x.size(), part.allowed.cols());
        for (int i : part.nodes)
            dq.middleRows<3>(3 * i) = constrained.motion(part, i, x) * part.allowed;
        add(std::move(part), dq, size);
    }
    /// `dq`: a column for each motion that is allowed.
    void add(ConnectedPart part, const Eigen::MatrixXd& dq, Index size) {
        const Index before = modes.cols();
        modes.conservativeResize(size, before + dq.cols());
        modes.rightCols(dq.cols()).setZero();
        for (Index k = 0; k < dq.cols(); ++k) {
            columns.push_back({parts.size(), k});
            modes.col(before + k).segment(part.offset, dq.rows()) = dq.col(k).normalized();
        }
        parts.push_back(std::move(part));
    }
};

/// Combinations of the modes, a column each, against which the tangent is weak, compared with the
/// typical stiffness of a degree of freedom.
Eigen::MatrixXd weak_combinations(const Eigen::MatrixXd& modes, const Tangent& tangent) {
    const Index n = modes.cols();
    Eigen::MatrixXd stiffness(modes.rows(), n);
    Vector column;
    for (Index k = 0; k < n; ++k) {
        tangent.apply(modes.col(k), column);
        stiffness.col(k) = column;
    }
    const Eigen::MatrixXd gram = modes.transpose() * stiffness;
    const SymmetricDecomposition eigen = symmetric_decomposition(0.5 * (gram + gram.transpose()));
    const double typical = tangent.diagonal().cwiseAbs().mean();
    Eigen::MatrixXd weak(n, 0);
    for (Index k = 0; k < n; ++k) {
        if (std::abs(eigen.values[k]) > 1e-9 * typical) continue;
        weak.conservativeResize(Eigen::NoChange, weak.cols() + 1);
        weak.rightCols<1>() = eigen.vectors.col(k);
    }
    return weak;
}

/// An orthonormal basis (6 x k) of what weak combinations do to part p.
Eigen::MatrixXd share_of(std::size_t p, const AllowedMotions& motions,
                         const Eigen::MatrixXd& weak) {
    Eigen::MatrixXd free(6, 0);
    for (Index k = 0; k < weak.cols(); ++k) {
        Vector6 motion = Vector6::Zero();
        for (std::size_t c = 0; c < motions.columns.size(); ++c)
            if (motions.columns[c].part == p)
                motion += weak(static_cast<Index>(c), k) *
                          motions.parts[p].allowed.col(motions.columns[c].column);
        if (motion.norm() < 1e-3) continue;
        free.conservativeResize(Eigen::NoChange, free.cols() + 1);
        free.rightCols<1>() = motion;
    }
    if (free.cols() == 0) return free;
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(free);
    qr.setThreshold(1e-6);
    return Eigen::MatrixXd(qr.householderQ()).leftCols(qr.rank());
}

}  // namespace

std::vector<std::string> unresisted_motions(const std::vector<PlacedBody>& bodies,
                                            const Tangent& tangent, const Prescribed& prescribed,
                                            const Vector& q) {
    ConstrainedDofs constrained{std::vector<char>(static_cast<std::size_t>(tangent.size()), 0),
                                prescribed.frames};
    for (Index i : prescribed.dofs) constrained.flags[static_cast<std::size_t>(i)] = 1;
    Vector in_world = q;
    to_world_axes(prescribed.frames, in_world);
    const AllowedMotions motions(bodies, constrained, in_world);
    if (motions.columns.empty()) return {};
    const Eigen::MatrixXd weak = weak_combinations(motions.modes, tangent);
    std::vector<std::string> names;
    for (std::size_t p = 0; p < motions.parts.size(); ++p) {
        const Eigen::MatrixXd span = share_of(p, motions, weak);
        if (span.cols() > 0) describe(motions.parts[p], span, names);
    }
    return names;
}

}  // namespace sinew
