/// Loss of volume of an elbow of 90 degrees, method by method.

#include <fmt/format.h>

#include "methods.hpp"
#include "posed_body.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

constexpr double reach = 0.15;  ///< of what counts as the elbow [m]

std::string arm(const Method& method, bool quick) {
    const std::string constraint =
        *method.skin == '\0'
            ? "{type: attach, where: {not: {box: {min: [-1, -1, 0.42], max: [1, 1, 0.58]}}}}"
            : fmt::format("{{type: skinned, blend: {}}}", method.skin);
    return fmt::format(R"(rig:
  type: skeleton
  joints:
    - {{name: upper, at: [0, 0, 0], radius: 2 cm}}
    - name: lower
      parent: upper
      at: [0, 0, 0.5]
      tail: [0, 0, 1]
      radius: 2 cm
      keyframes: [{{time: 0 s}}, {{time: 1 s, turn: {{axis: [1, 0, 0], angle: 90 deg}}}}]
mesh: {{type: cylinder, radius: 8 cm, height: 1 m, around: {}, radial: {}, along: {},
        element: tet4}}
weights: {{type: closest_bone, blend: 20 cm}}
constraints: [{}]
linear: {{{}}}
)",
                       quick ? 12 : 20, quick ? 2 : 4, quick ? 16 : 32, constraint, method.linear) +
           method.slots;
}

json measure(const Settings& settings) {
    json result;
    for (const Method& method : methods) {
        PosedBody body(arm(method, settings.quick), {});
        for (int k = 0; k <= 10; ++k) body.go_to(0.1 * k);
        const Deformation all = body.deformation();
        const Deformation elbow = body.deformation({0, 0, 0.5}, reach);
        result["elements"] = body.mesh().n_elements();
        result[method.name] = {{"volume", all.volume - 1},
                               {"elbow", elbow.volume - 1},
                               {"inverted", all.n_inverted},
                               {"least", all.least}};
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    const json& run = runs.front();
    report.text(fmt::format(
        "A cylinder of {} tetrahedra, one metre long, with a radius of 8 cm, bends by 90 degrees "
        "in its "
        "middle. The bones' weights are the same for all methods (weights/closest_bone, blended "
        "over 20 cm); where forces are solved for, the nodes on the axis go with the bones, but "
        "for 8 cm on both sides of the joint. "
        "E = 300 kPa, nu = 0.4. Change of volume: of all, and of the elements within {:g} cm of "
        "the joint at rest; det F: of the worst element.",
        run.at("elements").get<int>(), 100 * reach));
    std::vector<std::vector<std::string>> rows;
    for (const Method& method : methods) {
        const json& one = run.at(method.name);
        const double volume = one.at("volume"), elbow = one.at("elbow");
        const int n_inverted = one.at("inverted");
        rows.push_back({method.label, fmt::format("{:+.2f}%", 100 * volume),
                        fmt::format("{:+.2f}%", 100 * elbow), std::to_string(n_inverted),
                        fmt::format("{:.3f}", one.at("least").get<double>())});
        report.entry({fmt::format("elbow, {}: volume", method.label), 100 * elbow, "%"});
        if (method.resists_inversion)
            report.check(fmt::format("elbow, {}: inverted elements", method.label), n_inverted, 0);
    }
    report.table({"method", "volume", "of the elbow", "inverted elements", "least det F"}, rows);
}

}  // namespace

Table elbow_table() {
    return {"elbow", "Volume at an elbow of 90 degrees", 1, measure, write};
}

}  // namespace sinew::bench
