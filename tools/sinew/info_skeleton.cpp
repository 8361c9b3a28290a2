#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/mesh/text_lines.hpp>
#include <sinew/mechanics/rig/skeletal_rig.hpp>

#include "info_files.hpp"
#include "info_scene.hpp"
#include "text_table.hpp"

namespace sinew::tools {

namespace fs = std::filesystem;

namespace {

/// Prints channels, frames and times of the motion in a .bvh file that rig/skeleton has read.
void print_bvh_motion(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    TextLines lines(stream, file.string());
    int n_channels = 0, n_frames = 0;
    double step = 0;
    while (lines.next_with_content(0)) {
        std::string_view rest = lines.line();
        const std::string_view word = next_word(rest);
        int n = 0;
        if (word.size() == 8 && (word[0] == 'C' || word[0] == 'c') && to_number(next_word(rest), n))
            n_channels += n;
        const auto value = lines.line().find(':');
        if (value == std::string_view::npos) continue;
        const std::string_view text = trimmed(lines.line().substr(value + 1));
        const std::string_view key = trimmed(lines.line().substr(0, value));
        if (key.size() == 6 && to_number(text, n_frames)) continue;
        if (key.size() == 10 && to_number(text, step)) break;
    }
    std::cout << fmt::format("  channels  {}\n", n_channels)
              << fmt::format(
                     "  motion    {} frames, {:.6g} s each ({:.4g} a second), {:.6g} s long\n",
                     n_frames, step, step > 0 ? 1 / step : 0.0,
                     n_frames > 0 ? (n_frames - 1) * step : 0.0);
}

/// The motion that stands beside a .tgf file by the usual name.
void print_tgf_motion(const fs::path& file) {
    fs::path motion = file;
    motion.replace_filename(file.stem().string() + "_anim.txt");
    if (!fs::is_regular_file(motion)) return;
    std::ifstream stream(motion, std::ios::binary);
    TextLines lines(stream, motion.string());
    int n_bones = 0, n_frames = 0;
    if (!lines.next_with_content(0)) return;
    std::string_view rest = lines.line();
    if (to_number(next_word(rest), n_bones) && to_number(next_word(rest), n_frames))
        std::cout << fmt::format(
            "  motion    {}: {} frames of {} bones ({:.6g} s at 30 a second)\n",
            motion.filename().string(), n_frames, n_bones, (n_frames - 1) / 30.0);
}

double length_of(const Bone& bone) {
    double length = 0;
    for (const BoneSegment& segment : bone.segments)
        length = std::max(length, (segment.tail - segment.head).norm());
    return length;
}

void print_bones(const std::vector<Bone>& bones) {
    TextTable table({"joint", "parent", "at rest", "bone's length"});
    for (const Bone& bone : bones)
        table.add(
            {bone.name, bone.parent < 0 ? "" : bones[std::size_t(bone.parent)].name,
             fmt::format("{:.5g} {:.5g} {:.5g}", bone.joint.x(), bone.joint.y(), bone.joint.z()),
             fmt::format("{:.5g}", length_of(bone))});
    std::cout << "\n" << table.text();
}

}  // namespace

void print_skeleton(const fs::path& file, const std::string& ending) {
    const std::string members = fmt::format("rig: {{type: skeleton, file: {}, at_end: hold}}",
                                            nlohmann::json(fs::absolute(file).string()).dump());
    use_file_in_scene(file, members, [&](SceneGraph& graph, SceneNode& node) {
        const Rig* made = graph.object<Rig>(node, "rig");
        const SkeletalRig* rig = made == nullptr ? nullptr : made->skeletal();
        if (rig == nullptr) throw ComputationError("rig/skeleton gives no rig");
        std::cout << fmt::format("{}: read by rig/skeleton, numbers as metres\n", file.string());
        for (const Diagnostic& warning : graph.warnings())
            std::cout << fmt::format("  warning   {}\n", warning.message);
        std::cout << fmt::format("  joints    {}\n", rig->bones().size());
        ending == ".bvh" ? print_bvh_motion(file) : print_tgf_motion(file);
        print_bones(rig->bones());
    });
}

}  // namespace sinew::tools
