/// A function of time with values in R^n: what stands behind Varying.
#pragma once

#include <memory>
#include <string>

namespace sinew {

class Diagnostics;
class Value;
struct FieldInfo;
struct ReadContext;

/// A curve of n components.
class Curve {
public:
    virtual ~Curve() = default;

    /// Writes the n components of the value (derivative 0), rate (1) or acceleration (2) at time t
    /// [s] to out. Throws ComputationError if that is not finite.
    virtual void evaluate(double t, int derivative, double* out) const = 0;
};

namespace detail {

/// Reads `{keyframes: ...}` or `{expr: ...}`; nullptr if that went wrong and was diagnosed.
std::shared_ptr<const Curve> read_curve(const Value& map, const FieldInfo& info,
                                        ReadContext& context, int n_components);

/// The same context, whose diagnostics go into `found`.
ReadContext reading_into(Diagnostics& found, const ReadContext& context);

/// Hands on what was found in a constant. The remedy for what is written in t is an expression.
void hand_on(const Diagnostics& found, const Value& constant, ReadContext& context);

/// The constant's schema, or keyframes of it, or an expression for each component.
std::string varying_schema(const std::string& constant, int n_components);

}  // namespace detail
}  // namespace sinew
