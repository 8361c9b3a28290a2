/// A node of the scene: name, transform, slots, children.
#pragma once

#include <any>
#include <Eigen/Geometry>
#include <map>
#include <memory>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/scene/value.hpp>
#include <string>
#include <typeindex>
#include <vector>

namespace sinew {

class SceneGraph;

/// A node of the scene's tree.
class SceneNode {
public:
    const std::string& name() const { return name_; }
    /// "/arm/skeleton"; the root, which a scene does not write, is "/".
    std::string path() const;
    SceneNode* parent() const { return parent_; }
    const std::vector<std::unique_ptr<SceneNode>>& children() const { return children_; }
    SceneGraph& graph() const { return *graph_; }
    const SourceMark& mark() const { return mark_; }

    /// Rest frame of the node to the world (transforms accumulate down the tree).
    const Eigen::Affine3d& world() const { return world_; }
    /// Frame of the node to that of its parent.
    const Eigen::Affine3d& local() const { return local_; }

    /// The value that the scene gives a slot, or nullptr.
    const Value* slot(const std::string& name) const;
    int slot_count(
        const std::string& name) const;  ///< objects in that slot: 0, 1 or a list's length

    /// Something that a layer above keeps for this node (a body, say): made once, on first request,
    /// by the function given (which returns an owning pointer). Objects and attachments are
    /// destroyed in the reverse order of their completion.
    template <class T, class Make>
    T& attachment(Make&& make) {
        if (T* made = attached<T>()) return *made;
        std::shared_ptr<T> made(make());
        attach(std::type_index(typeid(T)), made);
        return *made;
    }
    /// The attachment if it has been made, else nullptr.
    template <class T>
    T* attached() const {
        auto found = attachments_.find(std::type_index(typeid(T)));
        return found == attachments_.end() ? nullptr : static_cast<T*>(found->second.get());
    }

private:
    friend class SceneGraph;
    friend class GraphReader;
    void attach(std::type_index type, std::shared_ptr<void> made);
    void detach(std::type_index type) { attachments_.erase(type); }

    std::string name_;
    SceneNode* parent_ = nullptr;
    SceneGraph* graph_ = nullptr;
    SourceMark mark_;
    Eigen::Affine3d local_ = Eigen::Affine3d::Identity();
    Eigen::Affine3d world_ = Eigen::Affine3d::Identity();
    std::map<std::string, const Value*> slots_;
    std::map<std::type_index, std::shared_ptr<void>> attachments_;
    std::vector<std::unique_ptr<SceneNode>> children_;
};

}  // namespace sinew
