#include <fmt/format.h>

#include <map>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/output/strain_fields.hpp>

namespace sinew::output {

namespace {

constexpr const char* of_means = "mean_";

/// One; of principal directions three.
std::vector<std::string> names_of(const char* prefix, StrainQuantity quantity) {
    if (quantity != StrainQuantity::principal_directions)
        return {std::string(prefix) + sinew::name_of(quantity)};
    std::vector<std::string> names;
    for (int k = 1; k <= 3; ++k)
        names.push_back(fmt::format("{}principal_direction_{}", prefix, k));
    return names;
}

std::vector<std::string> all_names(const char* prefix,
                                   const std::vector<StrainQuantity>& quantities) {
    std::vector<std::string> all;
    for (const StrainQuantity quantity : quantities)
        for (std::string& name : names_of(prefix, quantity)) all.push_back(std::move(name));
    return all;
}

/// Adds the arrays of the quantities; `at(tensor)`: the values of a tensor there.
template <class At>
void add(const std::vector<StrainQuantity>& quantities, On on, const char* prefix, At&& at,
         FrameData& frame) {
    std::map<StrainQuantity, Eigen::MatrixXd> tensors;
    for (const StrainQuantity quantity : quantities) {
        const StrainQuantity tensor = tensor_of(quantity);
        if (!tensors.contains(tensor)) tensors.emplace(tensor, at(tensor));
        const Eigen::MatrixXd values = of_tensors(quantity, tensors.at(tensor));
        const std::vector<std::string> names = names_of(prefix, quantity);
        if (quantity != StrainQuantity::principal_directions) {
            std::vector<std::string> components;
            if (values.rows() > 1) components = components_of(quantity);
            frame.fields.push_back(
                {names[0], unit_of(quantity), on, values, std::move(components)});
            continue;
        }
        for (int k = 0; k < 3; ++k)
            frame.fields.push_back(
                {names[std::size_t(k)], "", on, values.middleRows(3 * k, 3), {"x", "y", "z"}});
    }
}

}  // namespace

std::vector<std::string> StrainFields::names_at_nodes(
    const std::vector<StrainQuantity>& quantities) {
    return all_names("", quantities);
}

std::vector<std::string> StrainFields::names_of_means(
    const std::vector<StrainQuantity>& quantities) {
    return all_names(of_means, quantities);
}

void StrainFields::add_unfilled(const std::vector<StrainQuantity>& quantities, On on,
                                FrameData& frame) {
    const auto none = [](StrainQuantity tensor) {
        return Eigen::MatrixXd(Index(components_of(tensor).size()), 0);
    };
    add(quantities, on, on == On::points ? "" : of_means, none, frame);
}

void StrainFields::add_at_nodes(const PointFields& points, FrameData& frame) const {
    const auto recovered = [&](StrainQuantity tensor) {
        return recovery_.at_nodes(points, sinew::at_points(tensor, points));
    };
    add(quantities_, On::points, "", recovered, frame);
}

void StrainFields::add_means(const PointFields& points, FrameData& frame) const {
    const auto means = [&](StrainQuantity tensor) { return element_means(tensor, points); };
    add(quantities_, On::cells, of_means, means, frame);
}

FrameData StrainFields::at_points(const PointFields& points, const Points& nodes) const {
    FrameData frame;
    frame.points = Points::Zero(3, points.volume.size());
    IntegerField element{"element", On::points, {}, {}};
    for (Index i = 0; i < points.volume.size(); ++i) {
        const Index e = i / points.n_points;
        const Eigen::VectorXd N = shape(body_.mesh.type, points.xi.col(i % points.n_points));
        for (Index a = 0; a < N.size(); ++a)
            frame.points.col(i) += N[a] * nodes.col(body_.mesh.elements(a, e));
        element.values.push_back(int(e));
    }
    frame.integers.push_back(std::move(element));
    const auto at = [&](StrainQuantity tensor) { return sinew::at_points(tensor, points); };
    add(quantities_, On::points, "", at, frame);
    return frame;
}

}  // namespace sinew::output
