#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "parts.hpp"

namespace sinew::gltf {
namespace {

class MeshReader {
public:
    MeshReader(const tinygltf::Model& model, File& file) : model_(model), file_(file) {}

    void read() {
        for (std::size_t i = 0; i < model_.meshes.size(); ++i) {
            const tinygltf::Mesh& from = model_.meshes[i];
            Mesh mesh;
            mesh.name = name_or(from.name, "mesh", i);
            mesh.surface.triangles.resize(3, 0);  // points and lines are left out
            for (std::size_t p = 0; p < from.primitives.size(); ++p)
                add_primitive(from, from.primitives[p], p, mesh);
            mesh.morph_weights = from.weights;
            mesh.morph_weights.resize(mesh.targets.size(), 0.0);
            file_.meshes.push_back(std::move(mesh));
        }
    }

private:
    void add_primitive(const tinygltf::Mesh& whole, const tinygltf::Primitive& from, std::size_t p,
                       Mesh& mesh) {
        const std::string of = fmt::format("of mesh '{}'", mesh.name);
        if (from.mode >= 0 && from.mode < TINYGLTF_MODE_TRIANGLES) {
            file_.warnings.push_back(
                fmt::format("{}: points and lines {} are left out", file_.name, of));
            return;
        }
        const auto attribute = [&](const char* name) {
            const auto found = from.attributes.find(name);
            return found == from.attributes.end() ? -1 : found->second;
        };
        if (attribute("POSITION") < 0)
            file_.fail(fmt::format("primitive {} {} has no positions", p, of), again);
        const Points positions =
            numbers(model_, file_, attribute("POSITION"), 3, "positions " + of);
        const Eigen::Index before = mesh.surface.n_points(), n = positions.cols();
        if (before + n > std::numeric_limits<int>::max())
            file_.fail(fmt::format("{} positions {}, and at most {} are read", before + n, of,
                                   std::numeric_limits<int>::max()),
                       "take a coarser surface");
        add_triangles(triangles(from, n, of), int(before), mesh.surface);
        append(mesh.surface.positions, positions);
        read_weights(from, n, of, before, mesh);
        read_targets(whole, from, n, of, before, mesh);
    }

    static void append(Points& all, const Points& more) {
        const Eigen::Index before = all.cols();
        all.conservativeResize(3, before + more.cols());
        all.rightCols(more.cols()) = more;
    }

    static void add_triangles(const Eigen::MatrixXi& more, int first, SurfaceMesh& surface) {
        const Eigen::Index before = surface.triangles.cols();
        surface.triangles.conservativeResize(3, before + more.cols());
        surface.triangles.rightCols(more.cols()) = more.array() + first;
    }

    Eigen::MatrixXi triangles(const tinygltf::Primitive& from, Eigen::Index n_points,
                              const std::string& of) const {
        Eigen::VectorXi corners;
        if (from.indices < 0) {
            corners = Eigen::VectorXi::LinSpaced(n_points, 0, int(n_points) - 1);
        } else {
            const Eigen::MatrixXd list = numbers(model_, file_, from.indices, 1, "triangles " + of);
            require_indices(list, double(n_points), [&](double corner) {
                return fmt::format("a triangle {} has the corner {}, and there are {} positions",
                                   of, corner, n_points);
            });
            corners = list.transpose().cast<int>();
        }
        const bool is_strip = from.mode == TINYGLTF_MODE_TRIANGLE_STRIP;
        if (!is_strip && from.mode != TINYGLTF_MODE_TRIANGLE_FAN) {
            if (corners.size() % 3 != 0)
                file_.fail(fmt::format("triangles {} have {} corners, which is no multiple of 3",
                                       of, corners.size()),
                           again);
            return corners.reshaped(3, corners.size() / 3);
        }
        Eigen::MatrixXi result(3, std::max<Eigen::Index>(0, corners.size() - 2));
        for (Eigen::Index k = 0; k < result.cols(); ++k) {
            if (is_strip)
                result.col(k) << corners[k], corners[k + 1 + k % 2], corners[k + 2 - k % 2];
            else
                result.col(k) << corners[k + 1], corners[k + 2], corners[0];
        }
        return result;
    }

    /// Fails with message(number) unless all are whole, from 0 and less than `end`: components may
    /// be signed, or floating-point numbers.
    template <class Message>
    void require_indices(const Eigen::MatrixXd& numbers, double end, Message&& message) const {
        for (const double number : numbers.reshaped())
            if (!(number >= 0 && number < end && number == std::floor(number)))
                file_.fail(message(number), again);
    }

    /// JOINTS_0, WEIGHTS_0, JOINTS_1, ... below each other.
    void read_weights(const tinygltf::Primitive& from, Eigen::Index n, const std::string& of,
                      Eigen::Index before, Mesh& mesh) const {
        Eigen::Index rows = 0;
        while (from.attributes.count(fmt::format("JOINTS_{}", rows / 4)) != 0) rows += 4;
        rows = std::max(rows, mesh.joints.rows());
        if (rows == 0) return;
        Eigen::MatrixXi joints = Eigen::MatrixXi::Zero(rows, before + n);
        Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(rows, before + n);
        joints.topLeftCorner(mesh.joints.rows(), mesh.joints.cols()) = mesh.joints;
        weights.topLeftCorner(mesh.weights.rows(), mesh.weights.cols()) = mesh.weights;
        for (Eigen::Index r = 0; r < rows; r += 4) {
            const auto j = from.attributes.find(fmt::format("JOINTS_{}", r / 4));
            if (j == from.attributes.end()) break;
            const auto w = from.attributes.find(fmt::format("WEIGHTS_{}", r / 4));
            if (w == from.attributes.end())
                file_.fail(
                    fmt::format("positions {} have JOINTS_{} without WEIGHTS_{}", of, r / 4, r / 4),
                    again);
            const Eigen::MatrixXd whose = numbers(model_, file_, j->second, 4, "joints " + of);
            const Eigen::MatrixXd much = numbers(model_, file_, w->second, 4, "weights " + of);
            if (whose.cols() != n || much.cols() != n)
                file_.fail(fmt::format("{} joints and {} weights for {} positions {}", whose.cols(),
                                       much.cols(), n, of),
                           again);
            require_indices(whose, std::numeric_limits<int>::max(), [&](double joint) {
                return fmt::format("a position {} is moved by joint {}, which is no number of one",
                                   of, joint);
            });
            joints.block(r, before, 4, n) = whose.cast<int>();
            weights.block(r, before, 4, n) = much;
        }
        mesh.joints = std::move(joints);
        mesh.weights = std::move(weights);
    }

    void read_targets(const tinygltf::Mesh& whole, const tinygltf::Primitive& from, Eigen::Index n,
                      const std::string& of, Eigen::Index before, Mesh& mesh) const {
        const std::size_t n_targets = std::max(from.targets.size(), mesh.targets.size());
        const bool is_named = whole.extras.IsObject() && whole.extras.Has("targetNames") &&
                              whole.extras.Get("targetNames").IsArray();
        while (mesh.targets.size() < n_targets) {
            const std::size_t k = mesh.targets.size();
            const tinygltf::Value name =
                is_named ? whole.extras.Get("targetNames").Get(int(k)) : tinygltf::Value();
            mesh.targets.push_back(
                {name_or(name.IsString() ? name.Get<std::string>() : "", "target", k),
                 Points::Zero(3, before)});
        }
        for (std::size_t k = 0; k < n_targets; ++k) {
            Points displacement = Points::Zero(3, n);
            if (k < from.targets.size()) {
                const auto found = from.targets[k].find("POSITION");
                if (found != from.targets[k].end())
                    displacement = numbers(model_, file_, found->second, 3,
                                           fmt::format("positions of target {} {}", k, of));
            }
            if (displacement.cols() != n)
                file_.fail(fmt::format("target {} {} moves {} of {} positions", k, of,
                                       displacement.cols(), n),
                           again);
            append(mesh.targets[k].displacement, displacement);
        }
    }

    const tinygltf::Model& model_;
    File& file_;
};

}  // namespace

void read_meshes(const tinygltf::Model& model, File& file) {
    MeshReader(model, file).read();
}

}  // namespace sinew::gltf
