/// A material parameter that may differ from element to element.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <sinew/kernel/params/params.hpp>
#include <string>
#include <vector>

namespace sinew {

struct VolumeMesh;

/// A number; `{array: name}` (a named element array of the mesh, in SI, optionally `scale:`);
/// or `{default: 1 MPa, regions: {set_name: 2 MPa, ...}}` (element sets of the mesh, later ones
/// win).
template <class T>
class Field;

/// A number for each element, in SI.
template <>
class Field<double> {
public:
    /// One value for all elements.
    Field(double constant = 0) : constant_(constant) {}  // NOLINT: a number is a field
    /// One value an element, in the order of the mesh that it is asked for on.
    static Field of_elements(Eigen::VectorXd values);

    /// One value per element. Throws InputError at the parameter's place: no such array or set
    /// (names what is there), wrong size, value out of the declared range, NaN.
    Eigen::VectorXd on(const VolumeMesh& mesh) const;
    /// True if the field is one value for all elements, constant().
    bool is_constant() const { return array_.empty() && regions_.empty() && values_.size() == 0; }
    /// The value for all elements, in SI, if is_constant().
    double constant() const { return constant_; }

private:
    friend struct ParamType<Field<double>>;
    struct Region {
        std::string set;
        double value;
        SourceMark mark;
    };
    Eigen::VectorXd from_array(const VolumeMesh& mesh) const;
    Eigen::VectorXd from_regions(const VolumeMesh& mesh) const;

    double constant_ = 0;
    Eigen::VectorXd values_;  ///< of the elements; empty: it is as the scene says
    std::string array_;
    double array_scale_ = 1;
    std::vector<Region> regions_;
    SourceMark mark_;
    FieldInfo info_;
};

template <>
struct ParamType<Field<double>> {
    static bool read(const Value&, const FieldInfo&, ReadContext&, Field<double>& out);
    static std::string type_name(const FieldInfo&);
    static std::string schema(const FieldInfo&);
    static std::string show(const Field<double>&, const FieldInfo&);
};

}  // namespace sinew
