/// A selection as a tree of shapes, sets and combinations (selection.hpp says what they mean).
#pragma once

#include <functional>
#include <memory>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/selection/selection.hpp>
#include <utility>
#include <vector>

namespace sinew {

/// A term of a selection's tree: it chooses nodes or elements, or combines other terms.
struct Selection::Term {
    /// The mesh that a selection is evaluated on.
    struct Target {
        const VolumeMesh& mesh;
        const Boundary& skin;
        Eigen::AlignedBox3d box;
        double tolerance;  ///< of shapes that give none [m]

        /// Its name in messages: a mesh without elements is a surface.
        const char* name() const { return mesh.n_elements() > 0 ? "mesh" : "surface"; }
    };
    using Mask = std::vector<char>;  ///< one a node or an element: selected or not

    virtual ~Term() = default;
    /// Selected nodes, one flag a node.
    virtual Mask nodes(const Target& target) const = 0;
    /// Selected elements, one flag an element; by default those all of whose nodes are selected.
    virtual Mask elements(const Target& target) const;
    /// True if a part of the selection is given per element.
    virtual bool speaks_of_elements(const Target&) const { return false; }
};

namespace selection {

using Term = Selection::Term;
using TermPointer = std::shared_ptr<const Term>;

/// All nodes.
class Everything final : public Term {
public:
    Mask nodes(const Target& target) const override;
};

/// The nodes of the skin.
class OnBoundary final : public Term {
public:
    Mask nodes(const Target& target) const override;
};

/// The nodes at which `contains(x, target)` holds.
class Shape final : public Term {
public:
    using Contains = std::function<bool(const Eigen::Vector3d&, const Target&)>;
    explicit Shape(Contains contains) : contains_(std::move(contains)) {}
    Mask nodes(const Target& target) const override;

private:
    Contains contains_;
};

/// Nodes by number.
class NodeList final : public Term {
public:
    NodeList(std::vector<int> numbers, SourceMark mark)
        : numbers_(std::move(numbers)), mark_(std::move(mark)) {}
    Mask nodes(const Target& target) const override;

private:
    std::vector<int> numbers_;
    SourceMark mark_;
};

/// A selection that is given per element; its nodes are those of its elements.
class OfElements : public Term {
public:
    Mask nodes(const Target& target) const override;
    bool speaks_of_elements(const Target&) const override { return true; }
};

/// Elements by number.
class ElementList final : public OfElements {
public:
    ElementList(std::vector<int> numbers, SourceMark mark)
        : numbers_(std::move(numbers)), mark_(std::move(mark)) {}
    Mask elements(const Target& target) const override;

private:
    std::vector<int> numbers_;
    SourceMark mark_;
};

/// A set by name; where nodes and elements both have one of that name, each question gets its own.
class NamedSet final : public OfElements {
public:
    NamedSet(std::string name, SourceMark mark) : name_(std::move(name)), mark_(std::move(mark)) {}
    Mask nodes(const Target& target) const override;
    Mask elements(const Target& target) const override;
    bool speaks_of_elements(const Target& target) const override;

private:
    void require(const Target& target) const;
    std::string name_;
    SourceMark mark_;
};

/// Elements or nodes whose value in an array of one component lies between two values (both
/// included).
class NamedArray final : public OfElements {
public:
    NamedArray(std::string name, double low, double high, SourceMark mark)
        : name_(std::move(name)), low_(low), high_(high), mark_(std::move(mark)) {}
    Mask nodes(const Target& target) const override;
    Mask elements(const Target& target) const override;
    bool speaks_of_elements(const Target& target) const override;

private:
    Mask where(const Eigen::MatrixXd& values) const;
    void require(const Target& target) const;
    std::string name_;
    double low_, high_;
    SourceMark mark_;
};

/// Selections that are combined: all_of, any_of, or not.
class Combination final : public Term {
public:
    enum class How { all_of, any_of, none_of };
    /// `marks` are the places of the parts.
    Combination(How how, std::vector<TermPointer> parts, std::vector<SourceMark> marks)
        : how_(how),
          parts_(std::move(parts)),
          marks_(std::move(marks)),
          is_reported_(parts_.size(), 0) {}
    Mask nodes(const Target& target) const override;
    Mask elements(const Target& target) const override;
    bool speaks_of_elements(const Target& target) const override;

private:
    template <class MaskOf>
    Mask combine(std::size_t n, const char* what, MaskOf&& mask_of) const;
    void warn_of_empty(std::size_t part, const char* what) const;
    How how_;
    std::vector<TermPointer> parts_;
    std::vector<SourceMark> marks_;
    mutable std::vector<char> is_reported_;  ///< of each part, that it was found empty
};

/// The tree of a scene's value; nullptr if something in it was wrong and diagnosed.
TermPointer read(const Value& value, const FieldInfo& info, ReadContext& context);

}  // namespace selection
}  // namespace sinew
