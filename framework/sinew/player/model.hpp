/// A reduced model as its file holds it: all that a step and a picture of a body in a subspace
/// take.
#pragma once

#include <memory>
#include <sinew/player/posed_body.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace sinew::player {

/// A load of the scene: a force in space that shares of many points have in common.
struct Load {
    Eigen::MatrixX3d modes;      ///< sum of share U', as Kinematics::add_work takes it
    Eigen::Matrix3Xd intensity;  ///< column j acts at time j step [s], the last one ever after
};

/// Points of a surface, each carried by the nodes of an element.
struct Surface {
    std::vector<int> first;       ///< entries of point i: from first[i] to first[i + 1]
    std::vector<int> nodes;       ///< of each entry
    std::vector<double> weights;  ///< likewise
    std::vector<int> triangles;   ///< three points each

    Index n_points() const { return first.empty() ? 0 : Index(first.size()) - 1; }
};

/// The whole model.
struct Model {
    std::unique_ptr<Forces> forces;
    std::unique_ptr<Kinematics> kinematics;
    PosedBody* posed = nullptr;  ///< the kinematics of a body on a rig; nullptr of others
    Surface surface;             ///< that the body carries, or its skin
    Damping damping;
    Scheme scheme;
    Iterations iterations;
    double step = 0;  ///< [s]
    std::vector<Load> loads;
    Motion start;  ///< at time 0, with consistent accelerations

    Index size() const { return kinematics->size(); }
    Index n_nodes() const { return kinematics->n_nodes(); }
};

/// Says why a file is no model that this player takes.
class FileError : public std::runtime_error {
public:
    enum class Kind { not_there, foreign, damaged, other_version };
    FileError(Kind why, const std::string& message) : std::runtime_error(message), kind(why) {}
    const Kind kind;
};

/// The model in a file that `sinew export` wrote. Throws FileError.
Model read_model(const std::string& file);

}  // namespace sinew::player
