#include "camera.hpp"

#include <fmt/format.h>
#include <vtkCamera.h>
#include <vtkMath.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/nearest.hpp>

namespace sinew::results {

namespace {

struct Preset {
    const char* name;
    Vec direction;
};

constexpr std::array presets{
    Preset{"iso", {0.75, -1, 0.45}}, Preset{"front", {0, -1, 0.12}}, Preset{"back", {0, 1, 0.12}},
    Preset{"right", {1, 0, 0.12}},   Preset{"left", {-1, 0, 0.12}},  Preset{"top", {0, 0, 1}},
};

constexpr double view_angle = 30;  // degrees, vertical
constexpr double margin = 1.06;

}  // namespace

std::vector<std::string> view_names() {
    std::vector<std::string> names;
    for (const Preset& preset : presets) names.emplace_back(preset.name);
    return names;
}

Vec view_direction(const std::string& view) {
    for (const Preset& preset : presets)
        if (view == preset.name) return preset.direction;
    Vec given{};
    char rest = 0;
    const int n =
        std::sscanf(view.c_str(), "%lf,%lf,%lf%c", &given[0], &given[1], &given[2], &rest);
    if (n == 3 && std::isfinite(vtkMath::Norm(given.data())) && vtkMath::Norm(given.data()) > 0)
        return given;
    throw InputError(Diagnostic::error(fmt::format("there is no view '{}'; {}", view,
                                                   suggestion(view, view_names())))
                         .remedy("a view is a preset or a direction x,y,z towards the eye"));
}

void aim(vtkCamera& camera, const Vec& direction, const Bounds& bounds, double aspect) {
    Vec towards = direction;
    vtkMath::Normalize(towards.data());
    const bool looks_along_z = std::abs(towards[2]) > 0.999;
    Vec up = looks_along_z ? Vec{0, 1, 0} : Vec{0, 0, 1};
    Vec right;
    vtkMath::Cross(up.data(), towards.data(), right.data());
    vtkMath::Normalize(right.data());
    vtkMath::Cross(towards.data(), right.data(), up.data());

    Vec middle;
    for (std::size_t k = 0; k < 3; ++k) middle[k] = 0.5 * (bounds[2 * k] + bounds[2 * k + 1]);
    // A corner at depth z in front of the middle and height y is seen from a distance of
    // z + y / tan(half the angle) on.
    const double slope = std::tan(vtkMath::RadiansFromDegrees(0.5 * view_angle));
    double distance = 0;
    for (int corner = 0; corner < 8; ++corner) {
        Vec p;
        for (std::size_t k = 0; k < 3; ++k) p[k] = bounds[2 * k + ((corner >> k) & 1)] - middle[k];
        const double depth = vtkMath::Dot(p.data(), towards.data());
        const double height = std::abs(vtkMath::Dot(p.data(), up.data()));
        const double side = std::abs(vtkMath::Dot(p.data(), right.data()));
        distance = std::max(distance, depth + margin * std::max(height, side / aspect) / slope);
    }
    camera.SetViewAngle(view_angle);
    camera.SetFocalPoint(middle.data());
    camera.SetPosition(middle[0] + distance * towards[0], middle[1] + distance * towards[1],
                       middle[2] + distance * towards[2]);
    camera.SetViewUp(up.data());
}

}  // namespace sinew::results
