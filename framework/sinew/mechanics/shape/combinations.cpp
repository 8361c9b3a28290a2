#include <algorithm>
#include <cmath>
#include <sinew/mechanics/shape/combinations.hpp>

namespace sinew::shapes {

namespace {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

/// Parts folded in their order by a smooth minimum; intersections and differences are unions of
/// complements, so a sign on each part and one on the whole make all three.
class Combination final : public Shape::Solid {
public:
    enum class Kind { unite, intersect, subtract };

    Combination(Kind kind, std::vector<SolidPtr> parts, double blend)
        : kind_(kind), parts_(std::move(parts)), blend_(blend) {}

    double value(const Vector3d& x) const override {
        double folded = sign(0) * parts_[0]->value(x);
        for (std::size_t i = 1; i < parts_.size(); ++i)
            folded = smooth_min(folded, sign(i) * parts_[i]->value(x), blend_);
        return kind_ == Kind::unite ? folded : -folded;
    }

    AlignedBox3d box() const override {
        AlignedBox3d box = parts_[0]->box();
        if (kind_ == Kind::subtract) return box;
        for (std::size_t i = 1; i < parts_.size(); ++i) {
            if (kind_ == Kind::unite)
                box.extend(parts_[i]->box());
            else
                box = box.intersection(parts_[i]->box());
        }
        // Melting adds at most a sixth of the blend's width to a union, once a fold.
        if (kind_ == Kind::unite && blend_ > 0) {
            const double swell = blend_ * static_cast<double>(parts_.size() - 1) / 6;
            box.min().array() -= swell;
            box.max().array() += swell;
        }
        return box;
    }

    void edges(std::vector<Shape::Edge>& out) const override {
        for (const auto& part : parts_) part->edges(out);
    }

    SolidPtr grown(const Bones& bones) const override {
        std::vector<SolidPtr> parts = parts_;
        bool any = false;
        for (SolidPtr& part : parts)
            if (const SolidPtr with_limbs = part->grown(bones)) {
                part = with_limbs;
                any = true;
            }
        return any ? std::make_shared<Combination>(kind_, std::move(parts), blend_) : nullptr;
    }

private:
    double sign(std::size_t part) const {
        if (kind_ == Kind::unite) return 1;
        if (kind_ == Kind::intersect) return -1;
        return part == 0 ? -1 : 1;
    }

    Kind kind_;
    std::vector<SolidPtr> parts_;
    double blend_;
};

class Placed final : public Shape::Solid {
public:
    Placed(SolidPtr part, const Eigen::Affine3d& placement, double scale)
        : part_(std::move(part)),
          to_world_(placement),
          to_part_(placement.inverse()),
          scale_(scale) {}

    double value(const Vector3d& x) const override { return scale_ * part_->value(to_part_ * x); }

    AlignedBox3d box() const override {
        const AlignedBox3d inner = part_->box();
        if (!inner.sizes().allFinite()) return inner;
        AlignedBox3d box;
        for (int corner = 0; corner < 8; ++corner) {
            const auto which = static_cast<AlignedBox3d::CornerType>(corner);
            box.extend(to_world_ * inner.corner(which));
        }
        return box;
    }

    void edges(std::vector<Shape::Edge>& out) const override {
        std::vector<Shape::Edge> inner;
        part_->edges(inner);
        for (const auto& edge : inner) out.push_back({to_world_ * edge.a, to_world_ * edge.b});
    }

    SolidPtr grown(const Bones& bones) const override {
        const SolidPtr part = part_->grown(bones);
        return part ? std::make_shared<Placed>(part, to_world_, scale_) : nullptr;
    }

private:
    SolidPtr part_;
    Eigen::Affine3d to_world_;
    Eigen::Affine3d to_part_;
    double scale_;
};

}  // namespace

double smooth_min(double a, double b, double blend) {
    if (blend <= 0) return std::min(a, b);
    const double h = std::max(0.0, 1 - std::abs(a - b) / blend);
    return std::min(a, b) - blend / 6 * h * h * h;
}

SolidPtr unite(std::vector<SolidPtr> parts, double blend) {
    return std::make_shared<Combination>(Combination::Kind::unite, std::move(parts), blend);
}

SolidPtr intersect(std::vector<SolidPtr> parts, double blend) {
    return std::make_shared<Combination>(Combination::Kind::intersect, std::move(parts), blend);
}

SolidPtr subtract(std::vector<SolidPtr> parts, double blend) {
    return std::make_shared<Combination>(Combination::Kind::subtract, std::move(parts), blend);
}

SolidPtr place(SolidPtr part, const Eigen::Affine3d& placement, double scale) {
    return std::make_shared<Placed>(std::move(part), placement, scale);
}

}  // namespace sinew::shapes
