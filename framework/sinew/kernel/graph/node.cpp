#include <sinew/kernel/graph/built.hpp>
#include <sinew/kernel/graph/node.hpp>

namespace sinew {

std::string SceneNode::path() const {
    if (!parent_) return "/";
    return parent_->parent_ ? parent_->path() + "/" + name_ : "/" + name_;
}

const Value* SceneNode::slot(const std::string& name) const {
    const auto found = slots_.find(name);
    return found == slots_.end() ? nullptr : found->second;
}

int SceneNode::slot_count(const std::string& name) const {
    const Value* value = slot(name);
    if (!value) return 0;
    return value->is_list() ? static_cast<int>(value->items.size()) : 1;
}

/// Attachments join the order of completion, for destruction.
void SceneNode::attach(std::type_index type, std::shared_ptr<void> made) {
    attachments_[type] = std::move(made);
    graph_->built_->completed.push_back({nullptr, this, type});
}

}  // namespace sinew
