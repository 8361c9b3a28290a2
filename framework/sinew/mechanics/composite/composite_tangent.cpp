#include <algorithm>
#include <sinew/mechanics/composite/composite_tangent.hpp>

namespace sinew {

namespace {

/// Each body's own preconditioner on its own degrees of freedom.
class BlockPreconditioner final : public Preconditioner {
public:
    BlockPreconditioner(std::vector<std::unique_ptr<Preconditioner>> parts,
                        std::vector<Index> offsets)
        : parts_(std::move(parts)), offsets_(std::move(offsets)) {}
    void apply(const Vector& x, Vector& y) const override {
        y.resize(x.size());
        Vector part;
        for (std::size_t k = 0; k < parts_.size(); ++k) {
            const Index n = offsets_[k + 1] - offsets_[k];
            part.resize(n);
            parts_[k]->apply(x.segment(offsets_[k], n), part);
            y.segment(offsets_[k], n) = part;
        }
    }

private:
    std::vector<std::unique_ptr<Preconditioner>> parts_;
    std::vector<Index> offsets_;
};

}  // namespace

void CompositeTangent::assemble(std::vector<const Tangent*> bodies,
                                const std::vector<Index>& offsets,
                                std::vector<CouplingBlock> blocks, bool couplings_symmetric) {
    bodies_ = std::move(bodies);
    offsets_ = offsets;
    size_ = offsets.back();
    blocks_ = std::move(blocks);
    couplings_symmetric_ = couplings_symmetric;
    std::vector<long> signature;
    signature.reserve(bodies_.size() + 4 * blocks_.size());
    for (const Tangent* body : bodies_) signature.push_back(body->pattern_revision());
    for (const CouplingBlock& b : blocks_)
        signature.insert(signature.end(), {b.row, b.col, b.block.rows(), b.block.cols()});
    if (signature == signature_) return;
    signature_ = std::move(signature);
    ++revision_;
}

void CompositeTangent::apply(const Vector& x, Vector& y) const {
    if (bodies_.size() == 1) {
        bodies_[0]->apply(x, y);
    } else {
        y.resize(size_);
        Vector part_x, part_y;
        for (std::size_t k = 0; k < bodies_.size(); ++k) {
            const Index n = offsets_[k + 1] - offsets_[k];
            part_x = x.segment(offsets_[k], n);
            part_y.resize(n);
            bodies_[k]->apply(part_x, part_y);
            y.segment(offsets_[k], n) = part_y;
        }
    }
    for (const CouplingBlock& b : blocks_)
        y.segment(b.row, b.block.rows()) += b.block * x.segment(b.col, b.block.cols());
}

bool CompositeTangent::has_entries() const {
    for (const Tangent* body : bodies_)
        if (!body->has_entries()) return false;
    return true;
}

void CompositeTangent::add_entries(EntrySink& sink, Index offset) const {
    for (std::size_t k = 0; k < bodies_.size(); ++k)
        bodies_[k]->add_entries(sink, offset + offsets_[k]);
    for (const CouplingBlock& b : blocks_) {
        if (b.block.rows() == 3 && b.block.cols() == 3)
            sink.add3(offset + b.row, offset + b.col, b.block);
        else
            sink.add(offset + b.row, offset + b.col, b.block);
    }
}

Vector CompositeTangent::diagonal() const {
    Vector diagonal(size_);
    for (std::size_t k = 0; k < bodies_.size(); ++k)
        diagonal.segment(offsets_[k], offsets_[k + 1] - offsets_[k]) = bodies_[k]->diagonal();
    for (const CouplingBlock& b : blocks_)
        for (Index j = 0; j < b.block.cols(); ++j) {
            const Index i = b.col + j - b.row;
            if (i >= 0 && i < b.block.rows()) diagonal[b.col + j] += b.block(i, j);
        }
    return diagonal;
}

/// Bodies hear of what couplings add to their own blocks, not of what couples them to others.
std::unique_ptr<Preconditioner> CompositeTangent::preconditioner(
    const std::vector<char>& fixed, const std::vector<CouplingBlock>& coupled) const {
    if (bodies_.size() == 1 && coupled.empty()) return bodies_[0]->preconditioner(fixed, blocks_);
    std::vector<std::unique_ptr<Preconditioner>> parts;
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        const Index first = offsets_[k], end = offsets_[k + 1];
        const auto is_within = [&](Index i) { return i >= first && i < end; };
        std::vector<CouplingBlock> own;
        for (const std::vector<CouplingBlock>* blocks : {&blocks_, &coupled})
            for (const CouplingBlock& b : *blocks)
                if (is_within(b.row) && is_within(b.col))
                    own.push_back({b.row - first, b.col - first, b.block});
        const std::vector<char> part(fixed.begin() + first, fixed.begin() + end);
        parts.push_back(bodies_[k]->preconditioner(part, own));
        if (!parts.back()) return nullptr;
    }
    return std::make_unique<BlockPreconditioner>(std::move(parts), offsets_);
}

bool CompositeTangent::symmetric() const {
    for (const Tangent* body : bodies_)
        if (!body->symmetric()) return false;
    return couplings_symmetric_;
}

int CompositeTangent::dofs_per_node() const {
    const auto is_of_nodes = [](const Tangent* body) { return body->dofs_per_node() == 3; };
    return std::all_of(bodies_.begin(), bodies_.end(), is_of_nodes) ? 3 : 1;
}

std::vector<Eigen::Matrix3d> CompositeTangent::node_rotations() const {
    if (dofs_per_node() != 3) return {};
    std::vector<Eigen::Matrix3d> all;
    bool any = false;
    for (const Tangent* body : bodies_) {
        const std::vector<Eigen::Matrix3d> of_body = body->node_rotations();
        any = any || !of_body.empty();
        if (of_body.empty())
            all.insert(all.end(), std::size_t(body->size() / 3), Eigen::Matrix3d::Identity());
        else
            all.insert(all.end(), of_body.begin(), of_body.end());
    }
    return any ? all : std::vector<Eigen::Matrix3d>();
}

Eigen::MatrixXd CompositeTangent::near_null_space() const {
    if (bodies_.size() == 1) return bodies_[0]->near_null_space();
    Index n_columns = 0;
    std::vector<Eigen::MatrixXd> parts;
    for (const Tangent* body : bodies_) {
        parts.push_back(body->near_null_space());
        n_columns = std::max(n_columns, parts.back().cols());
    }
    Eigen::MatrixXd whole = Eigen::MatrixXd::Zero(size_, n_columns);
    for (std::size_t k = 0; k < parts.size(); ++k)
        if (parts[k].size() > 0)
            whole.block(offsets_[k], 0, parts[k].rows(), parts[k].cols()) = parts[k];
    return whole;
}

}  // namespace sinew
