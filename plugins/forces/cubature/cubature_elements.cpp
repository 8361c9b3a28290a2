#include "cubature_elements.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sinew/mechanics/law/named_law.hpp>
#include <sinew/mechanics/math/loop_on_threads.hpp>

#include "element_part.hpp"

namespace sinew {

namespace {

/// A table of a part, whose nodes may move as far as those of the whole.
ElementTable limited_as(const ElementTable& whole, const VolumeMesh& part) {
    ElementTable table(part, quadrature_degree(whole));
    table.limit_stretch(whole.least_stretch(), part.positions);
    return table;
}

player::WeightedElements player_forces(const Body& body, const ElementTable& table, Submesh part,
                                       const Eigen::MatrixXd& U, const std::vector<int>& elements,
                                       const Vector& weights) {
    player::ElementSum sum;
    const ElementPacks& packs = table;
    sum.packs = packs;
    sum.weights.resize(table.n_elements);
    for (int position = 0; position < table.n_elements; ++position) {
        const int k = table.element_at[std::size_t(position)];
        sum.weights[position] = weights[k];
        sum.numbers.push_back(elements[std::size_t(k)]);
    }
    sum.law = body.material->bind(table.reordered(part.mesh));
    const Eigen::MatrixXd at_nodes = node_rows(U, part.nodes);
    player::ElementRows rows(table, {&at_nodes, 1});
    sum.nodes = std::move(part.nodes);
    return {std::move(sum), std::move(rows), on_all_threads};
}

}  // namespace

CubatureElements::CubatureElements(const Body& body, const ElementTable& whole,
                                   const Eigen::MatrixXd& U, const std::vector<int>& elements,
                                   const Vector& weights)
    : CubatureElements(body, whole, submesh(body.mesh, elements), U, elements, weights) {}

CubatureElements::CubatureElements(const Body& body, const ElementTable& whole, Submesh part,
                                   const Eigen::MatrixXd& U, const std::vector<int>& elements,
                                   const Vector& weights)
    : path_(body.path),
      material_(body.material->provenance.plugin),
      table_(limited_as(whole, part.mesh)),
      forces_(player_forces(body, table_, std::move(part), U, elements, weights)) {}

Event CubatureElements::move(const Points& rest, const Eigen::MatrixXd& rows,
                             const Vector& weights) {
    forces_.rows().set(table_, rows);
    return move(rest, weights);
}

Event CubatureElements::move(const Points& rest, const Vector& weights) {
    const FirstBad bad = table_.move_nodes(rest);
    forces_.move(table_, weights);
    if (!bad) return {};
    return event(
        {player::Failure::Kind::inverted, forces_.sum().numbers[std::size_t(bad.position)]});
}

Event CubatureElements::event(const player::Failure& failure) const {
    if (!failure) return {};
    Event event;
    event.kind = failure.kind == player::Failure::Kind::inverted ? Event::Kind::inverted
                                                                 : Event::Kind::not_finite;
    event.body = path_;
    event.element = failure.element;
    return event;
}

std::string CubatureElements::export_to(Archive& archive) const {
    const player::ElementSum& sum = forces_.sum();
    const ElementPacks& packs = sum.packs;
    NamedConstants constants = sum.law->named_constants(packs.n_elements);
    if (constants.law.empty())
        return fmt::format("a player of reduced models does not know {}, but material/{}",
                           material_, fmt::join(named_laws(), ", "));
    std::vector<std::int64_t> nodes;
    std::vector<double> gradients, volumes;
    for (int e = 0; e < packs.n_elements; ++e) {
        const int pack = e / Pack::lanes, lane = e % Pack::lanes;
        for (int a = 0; a < packs.n_nodes_each; ++a)
            nodes.push_back(sum.nodes[std::size_t(packs.pack_nodes(pack)[Pack::lanes * a + lane])]);
        for (int q = 0; q < packs.n_points; ++q) {
            volumes.push_back(packs.weight(pack, q)[lane]);
            for (int k = 0; k < 3 * (packs.n_nodes_each - 1); ++k)
                gradients.push_back(packs.pack_gradients(pack, q)[k][lane]);
        }
    }
    archive.put("forces/type", std::string("cubature"));
    archive.put("forces/law", std::move(constants.law));
    archive.put("forces/constants", std::move(constants.values));
    archive.put("forces/element", std::string(name_of(table_.type)));
    archive.put("forces/elements",
                std::vector<std::int64_t>(sum.numbers.begin(), sum.numbers.end()));
    archive.put("forces/weights", sum.weights);
    archive.put("forces/nodes", std::move(nodes));
    archive.put("forces/gradients", std::move(gradients));
    archive.put("forces/volumes", std::move(volumes));
    return {};
}

}  // namespace sinew
