/// Examples of several bodies with the same candidates, one below the other.
#pragma once

#include <vector>

#include "element_columns.hpp"

namespace sinew::cubature {

/// Column e holds what element e gives in the examples of the first body, then of the second ...
class StackedColumns final : public CubatureColumns {
public:
    /// All outlive it, and have the same candidates.
    explicit StackedColumns(std::vector<const ElementColumns*> parts) : parts_(std::move(parts)) {
        Index n = 0;
        for (const ElementColumns* part : parts_) n += part->target().size();
        target_.resize(n);
        n = 0;
        for (const ElementColumns* part : parts_) {
            target_.segment(n, part->target().size()) = part->target();
            n += part->target().size();
        }
    }

    int n_candidates() const override { return parts_.front()->n_candidates(); }
    const Vector& target() const override { return target_; }
    void compute(std::span<const int> candidates, std::span<double* const> columns) const override {
        std::vector<double*> below(columns.begin(), columns.end());
        for (const ElementColumns* part : parts_) {
            part->compute(candidates, below);
            for (double*& column : below) column += part->target().size();
        }
    }

private:
    std::vector<const ElementColumns*> parts_;
    Vector target_;
};

}  // namespace sinew::cubature
