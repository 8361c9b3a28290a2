#include "accessor.hpp"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <bit>
#include <cstring>
#include <optional>

namespace sinew::gltf {
namespace {

static_assert(std::endian::native == std::endian::little);

/// A run of equal elements in a buffer.
struct Elements {
    const unsigned char* first;
    std::size_t stride;
    int component_type;
    bool normalised;
};

template <class T>
double number_at(const unsigned char* place) {
    T value;
    std::memcpy(&value, place, sizeof value);
    return double(value);
}

/// Section 3.11: a normalised integer c of b bits is c / (2^b - 1), or max(c / (2^(b-1) - 1), -1).
double component(const unsigned char* place, int type, bool normalised) {
    switch (type) {
        case TINYGLTF_COMPONENT_TYPE_BYTE: {
            const double c = number_at<std::int8_t>(place);
            return normalised ? std::max(c / 127, -1.0) : c;
        }
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return number_at<std::uint8_t>(place) / (normalised ? 255 : 1);
        case TINYGLTF_COMPONENT_TYPE_SHORT: {
            const double c = number_at<std::int16_t>(place);
            return normalised ? std::max(c / 32767, -1.0) : c;
        }
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return number_at<std::uint16_t>(place) / (normalised ? 65535 : 1);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
            return number_at<std::uint32_t>(place);
        default:
            return number_at<float>(place);
    }
}

bool is_component_type(int type) {
    return type >= TINYGLTF_COMPONENT_TYPE_BYTE && type <= TINYGLTF_COMPONENT_TYPE_FLOAT &&
           type != TINYGLTF_COMPONENT_TYPE_INT;
}

class Reading {
public:
    Reading(const tinygltf::Model& model, const File& file, const std::string& what)
        : model_(model), file_(file), what_(what) {}

    Eigen::MatrixXd numbers(int index, int n_components) const {
        if (index < 0 || std::size_t(index) >= model_.accessors.size())
            file_.fail(fmt::format("{} refer to accessor {}, and the file has {}", what_, index,
                                   model_.accessors.size()),
                       "export the file again");
        const tinygltf::Accessor& accessor = model_.accessors[std::size_t(index)];
        const int there = tinygltf::GetNumComponentsInType(std::uint32_t(accessor.type));
        if (there <= 0 || (n_components > 0 && there != n_components))
            file_.fail(fmt::format("{} should have {} numbers each, and accessor {} has {}", what_,
                                   n_components, index, there),
                       "export the file again");
        if (!is_component_type(accessor.componentType))
            file_.fail(fmt::format("accessor {} has components of type {}, which glTF does not "
                                   "know",
                                   index, accessor.componentType),
                       "export the file again");
        require_memory(accessor, there);
        std::optional<Elements> all;
        if (accessor.bufferView >= 0)
            all = elements(accessor.bufferView, accessor.byteOffset, accessor.componentType, there,
                           accessor.count, accessor.normalized);
        Eigen::MatrixXd values = Eigen::MatrixXd::Zero(there, Eigen::Index(accessor.count));
        for (Eigen::Index i = 0; all && i < values.cols(); ++i) take(*all, i, values.col(i));
        if (accessor.sparse.isSparse) take_sparse(accessor, there, values);
        if (!values.allFinite())
            file_.fail(fmt::format("{} hold numbers that are not finite", what_),
                       "export the file again");
        return values;
    }

private:
    /// Without a buffer an accessor is zeros, and none must ask for more memory than a whole file
    /// could fill. Elements of a buffer are compared with its size.
    void require_memory(const tinygltf::Accessor& accessor, int n_components) const {
        const std::size_t most = std::size_t(1) << (accessor.bufferView >= 0 ? 30 : 24);
        if (accessor.count > most / std::size_t(n_components))
            file_.fail(
                fmt::format("{} should be {} elements, which is too many", what_, accessor.count),
                "export the file again");
    }

    Elements elements(int view_index, std::size_t offset, int type, int n_components,
                      std::size_t count, bool normalised) const {
        if (view_index < 0 || std::size_t(view_index) >= model_.bufferViews.size())
            file_.fail(fmt::format("{} refer to buffer view {}, and the file has {}", what_,
                                   view_index, model_.bufferViews.size()),
                       "export the file again");
        const tinygltf::BufferView& view = model_.bufferViews[std::size_t(view_index)];
        if (view.buffer < 0 || std::size_t(view.buffer) >= model_.buffers.size())
            file_.fail(fmt::format("buffer view {} refers to buffer {}, and the file has {}",
                                   view_index, view.buffer, model_.buffers.size()),
                       "export the file again");
        const auto& data = model_.buffers[std::size_t(view.buffer)].data;
        const std::size_t size =
            std::size_t(tinygltf::GetComponentSizeInBytes(std::uint32_t(type)) * n_components);
        const std::size_t stride = view.byteStride > 0 ? view.byteStride : size;
        const std::size_t needed = count == 0 ? 0 : offset + (count - 1) * stride + size;
        const bool fits = view.byteOffset <= data.size() &&
                          view.byteLength <= data.size() - view.byteOffset &&
                          offset <= view.byteLength && needed <= view.byteLength;
        if (!fits)
            file_.fail(fmt::format("{} reach past the end of their buffer of {} bytes", what_,
                                   data.size()),
                       "the file may have been cut off: copy or export it again");
        return {data.data() + view.byteOffset + offset, stride, type, normalised};
    }

    template <class Column>
    static void take(const Elements& from, Eigen::Index element, Column&& into) {
        const unsigned char* place = from.first + std::size_t(element) * from.stride;
        const auto size =
            std::size_t(tinygltf::GetComponentSizeInBytes(std::uint32_t(from.component_type)));
        for (Eigen::Index c = 0; c < into.size(); ++c)
            into[c] =
                component(place + std::size_t(c) * size, from.component_type, from.normalised);
    }

    void take_sparse(const tinygltf::Accessor& accessor, int n_components,
                     Eigen::MatrixXd& values) const {
        const auto& sparse = accessor.sparse;
        if (sparse.count < 0 || sparse.indices.byteOffset < 0 || sparse.values.byteOffset < 0 ||
            !is_component_type(sparse.indices.componentType))
            file_.fail(fmt::format("{} have sparse values that make no sense", what_),
                       "export the file again");
        const std::size_t count = std::size_t(sparse.count);
        const Elements places =
            elements(sparse.indices.bufferView, std::size_t(sparse.indices.byteOffset),
                     sparse.indices.componentType, 1, count, false);
        const Elements put =
            elements(sparse.values.bufferView, std::size_t(sparse.values.byteOffset),
                     accessor.componentType, n_components, count, accessor.normalized);
        for (Eigen::Index k = 0; k < Eigen::Index(count); ++k) {
            Eigen::Matrix<double, 1, 1> place;
            take(places, k, place);
            if (!(place[0] >= 0 && place[0] < double(values.cols())))
                file_.fail(fmt::format("{} have a sparse value for element {} of {}", what_,
                                       place[0], values.cols()),
                           "export the file again");
            take(put, k, values.col(Eigen::Index(place[0])));
        }
    }

    const tinygltf::Model& model_;
    const File& file_;
    const std::string& what_;
};

}  // namespace

Eigen::MatrixXd numbers(const tinygltf::Model& model, const File& file, int accessor,
                        int n_components, const std::string& what) {
    return Reading(model, file, what).numbers(accessor, n_components);
}

}  // namespace sinew::gltf
