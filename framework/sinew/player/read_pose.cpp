#include <algorithm>
#include <cmath>
#include <optional>
#include <sinew/player/read_pose.hpp>
#include <utility>

namespace sinew::player {

namespace {

using namespace pose_space;

constexpr std::int64_t most_poses = 1000;

/// Columns of `rows` numbers.
Eigen::MatrixXd matrix(const ModelFile& file, const std::string& key, Index rows,
                       Index columns = -1) {
    const std::vector<double> values = file.numbers(key, columns < 0 ? -1 : rows * columns);
    if (rows == 0 || Index(values.size()) % rows != 0)
        file.fail_damaged(key, "is no matrix of " + std::to_string(rows) + " rows");
    return Eigen::Map<const Eigen::MatrixXd>(values.data(), rows, Index(values.size()) / rows);
}

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> result;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        result.push_back(text.substr(from, end - from));
        from = end + 1;
    }
    return result;
}

JointTree read_joints(const ModelFile& file) {
    const std::string word = file.text("rig/type");
    if (word != "skeleton" && word != "sculpted_skeleton")
        file.fail(FileError::Kind::other_version,
                  "has a rig of type '" + word +
                      "', which this player does not know; take that of the Sinew that wrote it");
    std::vector<int> parents;
    for (const int after : file.integers("rig/parents", 0, largest_int))
        parents.push_back(after - 1);
    for (std::size_t j = 0; j < parents.size(); ++j)
        if (parents[j] >= int(j)) file.fail_damaged("rig/parents", "has a child before its parent");
    const Eigen::MatrixXd frames = matrix(file, "rig/rest", 12, Index(parents.size()));
    std::vector<Eigen::Isometry3d> rest(parents.size(), Eigen::Isometry3d::Identity());
    for (std::size_t j = 0; j < rest.size(); ++j)
        rest[j].matrix().topRows<3>() = frames.col(Index(j)).reshaped(3, 4);
    return {std::move(parents), std::move(rest)};
}

std::vector<PoseFeatures::Part> read_parts(const ModelFile& file, const std::string& key,
                                           Index n_parameters, Index length) {
    std::vector<PoseFeatures::Part> parts;
    for (const int k : file.integers(key, 0, n_parameters - length)) parts.push_back({k, 1});
    const std::vector<double> scales = file.numbers(key + "_scales", Index(parts.size()));
    for (std::size_t k = 0; k < parts.size(); ++k) {
        if (!(scales[k] > 0)) file.fail_damaged(key + "_scales", "has one that is not positive");
        parts[k].scale = scales[k];
    }
    return parts;
}

/// The weights of the poses in a group of the file.
PoseWeights read_weights(const ModelFile& file, const std::string& group, Index n_features) {
    const Index m = file.integer(group + "/poses", 1, most_poses);
    const Eigen::MatrixXd poses = m == 1 ? Eigen::MatrixXd(Eigen::MatrixXd::Zero(n_features, 1))
                                         : matrix(file, group + "/features", n_features, m);
    if (poses.cols() > 1 && !(nearest_poses(poses).distance > 0))
        file.fail_damaged(group + "/features", "has equal poses");
    const std::string kernel = file.text(group + "/kernel");
    if (kernel != "distance" && kernel != "multiquadric")
        file.fail_damaged(group + "/kernel", "is '" + kernel + "'");
    return {poses, kernel == "distance" ? PoseKernel::distance : PoseKernel::multiquadric};
}

RigModel read_rig(const ModelFile& file) {
    JointTree joints = read_joints(file);
    const Index n_parameters = 6 * joints.n_joints();
    SimilarFrame frame;
    frame.turn = matrix(file, "rig/frame/turn", 3, 3);
    frame.origin = matrix(file, "rig/frame/origin", 3, 1);
    frame.scale = file.number("rig/frame/scale", 0);
    const Index root = file.integer("rig/root", 0, joints.n_joints()) - 1;
    PoseFeatures features(read_parts(file, "rig/values", n_parameters, 1),
                          read_parts(file, "rig/turns", n_parameters, 3));
    PoseWeights weights = read_weights(file, "pose", features.size());
    std::optional<PoseWeights> sculpted;
    if (file.text("rig/type") == "sculpted_skeleton")
        sculpted = read_weights(file, "sculpted", features.size());
    std::vector<std::string> names = lines(file.text("rig/parameters"));
    if (Index(names.size()) != n_parameters)
        file.fail_damaged("rig/parameters", "names another number of parameters");
    const std::string blend = file.text("shape/blend");
    if (blend != "linear" && blend != "dual_quaternion")
        file.fail_damaged("shape/blend", "is '" + blend + "'");
    return {std::move(joints),
            frame,
            root,
            std::move(names),
            std::move(features),
            std::move(weights),
            std::move(sculpted),
            blend == "linear" ? Blend::linear : Blend::dual_quaternion};
}

SkinnedShapeModel read_shape(const ModelFile& file, const RigModel& rig) {
    SkinnedShapeModel shape;
    shape.nodes = matrix(file, "shape/nodes", 3);
    shape.surface = matrix(file, "shape/surface", 3);
    const Index n = shape.nodes.cols(), n_surface = shape.surface.cols();
    if (n == 0 || n_surface == 0) file.fail_damaged("shape/nodes", "or shape/surface is empty");
    shape.shows_surface = file.integer("shape/shows_surface", 0, 1) == 1;
    shape.nearby.n_each = int(file.integer("shape/n_nearby", 1, n_surface));
    shape.nearby.points = file.integers("shape/nearby", 0, n_surface - 1);
    if (Index(shape.nearby.points.size()) != n * shape.nearby.n_each)
        file.fail_damaged("shape/nearby", "does not fit shape/nodes");
    shape.nearby.weights = file.numbers("shape/nearby_weights", Index(shape.nearby.points.size()));
    shape.bones = file.integers("shape/skin/bones", 0, rig.joints.n_joints() - 1);
    shape.weights = file.numbers("shape/skin/weights", Index(shape.bones.size()));
    shape.first = file.offsets("shape/skin/first", n_surface, Index(shape.bones.size()));
    for (std::size_t s = 0; s + 1 < shape.first.size(); ++s)
        if (shape.first[s] == shape.first[s + 1])
            file.fail_damaged("shape/skin/first", "has a point without bones");
    const Eigen::MatrixXd corrections = matrix(file, "shape/corrections", 3);
    if (corrections.cols() != 0 && corrections.cols() != n * rig.weights.size())
        file.fail_damaged("shape/corrections", "does not fit shape/nodes and pose/poses");
    for (Index first = 0; first < corrections.cols(); first += n)
        shape.corrections.push_back(corrections.middleCols(first, n));
    if (!rig.sculpted) return shape;
    const Eigen::MatrixXd sculpted =
        matrix(file, "shape/sculpted", 3, n_surface * (rig.sculpted->size() - 1));
    for (Index first = 0; first < sculpted.cols(); first += n_surface)
        shape.sculpted.push_back(sculpted.middleCols(first, n_surface));
    return shape;
}

PairProducts read_products(const ModelFile& file, const std::string& key, Index r, Index n_each) {
    PairProducts products;
    const std::vector<int> pairs = file.integers(key + "/pairs", 0, r - 1);
    if (pairs.size() % 2 != 0) file.fail_damaged(key + "/pairs", "is no list of pairs");
    for (std::size_t k = 0; k < pairs.size(); k += 2) {
        if (pairs[k] > pairs[k + 1])
            file.fail_damaged(key + "/pairs", "has one in descending order");
        products.pairs.push_back({pairs[k], pairs[k + 1]});
    }
    products.values = matrix(file, key + "/values", n_each, Index(products.pairs.size()));
    return products;
}

RowsOfPoses read_rows(const ModelFile& file, const std::string& key, Index m, Index r,
                      Index n_nodes) {
    const std::vector<int> columns = file.integers(key + "/columns", 0, r);
    if (columns.size() % 2 != 0) file.fail_damaged(key + "/columns", "is no list of ranges");
    std::vector<RowsOfPoses::Run> runs;
    std::size_t end = 0;
    for (std::size_t k = 0; k < columns.size(); k += 2) {
        if (columns[k] + columns[k + 1] > r)
            file.fail_damaged(key + "/columns", "has a range that is too long");
        runs.push_back({{columns[k], columns[k + 1]}, end});
        end += std::size_t(3 * m * columns[k + 1]);
    }
    const std::vector<int> first = file.offsets(key + "/first", n_nodes, Index(runs.size()));
    const std::vector<double> numbers = file.numbers(key + "/numbers", Index(end));
    for (const double number : numbers)
        if (!std::isfinite(float(number)))
            file.fail_damaged(key + "/numbers", "holds what single precision cannot");
    return {m, r, std::move(runs), std::vector<std::size_t>(first.begin(), first.end()),
            std::vector<float>(numbers.begin(), numbers.end())};
}

InertiaSample read_sample(const ModelFile& file, Index m, Index r, Index n_nodes) {
    InertiaSample sample;
    sample.needed = file.integers("inertia/needed", 0, n_nodes - 1);
    const auto n_needed = Index(sample.needed.size());
    const std::vector<double> weights = file.numbers("inertia/weights");
    sample.weights = Eigen::Map<const Vector>(weights.data(), Index(weights.size()));
    sample.places = file.integers("inertia/places", 0, n_needed - 1);
    sample.masses = file.numbers("inertia/masses", Index(sample.places.size()));
    const Index n = sample.weights.size();
    sample.first = file.offsets("inertia/first", n, Index(sample.places.size()));
    sample.rows = read_rows(file, "inertia/rows", m, r, n);
    sample.momenta = read_rows(file, "inertia/momenta", m, r, n);
    const Eigen::MatrixXd shapes = matrix(file, "inertia/shapes", 3, n_needed * m);
    for (Index i = 0; i < m; ++i)
        sample.shapes.push_back(shapes.middleCols(n_needed * i, n_needed));
    sample.of_translation = matrix(file, "inertia/of_translation", m * r, 3);
    sample.of_turn = matrix(file, "inertia/of_turn", m * r, 9 * m);
    return sample;
}

PosedInertia read_inertia(const ModelFile& file, Index m, Index r, Index n_vectors, Index n_nodes) {
    const double gain = file.number("inertia/gain");
    const std::string word = file.text("inertia/type");
    if (word == "sampled")
        return {std::make_unique<SampledInertia>(read_sample(file, m, r, n_nodes)), gain};
    if (word != "linear") file.fail_damaged("inertia/type", "is '" + word + "'");
    std::unique_ptr<RotatedMass> rotated;
    if (file.has("inertia/rotated/pairs"))
        rotated = std::make_unique<RotatedMass>(
            read_products(file, "inertia/rotated", r, 9 * m * m), m, r);
    return {std::make_unique<LinearInertia>(matrix(file, "inertia/products", m * r, 3 * n_vectors)),
            std::move(rotated), gain};
}

}  // namespace

PosedModel read_pose(const ModelFile& file, Index r) {
    RigModel rig = read_rig(file);
    SkinnedShapeModel shape = read_shape(file, rig);
    const Index m = rig.weights.size(), n_joints = rig.joints.n_joints(), n = shape.nodes.cols(),
                n_vectors = 4 * n_joints + 3 * Index(shape.sculpted.size()) + 3 +
                            3 * Index(shape.corrections.size());
    RowsOfPoses rows = read_rows(file, "basis/rows", m, r, n);
    PosedInertia inertia = read_inertia(file, m, r, n_vectors, n);
    Eigen::MatrixXd clip = matrix(file, "rig/clip", 6 * n_joints);
    if (clip.cols() == 0) file.fail_damaged("rig/clip", "is empty");
    return {std::move(rig),
            std::move(shape),
            MixedMass(read_products(file, "basis/mass", r, m * m), m, r),
            std::move(rows),
            std::move(inertia),
            file.integer("basis/neglects_rate", 0, 1) == 1,
            std::move(clip)};
}

}  // namespace sinew::player
