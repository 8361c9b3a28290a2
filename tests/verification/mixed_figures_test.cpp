// What figures 4 to 9 of Song et al. 2023 show, in numbers.
#include <set>

#include "posed_scene.hpp"
#include "record.hpp"

using namespace sinew;
using verification::Deformation;
using verification::PosedScene;
using verification::Record;

namespace {

/// How far nodes on the axis of a beam are from where the bones take them, at most, 20 cm and more
/// from the joint [m]. The beam lies along x, shifted by `shift`, and bends by `angle` at x = 0.5.
double off_the_bones(PosedScene& scene, const std::string& name, double angle) {
    const Points &X = scene.mesh(name).positions, x = scene.positions(name);
    const Eigen::Vector3d shift(0, X.row(1).mean(), 0), joint(0.5, 0, 0);
    const Eigen::AngleAxisd turn(angle, -Eigen::Vector3d::UnitY());
    double worst = 0;
    for (Index i = 0; i < X.cols(); ++i) {
        const Eigen::Vector3d rest = X.col(i) - shift;
        if (rest.tail<2>().norm() > 1e-6 || std::abs(rest.x() - 0.5) < 0.2) continue;
        const bool is_lower = rest.x() > 0.5;
        const Eigen::Vector3d target =
            is_lower ? Eigen::Vector3d(joint + turn * (rest - joint)) : rest;
        worst = std::max(worst, (x.col(i) - shift - target).norm());
    }
    return worst;
}

/// Of the elements whose centres at rest are closer than `reach` to x = 0.5.
Deformation joint_of(PosedScene& scene, const std::string& name, double reach) {
    const VolumeMesh& mesh = scene.mesh(name);
    return verification::deformation_of(mesh, scene.positions(name), [&](const Eigen::Vector3d& X) {
        return std::abs(X.x() - 0.5) < reach;
    });
}

/// How much wider the section x = 0.5 of a beam along x is than at rest.
double section_of(PosedScene& scene, const std::string& name) {
    const Points &X = scene.mesh(name).positions, x = scene.positions(name);
    const Eigen::Vector2d axis(X.row(1).mean(), X.row(2).mean());
    double at_rest = 0, now = 0;
    for (Index i = 0; i < X.cols(); ++i) {
        if (std::abs(X(0, i) - 0.5) > 1e-9) continue;
        at_rest = std::max(at_rest, (X.col(i).tail<2>() - axis).norm());
        now = std::max(now, (x.col(i).tail<2>() - axis).norm());
    }
    return now / at_rest;
}

}  // namespace

TEST_CASE("skinning: standard FEM with few or many nodes constrained, and the mixed formulation") {
    PosedScene scene("beam_handles");
    scene.run(20);
    const double angle = 110 * M_PI / 180;
    Record record("9 A beam and its handles, Song et al. 2023, figure 4");
    const double under = off_the_bones(scene, "under", angle);
    record.below("few nodes constrained: -distance from the bones [m]", -under, -0.05);
    record.below("mixed: distance from the bones / of few nodes constrained",
                 off_the_bones(scene, "mixed", angle) / under, 0.3);
    record.below("many nodes constrained: -inverted elements",
                 -scene.deformation("over").n_inverted, -50);
    record.below("many nodes constrained: change of volume of the joint",
                 joint_of(scene, "over", 0.1).volume - 1, -0.15);
    record.below("mixed: change of volume of the joint, absolute",
                 std::abs(joint_of(scene, "mixed", 0.1).volume - 1), 0.1);
    // On both sides of the plane in which the rotations jump by 110 degrees, elements with a face
    // in it share that face and differ in R. On the inner side of the bend no F suits both, and
    // some turn inside out; none does that only touches the plane (its centre is 1/60 m off).
    const int n_inverted = scene.deformation("mixed").n_inverted;
    record.below("mixed: inverted elements", n_inverted, 20);
    record.small("mixed: inverted elements without a face where rotations jump",
                 n_inverted - joint_of(scene, "mixed", 0.01).n_inverted, 0);
    // Where neighbours differ by less, every element can follow.
    PosedScene smooth("beam_handles", {{"scene.mixed.weights.blend", "20 cm"}});
    smooth.run(2, "mixed");
    record.small("mixed, blended over 20 cm: inverted elements",
                 smooth.deformation("mixed").n_inverted, 0);
}

TEST_CASE("skinning: rotations that jump make a beam swell and collapse, blended ones do not") {
    // Of an F that elements with R(-theta/2) and R(theta/2) share, a I in the section, each sees
    // sym(R'F) = a cos(theta/2) I: without stress at a = 1/cos(theta/2), which grows without bound.
    // At 180 degrees the section has no stiffness left against shrinking.
    Record record("10 A jump of rotations, Song et al. 2023, figure 9");
    for (const int angle : {60, 90, 120, 150, 179}) {
        const std::string turn = "rig.joints[1].keyframes[1].turn.angle",
                          value = std::to_string(angle) + " deg";
        PosedScene scene("twist",
                         {{"scene.sharp." + turn, value}, {"scene.blended." + turn, value}});
        scene.run(2);
        const std::string at = ", " + std::to_string(angle) + " degrees: ";
        const double sharp = section_of(scene, "sharp");
        if (angle < 179) {
            record.below("sharp" + at + "-width of the section / at rest", -sharp,
                         -(0.5 + 0.5 * std::min(2.0, 1 / std::cos(angle * M_PI / 360))));
            record.below("sharp" + at + "width / that of an F which both sides share",
                         sharp * std::cos(angle * M_PI / 360), 1);
        } else {
            record.below("sharp" + at + "width of the section / at rest", sharp, 0.2);
        }
        const Deformation blended = joint_of(scene, "blended", 0.1);
        record.small("blended" + at + "change of the width", section_of(scene, "blended") - 1,
                     0.01);
        record.small("blended" + at + "change of volume of the joint", std::abs(blended.volume - 1),
                     0.07);
        record.small("blended" + at + "inverted elements", scene.deformation("blended").n_inverted,
                     0);
    }
}

TEST_CASE("skinning: rotations by the closest joint strain a body more than by the closest bone") {
    PosedScene scene("clusterings");
    scene.run(1);
    Record record("11 Clusters of rotations, Song et al. 2023, figure 5");
    const auto strain = [&](const std::string& name) {
        const VolumeMesh& mesh = scene.mesh(name);
        return verification::strain_of(mesh, scene.positions(name), [](Index) { return true; });
    };
    const double bone = strain("closest_bone");
    record.below("closest joint: -strain / closest bone's", -strain("closest_joint") / bone, -1.3);
    record.compare("closest midpoint: strain / closest bone's", 1,
                   strain("closest_midpoint") / bone, 0.25);
    record.compare("hierarchy: strain / closest bone's", 1, strain("hierarchy") / bone, 0.25);
    // Rotations that jump turn elements inside out; the fewer, the less apart neighbours are.
    record.below("closest bone: inverted elements / closest joint's",
                 double(scene.deformation("closest_bone").n_inverted) /
                     scene.deformation("closest_joint").n_inverted,
                 0.6);
}

TEST_CASE("skinning: linear blend loses volume where the mixed formulation keeps it") {
    PosedScene scene("materials");
    scene.run(1);
    Record record("12 A human that lifts a leg, Song et al. 2023, figure 6");
    const auto change = [&](const std::string& name) { return scene.deformation(name).volume - 1; };
    const double blend = change("linear_blend");
    record.below("linear blend: change of volume", blend, -0.05);
    record.below("mixed, arap: change of volume, absolute", std::abs(change("arap")), 0.015);
    record.below("mixed, corotational: change of volume, absolute",
                 std::abs(change("corotational")), 0.015);
    record.below("mixed, stable neo-Hookean: change of volume, absolute",
                 std::abs(change("stable_neo_hookean")), 0.025);
}

TEST_CASE("skinning: a stiff shell keeps its shape, and the soft body gives way") {
    /// Of the shell's elements, or of the others.
    struct Shape {
        double shell, body, off_rigid;
        explicit Shape(PosedScene& scene) {
            scene.run(2);
            const VolumeMesh& mesh = scene.mesh("turtle");
            const Points x = scene.positions("turtle");
            const std::vector<int>& set = mesh.element_sets.at("shell");
            const std::set<int> chosen(set.begin(), set.end());
            const auto is_shell = [&](Index e) { return chosen.count(int(e)) == 1; };
            shell = verification::strain_of(mesh, x, is_shell);
            body = verification::strain_of(mesh, x, [&](Index e) { return !is_shell(e); });
            std::set<int> nodes;
            for (const int e : chosen)
                for (int a = 0; a < 4; ++a) nodes.insert(mesh.elements(a, e));
            const std::vector<int> those(nodes.begin(), nodes.end());
            off_rigid =
                verification::off_rigid(mesh.positions(Eigen::all, those), x(Eigen::all, those));
        }
    };
    PosedScene stiff_scene("turtle"), soft_scene("turtle", {{"let.shell", "3 kPa"}});
    const Shape stiff(stiff_scene), soft(soft_scene);
    Record record("13 A turtle with a shell, Song et al. 2023, figure 7");
    record.below("shell: strain / of one as soft as the body", stiff.shell / soft.shell, 0.2);
    record.below("shell: distance from a rigid motion / of one as soft as the body",
                 stiff.off_rigid / soft.off_rigid, 0.25);
    record.below("body: -strain / with a shell as soft as itself", -stiff.body / soft.body, -1.2);
}

TEST_CASE("skinning: a force on a few nodes makes a dent, smooth and in proportion") {
    // To round-off, by a direct solver.
    const auto sack = [](const std::string& force) {
        return std::vector<Override>{{"scene.sack.loads[0].force", force},
                                     {"scene.sack.solver", "{type: static}"}};
    };
    PosedScene pressed("flour_sack", sack("[0, 1200, 0]")),
        twice("flour_sack", sack("[0, 2400, 0]")), left_alone("flour_sack", sack("[0, 1e-9, 0]"));
    for (PosedScene* scene : {&pressed, &twice, &left_alone}) scene->run(2);
    const Points base = left_alone.positions("sack");
    const Points dent = pressed.positions("sack") - base, deeper = twice.positions("sack") - base;
    const VolumeMesh& mesh = pressed.mesh("sack");
    Index deepest;
    const double depth = dent.colwise().norm().maxCoeff(&deepest);
    double beside = 1, far = 0;
    for (Index e = 0; e < mesh.n_elements(); ++e)
        for (int a = 0; a < 4; ++a)
            if (mesh.elements(a, e) == deepest)
                for (int b = 0; b < 4; ++b)
                    beside = std::min(beside, dent.col(mesh.elements(b, e)).norm() / depth);
    for (Index i = 0; i < mesh.n_nodes(); ++i)
        if ((mesh.positions.col(i) - mesh.positions.col(deepest)).norm() > 0.25)
            far = std::max(far, dent.col(i).norm() / depth);
    Record record("14 A flour sack that is poked, Song et al. 2023, figure 8");
    record.below("-depth [m]", -depth, -0.002);
    record.below("neighbours of the deepest node: -least share of the depth", -beside, -0.3);
    record.below("25 cm away: largest share of the depth", far, 0.2);
    record.small("twice the force, twice the dent", (deeper - 2 * dent).norm() / dent.norm(), 1e-6);
}
