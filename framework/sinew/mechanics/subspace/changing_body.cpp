#include <fmt/format.h>

#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/mechanics/subspace/changing_body.hpp>

namespace sinew {

ChangingBody::ChangingBody(std::vector<MaterialChange> changes, ReducedForces& forces,
                           const FullBody& full, const Eigen::Ref<const Eigen::MatrixXd>& U,
                           const Origin& origin)
    : changes_(std::move(changes)),
      materials_(dynamic_cast<ChangingMaterials*>(&forces)),
      mass_(Eigen::MatrixXd::Identity(U.cols(), U.cols())) {
    if (changes_.empty()) return;
    if (!materials_)
        throw InputError(origin.where, "`materials` change, and these forces cannot change theirs",
                         "use forces: {type: stvk_polynomial}, with at most 16 different pairs of "
                         "young and poisson");
    for (const MaterialChange& change : changes_) add(change, full, U, origin);
}

int ChangingBody::find(const std::string& name, const Origin& origin) const {
    const auto& regions = materials_->regions();
    if (name.empty() && regions.size() == 1) return 0;
    std::vector<std::string> names;
    for (std::size_t k = 0; k < regions.size(); ++k) {
        if (regions[k].name == name) return int(k);
        names.push_back(regions[k].name);
    }
    throw InputError(origin.where,
                     name.empty()
                         ? std::string("`materials` names no region, and there are several")
                         : fmt::format("`materials` has no region '{}'", name),
                     suggestion(name, names));
}

void ChangingBody::add(const MaterialChange& change, const FullBody& full,
                       const Eigen::Ref<const Eigen::MatrixXd>& U, const Origin& origin) {
    const int number = find(change.region, origin);
    const ChangingMaterials::Region& region = materials_->regions()[std::size_t(number)];
    for (const Constants& other : constants_)
        if (other.region == number)
            throw InputError(origin.where,
                             fmt::format("`materials` names region '{}' twice", region.name),
                             "give all that changes in one entry");
    if (!change.young && !change.poisson && !change.density)
        throw InputError(origin.where,
                         fmt::format("`materials` changes nothing of region '{}'", region.name),
                         "give young, poisson or density");
    constants_.push_back({&change, number, region.young, region.poisson});
    if (!change.density) return;

    const Body& body = full.body();
    RegionMass mass;
    mass.change = &change;
    mass.density = body.density(region.elements.front());
    Eigen::VectorXd density = Eigen::VectorXd::Zero(body.density.size());
    for (const int element : region.elements) {
        density(element) = body.density(element);
        if (density(element) != mass.density)
            throw InputError(
                origin.where,
                fmt::format("the density of region '{}' is not the same everywhere", region.name),
                "a region whose density changes needs one to start from");
    }
    const MassMatrix of_region(body.mesh, density, full.assembler().pattern());
    mass.row_sums = of_region.row_sums();
    Eigen::MatrixXd MU(U.rows(), U.cols());
    Vector y;
    for (Index k = 0; k < U.cols(); ++k) {
        of_region.multiply(U.col(k), y);
        MU.col(k) = y;
    }
    mass.reduced = U.transpose() * MU;
    masses_.push_back(std::move(mass));
}

bool ChangingBody::move_to(double t) {
    bool has_changed = false;
    for (Constants& at : constants_) {
        const double young = at.change->young ? at.change->young->at(t) : at.young;
        const double poisson = at.change->poisson ? at.change->poisson->at(t) : at.poisson;
        if (young == at.young && poisson == at.poisson) continue;
        if (!(young > 0) || !(poisson > -1 && poisson < 0.5))
            throw ComputationError(
                fmt::format("`materials` has young = {:g} Pa and poisson = {:g} at {:g} s", young,
                            poisson, t),
                "young must stay positive, poisson between -1 and 0.5");
        at.young = young;
        at.poisson = poisson;
        materials_->set_region(at.region, young, poisson);
        has_changed = true;
    }
    if (masses_.empty()) return has_changed;
    mass_.setIdentity();
    for (RegionMass& region : masses_) {
        const double density = region.change->density->at(t);
        if (!(density > 0))
            throw ComputationError(
                fmt::format("`materials` has density = {:g} kg/m^3 at {:g} s", density, t),
                "density must stay positive");
        region.more = density / region.density - 1;
        mass_ += region.more * region.reduced;
    }
    return has_changed;
}

}  // namespace sinew
