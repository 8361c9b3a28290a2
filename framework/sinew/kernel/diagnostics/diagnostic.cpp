#include <sinew/kernel/diagnostics/attribution.hpp>
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

}  // namespace

DiagnosticBuilder Diagnostic::error(std::string message) {
    return {Severity::error, std::move(message)};
}

DiagnosticBuilder Diagnostic::warning(std::string message) {
    return {Severity::warning, std::move(message)};
}

DiagnosticBuilder::DiagnosticBuilder(Severity severity, std::string message) {
    diagnostic_.severity = severity;
    diagnostic_.message = std::move(message);
}

DiagnosticBuilder& DiagnosticBuilder::remedy(std::string text) {
    diagnostic_.remedy = std::move(text);
    return *this;
}

DiagnosticBuilder& DiagnosticBuilder::at(SourceMark where) {
    diagnostic_.where = std::move(where);
    return *this;
}

DiagnosticBuilder& DiagnosticBuilder::on(std::string node_path, std::string plugin) {
    diagnostic_.node_path = std::move(node_path);
    diagnostic_.plugin = std::move(plugin);
    return *this;
}

DiagnosticBuilder& DiagnosticBuilder::on(const Attribution& who) {
    diagnostic_ = attribute_to(std::move(diagnostic_), who);
    return *this;
}

void Diagnostics::add(Diagnostic diagnostic) {
    if (diagnostic.severity == Severity::error) ++n_errors_;
    all_.push_back(std::move(diagnostic));
}

void Diagnostics::error(SourceMark where, std::string message, std::string remedy) {
    add(Diagnostic::error(std::move(message)).remedy(std::move(remedy)).at(std::move(where)));
}

void Diagnostics::warning(SourceMark where, std::string message, std::string remedy) {
    add(Diagnostic::warning(std::move(message)).remedy(std::move(remedy)).at(std::move(where)));
}

void Diagnostics::throw_if_errors() const {
    if (n_errors_ > 0) throw InputError(all_);
}

InputError::InputError(Diagnostic diagnostic)
    : InputError(std::vector<Diagnostic>{std::move(diagnostic)}) {}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : diagnostics_(std::move(diagnostics)), text_(format_all(diagnostics_)) {}

InputError::InputError(SourceMark where, std::string message, std::string remedy)
    : InputError(
          Diagnostic::error(std::move(message)).remedy(std::move(remedy)).at(std::move(where))) {}

ComputationError::ComputationError(Diagnostic diagnostic)
    : diagnostic_(std::move(diagnostic)), text_(format(diagnostic_)) {}

ComputationError::ComputationError(std::string message, std::string remedy)
    : ComputationError(Diagnostic::error(std::move(message)).remedy(std::move(remedy))) {}

}  // namespace sinew
