/// Keyframes, and reading of what varies in time; expressions are in expression.cpp.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sinew/kernel/params/expression.hpp>
#include <sinew/kernel/params/param_types.hpp>
#include <sinew/kernel/params/types.hpp>

namespace sinew {
namespace {

enum class Interpolation { linear, smooth };

/// The derivative of a cubic Hermite piece of length h from (a, slope_a) to (b, slope_b) at s in
/// [0, 1].
double hermite(double s, double h, double a, double b, double slope_a, double slope_b,
               int derivative) {
    const double c = b - a;
    const double c2 = 3 * c - h * (2 * slope_a + slope_b);
    const double c3 = -2 * c + h * (slope_a + slope_b);
    switch (derivative) {
        case 0:
            return a + s * (h * slope_a + s * (c2 + s * c3));
        case 1:
            return slope_a + s * (2 * c2 + 3 * s * c3) / h;
        default:
            return (2 * c2 + 6 * s * c3) / (h * h);
    }
}

class Keyframes final : public Curve {
public:
    Keyframes(std::vector<double> times, std::vector<double> values, int n_components,
              Interpolation interpolation)
        : times_(std::move(times)), values_(std::move(values)), n_(n_components) {
        if (interpolation == Interpolation::smooth) find_slopes();
    }

    void evaluate(double t, int derivative, double* out) const override {
        const std::size_t last = times_.size() - 1;
        if (t < times_.front() || t >= times_[last]) {
            const std::size_t held = t < times_.front() ? 0 : last;
            for (int c = 0; c < n_; ++c) out[c] = derivative == 0 ? value(held, c) : 0;
            return;
        }
        const auto after = std::upper_bound(times_.begin(), times_.end(), t);
        const auto k = static_cast<std::size_t>(after - times_.begin()) - 1;
        const double h = times_[k + 1] - times_[k];
        const double s = (t - times_[k]) / h;
        for (int c = 0; c < n_; ++c) {
            const double a = value(k, c), b = value(k + 1, c);
            if (!slopes_.empty())
                out[c] = hermite(s, h, a, b, slope(k, c), slope(k + 1, c), derivative);
            else
                out[c] = derivative == 0 ? (1 - s) * a + s * b : derivative == 1 ? (b - a) / h : 0;
        }
    }

private:
    double value(std::size_t k, int c) const { return values_[index(k, c)]; }
    double slope(std::size_t k, int c) const { return slopes_[index(k, c)]; }
    std::size_t index(std::size_t k, int c) const {
        return k * static_cast<std::size_t>(n_) + static_cast<std::size_t>(c);
    }

    /// Slopes at inner keyframes are weighted harmonic means of the two secants, zero at extremes,
    /// so that the curve stays between its keyframes. Fritsch & Butland, SIAM J. Sci. Stat. Comput.
    /// 5, 1984.
    void find_slopes() {
        slopes_.assign(values_.size(), 0);
        for (std::size_t k = 1; k + 1 < times_.size(); ++k) {
            const double h0 = times_[k] - times_[k - 1], h1 = times_[k + 1] - times_[k];
            for (int c = 0; c < n_; ++c) {
                const double d0 = (value(k, c) - value(k - 1, c)) / h0;
                const double d1 = (value(k + 1, c) - value(k, c)) / h1;
                if (d0 * d1 <= 0) continue;
                const double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
                slopes_[index(k, c)] = (w0 + w1) / (w0 / d0 + w1 / d1);
            }
        }
    }

    std::vector<double> times_, values_, slopes_;  // slopes_ is empty for linear interpolation
    int n_;
};

const FieldInfo keyframe{"keyframes", unit::one, any_number, "a keyframe is [time, value]", false};
const FieldInfo keyframe_time{"time of a keyframe", unit::s, any_number,
                              "a keyframe is [time, value]", false};

bool read_components(const Value& value, const FieldInfo& info, ReadContext& context, int n,
                     std::vector<double>& out) {
    if (n > 1 && !detail::expect_list(value, info, context, n, "numbers")) return false;
    bool ok = true;
    for (int c = 0; c < n; ++c) {
        const auto i = static_cast<std::size_t>(c);
        double x = 0;
        ok = (n == 1 ? ParamType<double>::read(value, info, context, x)
                     : ParamType<double>::read(value.items[i], detail::ItemInfo(info, i), context,
                                               x)) &&
             ok;
        out.push_back(x);
    }
    return ok;
}

bool read_interpolation(const Value& map, ReadContext& context, Interpolation& out) {
    const Value* value = map.find("interpolate");
    if (!value) return true;
    std::size_t chosen = 0;
    const FieldInfo info{"interpolate", unit::one, any_number, "between keyframes", false};
    if (!detail::read_choice(*value, info, context, {"linear", "smooth"}, {}, chosen)) return false;
    out = chosen == 0 ? Interpolation::linear : Interpolation::smooth;
    return true;
}

std::shared_ptr<const Curve> read_keyframes(const Value& map, const Value& list,
                                            const FieldInfo& info, ReadContext& context, int n) {
    Interpolation interpolation = Interpolation::linear;
    bool ok = read_interpolation(map, context, interpolation);
    if (!list.is_list() || list.items.empty()) {
        context.error(list.mark,
                      fmt::format("{}: expected a list of keyframes, got {}", info.name,
                                  list.is_list() ? "an empty list" : list.describe()),
                      "write keyframes: [[time, value], [time, value], ...]");
        return nullptr;
    }
    std::vector<double> times, values;
    for (std::size_t k = 0; k < list.items.size(); ++k) {
        const Value& frame = list.items[k];
        if (!detail::expect_list(frame, detail::ItemInfo(keyframe, k), context, 2, "entries")) {
            ok = false;
            continue;
        }
        double t = 0;
        const bool has_time = ParamType<double>::read(frame.items[0], keyframe_time, context, t);
        if (has_time && !times.empty() && t <= times.back())
            ok = context.error(
                frame.items[0].mark,
                fmt::format("{}: keyframe at {:.6g} s comes after the one at {:.6g} s", info.name,
                            t, times.back()),
                "times must ascend");
        ok = read_components(frame.items[1], info, context, n, values) && has_time && ok;
        if (has_time) times.push_back(t);
    }
    if (!ok) return nullptr;
    return std::make_shared<Keyframes>(std::move(times), std::move(values), n, interpolation);
}

/// True if a text has the name t in it other than behind a number, where it is the unit tonne.
bool is_in_time(const std::string& text) {
    const auto is_letter = [&](std::size_t i) {
        return i < text.size() &&
               (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
    };
    const auto is_behind_number = [&](std::size_t i) {
        const std::size_t before = i == 0 ? text.npos : text.find_last_not_of(' ', i - 1);
        return before != text.npos &&
               (std::isdigit(static_cast<unsigned char>(text[before])) || text[before] == '.');
    };
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == 't' && !is_letter(i + 1) && (i == 0 || !is_letter(i - 1)) &&
            !is_behind_number(i))
            return true;
    return false;
}

/// True if a scalar that is written in t stands at the place.
bool is_in_time(const Value& value, const SourceMark& where) {
    if (value.is_list())
        return std::any_of(value.items.begin(), value.items.end(),
                           [&](const Value& item) { return is_in_time(item, where); });
    return value.is_scalar() && value.mark.line == where.line &&
           value.mark.column == where.column && is_in_time(value.text);
}

}  // namespace

namespace detail {

ReadContext reading_into(Diagnostics& found, const ReadContext& context) {
    return {found,          context.plugins,    context.node_path,
            context.plugin, context.references, context.structure,
            context.files};
}

void hand_on(const Diagnostics& found, const Value& constant, ReadContext& context) {
    for (Diagnostic one : found.all()) {
        if (one.severity == Severity::error && is_in_time(constant, one.where))
            one.remedy = fmt::format("write {} for a value that varies with time{}{}",
                                     constant.is_list() ? "{expr: [...]}" : "{expr: ...}",
                                     one.remedy.empty() ? "" : "; ", one.remedy);
        context.diagnostics.add(std::move(one));
    }
}

std::shared_ptr<const Curve> read_curve(const Value& map, const FieldInfo& info,
                                        ReadContext& context, int n_components) {
    const Value* keyframes = map.find("keyframes");
    const Value* expr = map.find("expr");
    for (const Value::Entry& entry : map.entries) {
        const bool fits = entry.key == "keyframes" || entry.key == "expr" ||
                          (entry.key == "interpolate" && !expr);
        if (fits) continue;
        context.error(entry.key_mark,
                      fmt::format("{}: '{}' does not belong here", info.name, entry.key),
                      "what varies in time is {keyframes: [[t, v], ...], interpolate: linear or "
                      "smooth} or {expr: ...}");
        return nullptr;
    }
    if ((keyframes != nullptr) == (expr != nullptr)) {
        context.error(map.mark,
                      fmt::format("{}: {}", info.name,
                                  expr ? "both keyframes and expr are given"
                                       : "a map must have keyframes or expr"),
                      "give one of the two");
        return nullptr;
    }
    return keyframes ? read_keyframes(map, *keyframes, info, context, n_components)
                     : read_expression(*expr, info, context, n_components);
}

}  // namespace detail
}  // namespace sinew
