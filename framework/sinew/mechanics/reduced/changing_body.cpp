#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/reduced/changing_body.hpp>

namespace sinew {

namespace {

std::string in_words(const Check& range) {
    const std::string text = detail::range_text(range);
    return text.find('x') == std::string::npos ? text : "in " + text;
}

/// The value at time t, `otherwise` if there is none. Only an expression can leave its range:
/// keyframes and constants have been checked.
double checked(const std::optional<Marked<Varying<double>>>& varying, double otherwise, double t,
               const FieldInfo& info, const Origin& origin) {
    if (!varying) return otherwise;
    const double x = varying->value.at(t);
    if (info.check.contains(x)) return x;
    origin.fail(varying->where,
                fmt::format("`materials`: {} is {:.6g}{}{} at t = {:.6g} s, must be {}", info.name,
                            x, *info.unit.name ? " " : "", info.unit.name, t, in_words(info.check)),
                "keep it in that range over the whole run");
}

/// Names the regions that a scene may write, for a remedy. `numbers` are those of the pairs of
/// constants.
std::string name_regions(const std::string& wrong, const VolumeMesh& mesh,
                         const std::vector<std::string>& numbers) {
    std::vector<std::string> sets;
    for (const auto& [name, elements] : mesh.element_sets)
        if (!elements.empty()) sets.push_back(name);
    if (!wrong.empty() && !nearest(wrong, sets).empty()) return suggestion(wrong, sets);
    const std::string of_mesh =
        sets.empty() ? "the mesh has no element set to name"
                     : "name an element set of the mesh (" + detail::joined(sets) + ")";
    if (numbers.size() == 1)
        return of_mesh + "; leave `region` out to change the whole body, which is of one material";
    return fmt::format(
        "{}, or the number of a pair of young and poisson ({}), in the order of the "
        "elements",
        of_mesh, detail::joined(numbers));
}

const FieldInfo& young_info = std::get<1>(MaterialChange::fields).info;
const FieldInfo& poisson_info = std::get<2>(MaterialChange::fields).info;
const FieldInfo& density_info = std::get<3>(MaterialChange::fields).info;

}  // namespace

ChangingBody::ChangingBody(std::vector<Marked<MaterialChange>> changes, ReducedForces& forces,
                           const FullBody& full, const Eigen::Ref<const Eigen::MatrixXd>& U,
                           const Origin& origin)
    : changes_(std::move(changes)),
      origin_(origin),
      materials_(forces.changing_materials()),
      mass_(Eigen::MatrixXd::Identity(U.cols(), U.cols())) {
    if (changes_.empty()) return;
    if (!materials_)
        throw InputError(origin.where, "`materials` change, and these forces cannot change theirs",
                         "use forces: {type: stvk_polynomial}");
    for (const Marked<MaterialChange>& change : changes_) add(change, full, U);
    expect_changes();
}

/// Sets constants that are written as such, and announces those that vary.
void ChangingBody::expect_changes() {
    const auto varies = [](const std::optional<Marked<Varying<double>>>& written) {
        return written && !written->value.is_constant();
    };
    std::vector<ChangingMaterials::Expected> expected;
    for (Constants& at : constants_) {
        const MaterialChange& change = at.change->value;
        const bool young = varies(change.young), poisson = varies(change.poisson);
        if (change.young && !young) at.young = change.young->value.at(0);
        if (change.poisson && !poisson) at.poisson = change.poisson->value.at(0);
        materials_->set_region(at.region, at.young, at.poisson);
        if (young || poisson) expected.push_back({at.region, poisson});
    }
    materials_->expect(expected);
}

std::vector<int> ChangingBody::find(const Marked<MaterialChange>& written,
                                    const VolumeMesh& mesh) const {
    const std::string& name = written.value.region;
    const auto& regions = materials_->regions();
    if (name.empty() && regions.size() == 1) return {0};
    const auto set = mesh.element_sets.find(name);
    const bool is_set = set != mesh.element_sets.end();
    std::vector<int> found;
    std::vector<std::string> names;
    for (std::size_t k = 0; k < regions.size(); ++k) {
        const std::vector<int>& elements = regions[k].elements;
        const std::string number = std::to_string(regions[k].pair);
        if (is_set ? std::includes(set->second.begin(), set->second.end(), elements.begin(),
                                   elements.end())
                   : number == name)
            found.push_back(int(k));
        if (std::find(names.begin(), names.end(), number) == names.end()) names.push_back(number);
    }
    if (!found.empty()) return found;
    throw InputError(written.where,
                     name.empty()
                         ? std::string("`materials` names no region, and there are several")
                     : is_set ? fmt::format("`materials` names set '{}', which is empty", name)
                              : fmt::format("`materials` has no region '{}'", name),
                     name_regions(is_set ? "" : name, mesh, names));
}

void ChangingBody::add(const Marked<MaterialChange>& written, const FullBody& full,
                       const Eigen::Ref<const Eigen::MatrixXd>& U) {
    const MaterialChange& change = written.value;
    const std::vector<int> found = find(written, full.body().mesh);
    const auto& regions = materials_->regions();
    const std::string& name =
        change.region.empty() ? regions[std::size_t(found.front())].name : change.region;
    for (const Constants& other : constants_) {
        if (std::find(found.begin(), found.end(), other.region) == found.end()) continue;
        const std::string& other_name = other.change->value.region;
        if (other_name == change.region)
            throw InputError(written.where,
                             fmt::format("`materials` names region '{}' twice", name),
                             "give all that changes in one entry");
        throw InputError(
            written.where,
            fmt::format("`materials` names '{}' and '{}', which share elements", other_name, name),
            "take sets that share none, so that each element has one change");
    }
    if (!change.young && !change.poisson && !change.density)
        throw InputError(written.where,
                         fmt::format("`materials` changes nothing of region '{}'", name),
                         "give young, poisson or density");
    for (const int k : found) {
        const ChangingMaterials::Region& region = regions[std::size_t(k)];
        constants_.push_back({&written, k, region.young, region.poisson});
    }
    if (change.density) add_density(change, found, full, U);
}

void ChangingBody::add_density(const MaterialChange& change, const std::vector<int>& regions,
                               const FullBody& full, const Eigen::Ref<const Eigen::MatrixXd>& U) {
    const Body& body = full.body();
    RegionMass mass;
    mass.change = &change;
    Eigen::VectorXd density = Eigen::VectorXd::Zero(body.density.size());
    for (const int k : regions) {
        const ChangingMaterials::Region& region = materials_->regions()[std::size_t(k)];
        if (k == regions.front()) mass.density = body.density(region.elements.front());
        for (const int element : region.elements) {
            density(element) = body.density(element);
            if (density(element) != mass.density)
                throw InputError(
                    change.density->where,
                    fmt::format("the density of region '{}' is not the same everywhere",
                                change.region.empty() ? region.name : change.region),
                    "a region whose density changes needs one to start from");
        }
    }
    const MassMatrix of_region(body.mesh, density, full.assembler().pattern());
    mass.row_sums = of_region.row_sums();
    mass.reduced = transpose_times(U, of_region.times(U));
    masses_.push_back(std::move(mass));
}

bool ChangingBody::move_to(double t) {
    bool has_changed = false;
    for (Constants& at : constants_) {
        const double young = checked(at.change->value.young, at.young, t, young_info, origin_);
        const double poisson =
            checked(at.change->value.poisson, at.poisson, t, poisson_info, origin_);
        if (young == at.young && poisson == at.poisson) continue;
        at.young = young;
        at.poisson = poisson;
        materials_->set_region(at.region, young, poisson);
        has_changed = true;
    }
    if (masses_.empty()) return has_changed;
    mass_.setIdentity();
    for (RegionMass& region : masses_) {
        const double density =
            checked(region.change->density, region.density, t, density_info, origin_);
        region.more = density / region.density - 1;
        mass_ += region.more * region.reduced;
    }
    return has_changed;
}

}  // namespace sinew
