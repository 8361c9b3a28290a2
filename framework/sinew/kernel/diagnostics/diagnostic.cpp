#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <utility>

namespace sinew {
namespace {

std::string format_all(const std::vector<Diagnostic>& diagnostics) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (!text.empty()) text += '\n';
        text += format(diagnostic);
    }
    return text;
}

Diagnostic make(Severity severity, SourceMark where, std::string message, std::string remedy) {
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.where = std::move(where);
    diagnostic.message = std::move(message);
    diagnostic.remedy = std::move(remedy);
    return diagnostic;
}

}  // namespace

void Diagnostics::add(Diagnostic diagnostic) {
    if (diagnostic.severity == Severity::error) ++n_errors_;
    all_.push_back(std::move(diagnostic));
}

void Diagnostics::error(SourceMark where, std::string message, std::string remedy) {
    add(make(Severity::error, std::move(where), std::move(message), std::move(remedy)));
}

void Diagnostics::warning(SourceMark where, std::string message, std::string remedy) {
    add(make(Severity::warning, std::move(where), std::move(message), std::move(remedy)));
}

void Diagnostics::throw_if_errors() const {
    if (n_errors_ > 0) throw InputError(all_);
}

InputError::InputError(Diagnostic diagnostic)
    : InputError(std::vector<Diagnostic>{std::move(diagnostic)}) {}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : diagnostics_(std::move(diagnostics)), text_(format_all(diagnostics_)) {}

InputError::InputError(SourceMark where, std::string message, std::string remedy)
    : InputError(make(Severity::error, std::move(where), std::move(message), std::move(remedy))) {}

ComputationError::ComputationError(Diagnostic diagnostic)
    : diagnostic_(std::move(diagnostic)), text_(format(diagnostic_)) {}

ComputationError::ComputationError(std::string message, std::string remedy)
    : ComputationError(make(Severity::error, {}, std::move(message), std::move(remedy))) {}

}  // namespace sinew
