#include <fmt/format.h>
#include <muParser.h>

#include <cmath>
#include <limits>
#include <mutex>
#include <numbers>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/params/expression.hpp>
#include <sinew/kernel/params/param_types.hpp>

namespace sinew::detail {
namespace {

/// One component: a muParser bound to its own t, and the place that it stands at.
class Component {
public:
    Component(const Value& value, const ReadContext& context)
        : text_(value.text),
          mark_(value.mark),
          node_path_(context.node_path),
          plugin_(context.plugin) {
        parser_.DefineConst("pi", M_PI);
        parser_.DefineConst("e", M_E);
        parser_.DefineVar("t", &t_);
        parser_.DefinePostfixOprt("deg", [](double x) { return x * std::numbers::pi / 180; });
        parser_.DefinePostfixOprt("rad", [](double x) { return x; });
        parser_.SetExpr(text_);
    }
    Component(const Component&) = delete;
    Component& operator=(const Component&) = delete;

    double at(double t) {
        t_ = t;
        return parser_.Eval();
    }
    /// Evaluates once, so that a mistake in the text is thrown now. Returns the number of values.
    int parse() {
        at(0);
        return parser_.GetNumResults();
    }
    [[noreturn]] void fail(int derivative, double result, double t) const {
        throw ComputationError(
            Diagnostic::error(
                fmt::format("the {}expression {} is {} at t = {:.6g} s",
                            derivative == 0 ? "" : "time derivative of the ", quote(text_),
                            std::isnan(result) ? "not a number" : fmt::to_string(result), t))
                .remedy("keep it finite over the whole run")
                .at(mark_)
                .on(node_path_, plugin_));
    }

private:
    std::string text_;
    SourceMark mark_;
    std::string node_path_, plugin_;
    double t_ = 0;
    mu::Parser parser_;
};

/// The derivative of f at t by five or six points h apart: central, or one-sided close to time 0,
/// before which an expression need not make sense. `largest`: of the values met.
double difference(Component& f, double t, int derivative, double h, double& largest) {
    const auto at = [&](double time) {
        const double x = f.at(time);
        largest = std::max(largest, std::abs(x));
        return x;
    };
    if (t >= 0 && t < 2 * h) {
        const double f0 = at(t), f1 = at(t + h), f2 = at(t + 2 * h), f3 = at(t + 3 * h),
                     f4 = at(t + 4 * h);
        if (derivative == 1) return (-25 * f0 + 48 * f1 - 36 * f2 + 16 * f3 - 3 * f4) / (12 * h);
        const double f5 = at(t + 5 * h);
        return (45 * f0 - 154 * f1 + 214 * f2 - 156 * f3 + 61 * f4 - 10 * f5) / (12 * h * h);
    }
    const double a = at(t - 2 * h), b = at(t - h), c = at(t + h), d = at(t + 2 * h);
    if (derivative == 1) return (a - 8 * b + 8 * c - d) / (12 * h);
    return (-a + 16 * b - 30 * at(t) + 16 * c - d) / (12 * h * h);
}

/// The derivative by steps h from the slow to the fast: the one that differs least from the next,
/// counting what round-off does to it. The steps have no common period that a vibration could hide
/// in. Vibrations of up to about 10 kHz are met to 1e-5.
double derivative_of(Component& f, double t, int derivative) {
    constexpr int n_steps = 12;
    double h = 3.7e-3, best = 0, least = std::numeric_limits<double>::infinity(), before = 0;
    for (int k = 0; k < n_steps; ++k, h *= 0.31) {
        double largest = 0;
        const double now = difference(f, t, derivative, h, largest);
        const double round_off = 1e-15 * largest / std::pow(h, derivative);
        if (k > 0 && std::abs(now - before) + round_off < least) {
            least = std::abs(now - before) + round_off;
            best = now;
        }
        before = now;
    }
    return std::isfinite(least) ? best : before;
}

class Expressions final : public Curve {
public:
    void add(std::unique_ptr<Component> component) { components_.push_back(std::move(component)); }

    void evaluate(double t, int derivative, double* out) const override {
        const std::lock_guard lock(mutex_);
        for (const auto& component : components_) {
            const double x =
                derivative == 0 ? component->at(t) : derivative_of(*component, t, derivative);
            if (!std::isfinite(x)) component->fail(derivative, x, t);
            *out++ = x;
        }
    }

private:
    std::vector<std::unique_ptr<Component>> components_;
    mutable std::mutex mutex_;  // a parser holds its variable's value while it evaluates
};

/// The place of a character of a scalar's text, if the scalar stands on one line as it is written.
SourceMark place_in(const Value& value, int position) {
    SourceMark mark = value.mark;
    if (position < 0 || position > static_cast<int>(value.text.size())) return mark;
    mark.column += position + (value.quoted ? 1 : 0);
    mark.length = 1;
    return mark;
}

/// An assignment would change t behind our back: it is a comparison misspelt.
int position_of_assignment(const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '=') continue;
        const bool doubled = i + 1 < text.size() && text[i + 1] == '=';
        const bool compares = i > 0 && std::string("<>!=").find(text[i - 1]) != std::string::npos;
        if (!doubled && !compares) return static_cast<int>(i);
    }
    return -1;
}

/// What muParser says, which repeats the text from where it stopped.
std::string message(const mu::Parser::exception_type& error) {
    constexpr std::size_t longest_token = 60;
    return error.GetToken().size() > longest_token ? "it cannot be read" : error.GetMsg();
}

std::unique_ptr<Component> read_component(const Value& value, const FieldInfo& info,
                                          ReadContext& context) {
    const char* remedy =
        "an expression in t [s] with pi, e, + - * / ^, sin, cos, exp, sqrt, abs, "
        "min, max, `a < b ? c : d`, and angles like 45 deg; its result is in SI units";
    if (!value.is_scalar() || value.text.empty()) {
        context.error(value.mark,
                      fmt::format("{}: expected an expression, got {}", info.name,
                                  value.is_scalar() ? "an empty text" : value.describe()),
                      remedy);
        return nullptr;
    }
    if (const int position = position_of_assignment(value.text); position >= 0) {
        context.error(place_in(value, position),
                      fmt::format("{}: '=' in the expression {}", info.name, quote(value.text)),
                      "write == to compare");
        return nullptr;
    }
    try {
        auto component = std::make_unique<Component>(value, context);
        if (component->parse() == 1) return component;
        context.error(value.mark,
                      fmt::format("{}: {} gives several values", info.name, quote(value.text)),
                      "write one expression a component");
    } catch (const mu::Parser::exception_type& error) {
        context.error(place_in(value, error.GetPos()),
                      fmt::format("{}: in the expression {}: {}", info.name, quote(value.text),
                                  message(error)),
                      remedy);
    }
    return nullptr;
}

}  // namespace

std::shared_ptr<const Curve> read_expression(const Value& value, const FieldInfo& info,
                                             ReadContext& context, int n_components) {
    auto curve = std::make_shared<Expressions>();
    if (n_components > 1 && !expect_list(value, info, context, n_components, "expressions"))
        return nullptr;
    bool ok = true;
    for (int c = 0; c < n_components; ++c) {
        const auto i = static_cast<std::size_t>(c);
        auto component = n_components == 1
                             ? read_component(value, info, context)
                             : read_component(value.items[i], ItemInfo(info, i), context);
        ok = component && ok;
        if (component) curve->add(std::move(component));
    }
    return ok ? curve : nullptr;
}

}  // namespace sinew::detail
