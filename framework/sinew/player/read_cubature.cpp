#include <algorithm>
#include <functional>
#include <sinew/mechanics/law/named_law.hpp>
#include <sinew/player/read_cubature.hpp>
#include <sinew/player/weighted_elements.hpp>

namespace sinew::player {

namespace {

int read_nodes_each(const ModelFile& file) {
    const std::string word = file.text("forces/element");
    if (word == "tet4") return 4;
    if (word == "hex8") return 8;
    if (word != "tet10") file.fail_damaged("forces/element", "is '" + word + "'");
    return 10;
}

/// Numbers that are not negative; as many as expected unless that is -1.
std::vector<double> read_positive(const ModelFile& file, const std::string& key, Index expected) {
    std::vector<double> values = file.numbers(key, expected);
    for (const double value : values)
        if (value < 0) file.fail_damaged(key, "holds " + std::to_string(value));
    return values;
}

std::unique_ptr<PointLaw> read_law(const ModelFile& file, Index n_elements) {
    NamedConstants constants;
    constants.law = file.text("forces/law");
    if (n_constants(constants.law) == 0)
        file.fail(FileError::Kind::other_version,
                  "has the law '" + constants.law +
                      "', which this player does not know; take that of the Sinew that wrote it");
    constants.values = file.numbers("forces/constants", n_constants(constants.law) * n_elements);
    return named_law(constants, n_elements);
}

/// Nodes of the elements, and in `packs` each by its place among them. The nodes of an element
/// ascend.
std::vector<int> read_nodes(const ModelFile& file, Index n_nodes, ElementPacks& packs) {
    const std::string key = "forces/nodes";
    const std::vector<int> of_elements = file.integers(key, 0, n_nodes - 1);
    const std::size_t N = std::size_t(packs.n_nodes_each);
    if (of_elements.size() != N * std::size_t(packs.n_elements))
        file.fail_damaged(key, "does not fit forces/elements");
    std::vector<int> nodes = of_elements;
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    packs.nodes.resize(std::size_t(packs.n_packs) * N * Pack::lanes);
    for (int position = 0; position < Pack::lanes * packs.n_packs; ++position) {
        const int e = std::min(position, packs.n_elements - 1);
        for (std::size_t a = 0; a < N; ++a) {
            const int node = of_elements[std::size_t(e) * N + a];
            if (a > 0 && node <= of_elements[std::size_t(e) * N + a - 1])
                file.fail_damaged(key, "does not ascend within an element");
            const auto place = std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin();
            packs.nodes[(std::size_t(position / 8) * N + a) * 8 + std::size_t(position % 8)] =
                std::int32_t(place);
        }
    }
    return nodes;
}

/// Quadrature points with the gradients there.
void read_points(const ModelFile& file, ElementPacks& packs) {
    constexpr Index most = 1000;
    const std::vector<double> volumes = read_positive(file, "forces/volumes", -1);
    const Index c = packs.n_elements, n = Index(volumes.size()) / c;
    if (n < 1 || n > most || n * c != Index(volumes.size()) || (packs.n_nodes_each == 4 && n != 1))
        file.fail_damaged("forces/volumes", "does not fit forces/elements");
    packs.n_points = int(n);
    const Index n_each = 3 * (packs.n_nodes_each - 1);
    const std::vector<double> gradients = file.numbers("forces/gradients", c * n * n_each);
    packs.weights.resize(std::size_t(packs.n_packs * n));
    packs.gradients.resize(std::size_t(packs.n_packs * n * n_each));
    for (Index position = 0; position < Pack::lanes * packs.n_packs; ++position) {
        const Index e = std::min(position, c - 1), pack = position / Pack::lanes;
        const int lane = int(position % Pack::lanes);
        for (Index q = 0; q < n; ++q) {
            packs.weights[std::size_t(pack * n + q)].set_lane(lane,
                                                              volumes[std::size_t(e * n + q)]);
            for (Index k = 0; k < n_each; ++k)
                packs.gradients[std::size_t((pack * n + q) * n_each + k)].set_lane(
                    lane, gradients[std::size_t((e * n + q) * n_each + k)]);
        }
    }
}

/// U at some nodes, 3 numbers each, x r.
Eigen::MatrixXd rows_at(const std::vector<int>& nodes, const Eigen::MatrixXd& rows) {
    Eigen::MatrixXd result(3 * Index(nodes.size()), rows.rows());
    for (std::size_t k = 0; k < nodes.size(); ++k)
        result.middleRows<3>(3 * Index(k)) = rows.middleCols<3>(3 * Index(nodes[k])).transpose();
    return result;
}

ElementSum read_elements(const ModelFile& file, Index n_nodes) {
    ElementSum sum;
    sum.numbers = file.integers("forces/elements", 0, largest_int);
    if (sum.numbers.empty()) file.fail_damaged("forces/elements", "is empty");
    const auto c = Index(sum.numbers.size());
    const std::vector<double> weights = read_positive(file, "forces/weights", c);
    sum.weights = Eigen::Map<const Vector>(weights.data(), c);
    sum.packs.n_nodes_each = read_nodes_each(file);
    sum.packs.n_elements = int(c);
    sum.packs.n_packs = int((c + Pack::lanes - 1) / Pack::lanes);
    sum.nodes = read_nodes(file, n_nodes, sum.packs);
    read_points(file, sum.packs);
    sum.law = read_law(file, c);
    return sum;
}

/// The geometry that the nodes of `packs` get from positions.
ElementGeometry read_geometry(const ModelFile& file, const ElementPacks& packs) {
    ElementGeometry geometry;
    const Index N = packs.n_nodes_each, n_points = packs.n_points;
    const std::vector<int> corners = file.integers("forces/corners", 0, N - 1);
    if (Index(corners.size()) != N * packs.n_elements)
        file.fail_damaged("forces/corners", "does not fit forces/elements");
    geometry.corners.resize(packs.nodes.size());
    for (Index position = 0; position < Pack::lanes * packs.n_packs; ++position)
        for (Index a = 0; a < N; ++a)
            geometry.corners[std::size_t((position / Pack::lanes * N + a) * Pack::lanes +
                                         position % Pack::lanes)] =
                std::uint8_t(
                    corners[std::size_t(std::min<Index>(position, packs.n_elements - 1) * N + a)]);
    const std::vector<double> reference = file.numbers("forces/reference", 3 * N * n_points);
    for (Index q = 0; q < n_points; ++q)
        geometry.reference.push_back(
            Eigen::Map<const Eigen::MatrixX3d>(reference.data() + 3 * N * q, N, 3));
    const std::vector<double> rule = read_positive(file, "forces/rule_weights", n_points);
    geometry.rule_weights = Eigen::Map<const Vector>(rule.data(), n_points);
    geometry.least_stretch = file.number("forces/least_stretch", 0);
    const Index n_unmoved = geometry.least_stretch > 0 ? Pack::lanes * packs.n_packs * n_points : 0;
    const std::vector<double> unmoved = file.numbers("forces/unmoved", 9 * n_unmoved);
    for (Index k = 0; k < n_unmoved; ++k)
        geometry.unmoved.push_back(Eigen::Map<const Eigen::Matrix3d>(unmoved.data() + 9 * k));
    return geometry;
}

/// Rows of zeros, for the columns that move each pack.
ElementRows read_columns(const ModelFile& file, const ElementPacks& packs, Index r) {
    const std::vector<int> columns = file.integers("forces/columns", 0, r - 1);
    const std::vector<int> first =
        file.offsets("forces/first_columns", packs.n_packs, Index(columns.size()));
    std::vector<std::vector<int>> of_packs;
    for (std::size_t pack = 0; pack + 1 < first.size(); ++pack) {
        of_packs.emplace_back(columns.begin() + first[pack], columns.begin() + first[pack + 1]);
        if (std::adjacent_find(of_packs.back().begin(), of_packs.back().end(),
                               std::greater_equal<>()) != of_packs.back().end())
            file.fail_damaged("forces/columns", "does not ascend within a pack");
    }
    return {packs, r, std::move(of_packs)};
}

}  // namespace

std::unique_ptr<Forces> read_cubature(const ModelFile& file, const Eigen::MatrixXd& rows) {
    ElementSum sum = read_elements(file, rows.cols() / 3);
    const Eigen::MatrixXd at_nodes = rows_at(sum.nodes, rows);
    ElementRows of_elements(sum.packs, {&at_nodes, 1});
    return std::make_unique<WeightedElements>(std::move(sum), std::move(of_elements));
}

std::unique_ptr<PosedCubature> read_posed_cubature(const ModelFile& file, Index m, Index r,
                                                   Index n_nodes) {
    ElementSum sum = read_elements(file, n_nodes);
    ElementGeometry geometry = read_geometry(file, sum.packs);
    ElementRows rows = read_columns(file, sum.packs, r);
    const std::vector<double> numbers =
        file.numbers("forces/rows_of_poses", m * Index(rows.values().size()));
    PosedRows of_poses(m, AlignedVector<float>(numbers.begin(), numbers.end()), rows);
    const std::vector<double> weights =
        read_positive(file, "forces/weights_of_poses", m * sum.packs.n_elements);
    Eigen::MatrixXd weights_of_poses =
        Eigen::Map<const Eigen::MatrixXd>(weights.data(), sum.packs.n_elements, m);
    return std::make_unique<PosedCubature>(
        std::make_unique<WeightedElements>(std::move(sum), std::move(rows)), std::move(geometry),
        std::move(of_poses), std::move(weights_of_poses));
}

}  // namespace sinew::player
