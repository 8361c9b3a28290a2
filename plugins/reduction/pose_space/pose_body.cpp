#include "pose_body.hpp"

#include <fmt/format.h>

#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>

namespace sinew::pose_space {
namespace {

Body at_pose(const Body& body, const Points& shape) {
    Body posed = body;
    posed.mesh.positions = shape;
    posed.neutral = body.mesh.positions;
    posed.initial_displacement.setZero();
    posed.initial_velocity.setZero();
    return posed;
}

std::string fingerprint_of(const ConstraintRows& rows) {
    std::string all;
    for (int row = 0; row < rows.outerSize(); ++row)
        for (ConstraintRows::InnerIterator entry(rows, row); entry; ++entry)
            all += fmt::format("{} {} {:a};", row, entry.col(), entry.value());
    return fingerprint(all);
}

}  // namespace

FixedNodes::FixedNodes(const std::vector<Index>& dofs) {
    for (const Index dof : dofs)
        if (dof % 3 == 0) nodes_.push_back(int(dof / 3));
}

void FixedNodes::constrain(const Body& body, double, std::vector<ConstrainedNode>& out) const {
    const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
    for (const int node : nodes_)
        out.push_back({node, {true, true, true}, body.mesh.positions.col(node), zero, zero, true});
}

PoseBody::PoseBody(const ElasticBody& body, const Points& shape, const Origin& formulation,
                   const PoseSite& site)
    : body_(at_pose(body.body(), shape)), constrained_(body.prescribed().dofs) {
    VolumeMesh neutral = body.body().mesh;
    if (site.moduli) {
        material_.emplace(*site.moduli, site.pose);
        material_->give(neutral);
        material_->give(body_.mesh);
        body_.material = &*material_;
    }
    system_ = std::make_unique<FullSpaceSystem>(body_, BodyParts{{&constrained_}, {}, formulation},
                                                displacement_forces(neutral, *body_.material),
                                                nullptr, &neutral);
    system_->assembler().limit_stretch(site.least_stretch, neutral.positions);
    if (const Event event = system_->assembler().move_rest(shape))
        throw ComputationError(event.describe(),
                               "take a pose that bends less sharply, or mesh more finely there");
    full_ = std::make_unique<FullBody>(full_body(*system_, formulation));
    full_->key.add("masses of", "the neutral shape", fingerprint(neutral));
    if (site.least_stretch > 0)
        full_->key.add("least stretch", fmt::format("{}", site.least_stretch));
    if (!site.contacts) return;
    const ContactMotion motion = site.contacts->motion;
    contacts_ = pose_contacts(body.body(), shape, *site.contacts, full_->constrained.fixed);
    if (motion == ContactMotion::unilateral) return;
    full_->multipoint = contact_rows(contacts_, motion, shape.cols());
    full_->key.add("contacts",
                   fmt::format("{} contacts, {} rows", contacts_.size(), full_->multipoint.rows()),
                   fingerprint_of(full_->multipoint));
}

}  // namespace sinew::pose_space
