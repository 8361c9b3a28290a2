#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <sinew/mechanics/mesh/open_file.hpp>

#include "parts.hpp"

namespace sinew::gltf {
namespace {

// Files beside a .gltf, as they are named: tinygltf's own way hands names to a shell's expansion.
std::string same_name(const std::string& name, void*) {
    return name;
}
bool exists(const std::string& name, void*) {
    std::error_code error;
    return std::filesystem::is_regular_file(name, error);
}
/// `gltf` is the Path of the file that names it.
bool read_whole(std::vector<unsigned char>* out, std::string* error, const std::string& name,
                void* gltf) {
    const Path& path = *static_cast<const Path*>(gltf);
    path.beside(std::filesystem::path(name).lexically_relative(path.absolute.parent_path()));
    std::ifstream in(name, std::ios::binary);
    out->assign(std::istreambuf_iterator<char>(in), {});
    if (in.bad() || out->empty()) *error += "cannot read " + name + "\n";
    return !in.bad() && !out->empty();
}
bool write_nothing(std::string*, const std::string&, const std::vector<unsigned char>&, void*) {
    return false;
}
bool no_image(tinygltf::Image*, int, std::string*, std::string*, int, int, const unsigned char*,
              int, void*) {
    return true;
}

std::string one_line(std::string text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

/// Without most of the token that the JSON reader came to grief at: a whole buffer, at worst.
std::string without_token(std::string text) {
    constexpr std::size_t most = 80;
    constexpr std::string_view before = "last read: '";
    const std::size_t at = text.find(before);
    if (at == text.npos) return text;
    const std::size_t begin = at + before.size(), end = text.rfind('\'');
    if (end != text.npos && end > begin + most)
        text.replace(begin + most, end - begin - most, "...");
    return text;
}

/// Values inside of values, as deep as tinygltf may follow them by calls of its own.
void require_shallow(std::string_view json, const File& file) {
    constexpr int deepest = 200;
    int depth = 0;
    bool is_text = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (is_text) {
            if (c == '\\') ++i;
            is_text = c != '"';
        } else if (c == '"') {
            is_text = true;
        } else if (c == '[' || c == '{') {
            if (++depth > deepest)
                file.fail(
                    fmt::format("values stand more than {} deep inside of each other", deepest),
                    "no exporter writes such a file: export it again");
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
}

/// The JSON of a binary file: 12 bytes, its length, its type, then itself.
std::string_view json_of(std::string_view bytes) {
    constexpr std::size_t before = 20;
    if (!bytes.starts_with("glTF") || bytes.size() < before) return bytes;
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + 12, sizeof length);
    return bytes.substr(before, length);
}

tinygltf::Model load(const Path& path, const File& file) {
    std::ifstream in = open_file(path);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    if (bytes.size() > std::numeric_limits<unsigned>::max())
        file.fail("the file is larger than 4 GB, and glTF cannot say so", "take it apart");
    require_shallow(json_of({bytes.data(), bytes.size()}), file);
    tinygltf::TinyGLTF reader;
    reader.SetFsCallbacks({exists, same_name, read_whole, write_nothing, const_cast<Path*>(&path)});
    reader.SetImageLoader(no_image, nullptr);
    tinygltf::Model model;
    std::string error, warning;
    const std::string folder = path.absolute.parent_path().string();
    const auto size = static_cast<unsigned>(bytes.size());
    const bool is_binary =
        bytes.size() >= 4 && std::equal(bytes.begin(), bytes.begin() + 4, "glTF");
    bool done = false;
    try {
        done =
            is_binary
                ? reader.LoadBinaryFromMemory(&model, &error, &warning,
                                              reinterpret_cast<const unsigned char*>(bytes.data()),
                                              size, folder)
                : reader.LoadASCIIFromString(&model, &error, &warning, bytes.data(), size, folder);
    } catch (const std::exception& thrown) {
        error = thrown.what();
    }
    if (!done)
        file.fail(fmt::format("no glTF file that can be read ({})", without_token(one_line(error))),
                  "it may have been cut off, or a buffer that it names is not beside it: copy or "
                  "export it again, best as one .glb");
    if (!model.asset.version.starts_with("2"))
        file.fail(fmt::format("glTF of version {}, and 2.0 is read", model.asset.version),
                  "export it as glTF 2.0");
    for (const std::string& extension : model.extensionsRequired)
        if (extension != "KHR_mesh_quantization" && !extension.starts_with("KHR_materials") &&
            !extension.starts_with("KHR_texture"))
            file.fail(
                fmt::format("the file requires the extension {}, which is not read", extension),
                "export it without compression");
    return model;
}

class Reader {
public:
    explicit Reader(const Path& path) {
        file_.name = path.written;
        file_.place = path.mark;
        model_ = load(path, file_);
    }

    File read() {
        file_.generator = model_.asset.generator;
        for (std::size_t i = 0; i < model_.scenes.size(); ++i)
            file_.scenes.push_back(name_or(model_.scenes[i].name, "scene", i));
        read_nodes();
        read_skins();
        read_meshes(model_, file_);
        read_animations(model_, file_);
        return std::move(file_);
    }

private:
    void read_nodes() {
        for (std::size_t i = 0; i < model_.nodes.size(); ++i) {
            const tinygltf::Node& from = model_.nodes[i];
            Node node;
            node.name = name_or(from.name, "node", i);
            node.has_name = !from.name.empty();
            node.mesh = from.mesh;
            node.skin = from.skin;
            node.morph_weights = from.weights;
            if (from.mesh >= 0)
                require_index(file_, from.mesh, model_.meshes.size(), node.name, "mesh");
            if (from.skin >= 0)
                require_index(file_, from.skin, model_.skins.size(), node.name, "skin");
            place(from, node);
            file_.nodes.push_back(std::move(node));
        }
        for (std::size_t i = 0; i < model_.nodes.size(); ++i)
            for (const int child : model_.nodes[i].children) {
                require_index(file_, child, file_.nodes.size(), file_.nodes[i].name, "node");
                Node& node = file_.nodes[std::size_t(child)];
                if (node.parent >= 0)
                    file_.fail(fmt::format("{} is the child of {} and of {}", node.name,
                                           file_.nodes[std::size_t(node.parent)].name,
                                           file_.nodes[i].name),
                               again);
                node.parent = int(i);
            }
        for (std::size_t i = 0; i < file_.nodes.size(); ++i) {
            std::size_t n = 0;
            for (int at = int(i); at >= 0; at = file_.nodes[std::size_t(at)].parent)
                if (++n > file_.nodes.size())
                    file_.fail(fmt::format("the nodes above {} carry each other in a circle",
                                           file_.nodes[i].name),
                               again);
        }
    }

    void place(const tinygltf::Node& from, Node& node) const {
        const auto finite = [&](const std::vector<double>& list, std::size_t n) {
            const bool are_finite =
                std::all_of(list.begin(), list.end(), [](double x) { return std::isfinite(x); });
            if (!list.empty() && (list.size() != n || !are_finite))
                file_.fail(fmt::format("the transform of {} is not made of {} finite numbers",
                                       node.name, n),
                           again);
            return !list.empty();
        };
        if (finite(from.matrix, 16)) {
            node.to_parent = Eigen::Map<const Eigen::Matrix4d>(from.matrix.data());
            Eigen::Matrix3d rotation = node.to_parent.linear();
            node.scale = rotation.colwise().norm();
            for (int c = 0; c < 3; ++c)
                if (node.scale[c] > 0) rotation.col(c) /= node.scale[c];
            if (rotation.determinant() > 0) node.turn = Eigen::Quaterniond(rotation).normalized();
            node.move = node.to_parent.translation();
            return;
        }
        if (finite(from.translation, 3)) node.move = Eigen::Vector3d(from.translation.data());
        if (finite(from.rotation, 4))
            node.turn = unit(file_, Eigen::Vector4d(from.rotation.data()),
                             fmt::format("the rotation of {}", node.name));
        if (finite(from.scale, 3)) node.scale = Eigen::Vector3d(from.scale.data());
        node.to_parent = Eigen::Translation3d(node.move) * node.turn * Eigen::Scaling(node.scale);
    }

    void read_skins() {
        for (std::size_t i = 0; i < model_.skins.size(); ++i) {
            const tinygltf::Skin& from = model_.skins[i];
            Skin skin;
            skin.name = name_or(from.name, "skin", i);
            skin.joints = from.joints;
            if (skin.joints.empty())
                file_.fail(fmt::format("skin '{}' has no joints", skin.name), again);
            for (std::size_t j = 0; j < skin.joints.size(); ++j) {
                require_index(file_, skin.joints[j], file_.nodes.size(),
                              fmt::format("skin '{}'", skin.name), "node");
                if (std::find(skin.joints.begin(), skin.joints.begin() + long(j), skin.joints[j]) !=
                    skin.joints.begin() + long(j))
                    file_.fail(fmt::format("skin '{}' names the joint '{}' twice", skin.name,
                                           file_.nodes[std::size_t(skin.joints[j])].name),
                               again);
            }
            skin.inverse_bind.assign(skin.joints.size(), Eigen::Affine3d::Identity());
            if (from.inverseBindMatrices >= 0) read_inverse_bind(from.inverseBindMatrices, skin);
            file_.skins.push_back(std::move(skin));
        }
    }

    void read_inverse_bind(int accessor, Skin& skin) const {
        const std::string what = fmt::format("the inverse bind matrices of skin '{}'", skin.name);
        const Eigen::MatrixXd matrices = numbers(model_, file_, accessor, 16, what);
        if (matrices.cols() < Eigen::Index(skin.joints.size()))
            file_.fail(fmt::format("{} are {}, and it has {} joints", what, matrices.cols(),
                                   skin.joints.size()),
                       again);
        for (std::size_t j = 0; j < skin.joints.size(); ++j) {
            const Eigen::Matrix4d matrix =
                matrices.col(Eigen::Index(j)).reshaped<Eigen::ColMajor>(4, 4);
            skin.inverse_bind[j] = matrix;
            if (std::abs(skin.inverse_bind[j].linear().determinant()) == 0)
                file_.fail(fmt::format("the inverse bind matrix of joint '{}' has no inverse",
                                       file_.nodes[std::size_t(skin.joints[j])].name),
                           again);
        }
    }

    File file_;
    tinygltf::Model model_;
};

}  // namespace

void File::fail(const std::string& message, const std::string& remedy) const {
    throw InputError(place, fmt::format("{}: {}", name, message), remedy);
}

bool is_gltf(const Path& path) {
    std::string ending = path.absolute.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return char(std::tolower(c)); });
    return ending == ".gltf" || ending == ".glb";
}

std::string name_or(const std::string& name, const char* sort, std::size_t number) {
    return name.empty() ? fmt::format("{} {}", sort, number) : name;
}

void require_index(const File& file, int index, std::size_t n, const std::string& what,
                   const char* sort) {
    if (index < 0 || std::size_t(index) >= n)
        file.fail(fmt::format("{} refers to {} {}, and the file has {}", what, sort, index, n),
                  again);
}

Eigen::Quaterniond unit(const File& file, const Eigen::Vector4d& xyzw, const std::string& what) {
    constexpr double tolerance = 0.02;
    const double length = xyzw.norm();
    if (!(std::abs(length - 1) <= tolerance))
        file.fail(fmt::format("{} is the quaternion ({:g}, {:g}, {:g}, {:g}) of length {:g}, not 1",
                              what, xyzw[0], xyzw[1], xyzw[2], xyzw[3], length),
                  "a rotation is a quaternion of unit length: export the file again");
    return Eigen::Quaterniond(Eigen::Vector4d(xyzw / length));
}

File read(const Path& path) {
    return Reader(path).read();
}

}  // namespace sinew::gltf
