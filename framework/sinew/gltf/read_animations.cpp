#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>

#include "parts.hpp"

namespace sinew::gltf {
namespace {

class AnimationReader {
public:
    AnimationReader(const tinygltf::Model& model, File& file) : model_(model), file_(file) {}

    void read() {
        for (std::size_t i = 0; i < model_.animations.size(); ++i) {
            const tinygltf::Animation& from = model_.animations[i];
            Animation animation;
            animation.name = name_or(from.name, "animation", i);
            for (const tinygltf::AnimationChannel& channel : from.channels) {
                if (channel.target_node < 0) continue;  // of an extension
                add_channel(from, channel, animation);
            }
            bool any = false;
            for (const Channel& channel : animation.channels) {
                if (channel.times.empty()) continue;
                const double first = channel.times.front(), last = channel.times.back();
                animation.begin = any ? std::min(animation.begin, first) : first;
                animation.end = any ? std::max(animation.end, last) : last;
                any = true;
            }
            file_.animations.push_back(std::move(animation));
        }
    }

private:
    void add_channel(const tinygltf::Animation& whole, const tinygltf::AnimationChannel& from,
                     Animation& animation) const {
        const std::string of = fmt::format("of animation '{}'", animation.name);
        require_index(file_, from.target_node, file_.nodes.size(), "a channel " + of, "node");
        require_index(file_, from.sampler, whole.samplers.size(), "a channel " + of, "sampler");
        const tinygltf::AnimationSampler& sampler = whole.samplers[std::size_t(from.sampler)];
        Channel channel;
        channel.node = from.target_node;
        const std::string where =
            fmt::format("{} for '{}'", of, file_.nodes[std::size_t(from.target_node)].name);
        int n = 0;
        if (from.target_path == "translation") {
            n = 3;
        } else if (from.target_path == "rotation") {
            channel.property = Property::rotation;
            n = 4;
        } else if (from.target_path == "scale") {
            channel.property = Property::scale;
            n = 3;
        } else if (from.target_path == "weights") {
            channel.property = Property::weights;
            n = 1;
        } else {
            return;  // of an extension
        }
        if (sampler.interpolation == "STEP")
            channel.between = Interpolation::steps;
        else if (sampler.interpolation == "CUBICSPLINE")
            channel.between = Interpolation::cubic;
        else if (sampler.interpolation != "LINEAR")
            file_.fail(fmt::format("the interpolation '{}' {}", sampler.interpolation, where),
                       "glTF knows STEP, LINEAR and CUBICSPLINE");
        const Eigen::MatrixXd times = numbers(model_, file_, sampler.input, 1, "times " + where);
        channel.times.assign(times.data(), times.data() + times.size());
        for (std::size_t k = 1; k < channel.times.size(); ++k)
            if (channel.times[k] <= channel.times[k - 1])
                file_.fail(fmt::format("the keyframes {} go from {:g} s to {:g} s", where,
                                       channel.times[k - 1], channel.times[k]),
                           "let their times increase: export the file again");
        take_values(sampler.output, n, from.target_path, where, channel);
        animation.channels.push_back(std::move(channel));
    }

    /// A column a value of the property: of morph weights, all targets' together.
    void take_values(int accessor, int n_components, const std::string& path,
                     const std::string& where, Channel& channel) const {
        Eigen::MatrixXd values = numbers(model_, file_, accessor, n_components,
                                         fmt::format("values of the {} {}", path, where));
        if (channel.property == Property::weights) {
            const int mesh = file_.nodes[std::size_t(channel.node)].mesh;
            const auto n_targets =
                mesh < 0 ? 0 : Eigen::Index(file_.meshes[std::size_t(mesh)].targets.size());
            if (n_targets == 0 || values.size() % n_targets != 0)
                file_.fail(fmt::format("{} weights {} for {} morph targets", values.size(), where,
                                       n_targets),
                           again);
            values = values.reshaped(n_targets, values.size() / n_targets).eval();
        }
        const Eigen::Index n_keys = Eigen::Index(channel.times.size());
        const bool is_cubic = channel.between == Interpolation::cubic;
        if (values.cols() != n_keys * (is_cubic ? 3 : 1))
            file_.fail(fmt::format("{} values of the {} {} for {} keyframes", values.cols(), path,
                                   where, n_keys),
                       again);
        if (channel.property == Property::rotation)
            for (Eigen::Index k = 0; k < n_keys; ++k) {
                auto value = values.col(is_cubic ? 3 * k + 1 : k);
                value = unit(file_, value,
                             fmt::format("the rotation {} at {:g} s", where,
                                         channel.times[std::size_t(k)]))
                            .coeffs();
            }
        channel.values = std::move(values);
    }

    const tinygltf::Model& model_;
    File& file_;
};

}  // namespace

void read_animations(const tinygltf::Model& model, File& file) {
    AnimationReader(model, file).read();
}

}  // namespace sinew::gltf
