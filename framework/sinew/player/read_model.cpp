#include <algorithm>
#include <sinew/player/model_file.hpp>
#include <sinew/player/model_format.hpp>
#include <sinew/player/one_basis.hpp>
#include <sinew/player/polynomial_forces.hpp>
#include <sinew/player/read_cubature.hpp>
#include <sinew/player/read_pose.hpp>

namespace sinew::player {

namespace {

Vector vector(const ModelFile& file, const std::string& key, Index size) {
    const std::vector<double> values = file.numbers(key, size);
    return Eigen::Map<const Vector>(values.data(), size);
}

Motion read_start(const ModelFile& file, Index r) {
    return {vector(file, "start/q", r), vector(file, "start/v", r), vector(file, "start/a", r)};
}

Definiteness read_definiteness(const ModelFile& file, const std::string& key) {
    const std::string word = file.text(key);
    if (word == "exact") return Definiteness::exact;
    if (word != "psd_projected") file.fail_damaged(key, "is '" + word + "'");
    return Definiteness::psd_projected;
}

Scheme read_scheme(const ModelFile& file) {
    const std::string word = file.text("integrator/scheme");
    if (word == "implicit_euler") return {Scheme::Kind::implicit_euler, 0, 0};
    if (word != "newmark") file.fail_damaged("integrator/scheme", "is '" + word + "'");
    Scheme scheme{Scheme::Kind::newmark, file.number("integrator/beta"),
                  file.number("integrator/gamma", 0)};
    if (!(scheme.beta > 0)) file.fail_damaged("integrator/beta", "is not positive");
    return scheme;
}

Iterations read_iterations(const ModelFile& file) {
    Iterations iterations;
    iterations.number = int(file.integer("newton/iterations", 1, largest_int));
    iterations.tolerance = file.number("newton/tolerance", 0);
    iterations.absolute_tolerance = file.number("newton/absolute_tolerance", 0);
    iterations.length_scale = file.number("newton/length_scale", 0);
    iterations.force_scale = file.number("newton/force_scale", 0);
    return iterations;
}

std::unique_ptr<Forces> read_polynomial(const ModelFile& file, Index r) {
    stvk::SymmetricTensors energy;
    energy.r = r;
    energy.A2 = file.numbers("forces/A2", stvk::n_pairs(r));
    energy.A3 = file.numbers("forces/A3", stvk::n_triples(r));
    energy.A4 = file.numbers("forces/A4", stvk::n_quadruples(r));
    auto forces = std::make_unique<PolynomialForces>(r);
    forces->set(energy);
    return forces;
}

/// rows: U', r x 3 n.
std::unique_ptr<Forces> read_forces(const ModelFile& file, const Eigen::MatrixXd& rows) {
    const std::string word = file.text("forces/type");
    if (word == "polynomial") return read_polynomial(file, rows.rows());
    if (word == "cubature") return read_cubature(file, rows);
    file.fail(FileError::Kind::other_version,
              "has forces of type '" + word +
                  "', which this player does not know; take that of "
                  "the Sinew that wrote it");
}

/// n_modes: rows of the modes of a load.
std::vector<Load> read_loads(const ModelFile& file, Index n_modes) {
    std::vector<Load> loads(std::size_t(file.integer("loads/size", 0, largest_int)));
    for (std::size_t k = 0; k < loads.size(); ++k) {
        const std::string key = "loads/" + std::to_string(k);
        loads[k].modes = vector(file, key + "/modes", 3 * n_modes).reshaped(n_modes, 3);
        const std::vector<double> intensity = file.numbers(key + "/intensity");
        if (intensity.empty() || intensity.size() % 3 != 0)
            file.fail_damaged(key + "/intensity", "is no list of vectors");
        loads[k].intensity =
            Eigen::Map<const Eigen::Matrix3Xd>(intensity.data(), 3, Index(intensity.size() / 3));
    }
    return loads;
}

Surface read_surface(const ModelFile& file, Index n_nodes) {
    Surface surface;
    surface.nodes = file.integers("surface/nodes", 0, n_nodes - 1);
    const auto n_entries = Index(surface.nodes.size());
    surface.weights = file.numbers("surface/weights", n_entries);
    surface.first = file.offsets("surface/first", -1, n_entries);
    surface.triangles = file.integers("surface/triangles", 0, surface.n_points() - 1);
    if (surface.triangles.size() % 3 != 0)
        file.fail_damaged("surface/triangles", "is no list of triangles");
    return surface;
}

/// Reads forces and kinematics of a body in one basis. Returns the number of bases that modes of
/// loads are stacked of: 1, or m.
Index read_one_basis(const ModelFile& file, Index r, Model& model) {
    const std::vector<double> rest = file.numbers("nodes/rest");
    if (rest.empty() || rest.size() % 3 != 0 || rest.size() > std::size_t(largest_int))
        file.fail_damaged("nodes/rest", "is no list of positions");
    Vector X = Eigen::Map<const Vector>(rest.data(), Index(rest.size()));
    Eigen::MatrixXd rows = vector(file, "basis/U", X.size() * r).reshaped(X.size(), r).transpose();
    model.forces = read_forces(file, rows);
    model.kinematics = std::make_unique<OneBasis>(std::move(rows), std::move(X));
    model.surface = read_surface(file, model.n_nodes());
    return 1;
}

/// The same of a body on a rig.
Index read_posed(const ModelFile& file, Index r, Model& model) {
    if (const std::string word = file.text("forces/type"); word != "cubature")
        file.fail_damaged("forces/type", "is '" + word + "', of a body on a rig");
    PosedModel posed = read_pose(file, r);
    const Index m = posed.rig.weights.size();
    std::unique_ptr<PosedCubature> forces =
        read_posed_cubature(file, m, r, posed.shape.nodes.cols());
    model.surface = read_surface(file, posed.shape.nodes.cols());
    std::vector<int> carrying = model.surface.nodes;
    std::sort(carrying.begin(), carrying.end());
    carrying.erase(std::unique(carrying.begin(), carrying.end()), carrying.end());
    auto body = std::make_unique<PosedBody>(std::move(posed), std::move(carrying), *forces);
    if (body->reset())
        file.fail_damaged("rig/clip", "begins with a pose that the body cannot take");
    model.posed = body.get();
    model.kinematics = std::move(body);
    model.forces = std::move(forces);
    return m;
}

}  // namespace

Model read_model(const std::string& path) {
    const ModelFile file(path);
    if (!file.has("player/format"))
        file.fail(FileError::Kind::foreign,
                  "is an archive of Sinew, but no reduced model; take a file that `sinew export` "
                  "wrote");
    const std::int64_t version = file.integer("player/format", 0, largest_int);
    if (version != format_version)
        file.fail(FileError::Kind::other_version,
                  "is a reduced model of format " + std::to_string(version) +
                      ", and this player reads format " + std::to_string(format_version) +
                      "; export the scene again with this Sinew");
    Model model;
    constexpr std::int64_t most = 5000;  // a tangent of 200 MB
    const Index r = file.integer("size", 1, most);
    const Index n_modes =
        r * (file.has("pose/poses") ? read_posed(file, r, model) : read_one_basis(file, r, model));
    if (model.posed && model.posed->n_shown() > 0 &&
        model.posed->n_shown() != model.surface.n_points())
        file.fail_damaged("shape/surface", "does not fit surface/first");
    model.damping = {file.number("damping/mass", 0), file.number("damping/stiffness", 0),
                     read_definiteness(file, "damping/tangent")};
    model.scheme = read_scheme(file);
    model.iterations = read_iterations(file);
    model.step = file.number("step");
    if (!(model.step > 0)) file.fail_damaged("step", "is not positive");
    model.loads = read_loads(file, n_modes);
    model.start = read_start(file, r);
    return model;
}

}  // namespace sinew::player
