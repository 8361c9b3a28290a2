/// The errors that a person reads: the problem, its place, and the remedy.
#pragma once

#include <exception>
#include <memory>
#include <string>
#include <vector>

namespace sinew {

/// A whole text that places point into: a scene file, or an option of the command line, which is
/// its own name ("--set time.step=0") and is printed without line and column.
struct SourceText {
    std::string name;  ///< as the user would write it: "beam.yaml"
    std::string text;
};

/// A place in a text; line and column count characters (not bytes) from 1, line 0 means "no place".
struct SourceMark {
    std::shared_ptr<const SourceText> source;
    int line = 0;
    int column = 0;
    int length = 1;  ///< characters to underline

    /// True if the mark points into a text.
    bool known() const { return source != nullptr && line > 0; }
};

/// Weight of a diagnostic: an error ends the run, a warning and a note do not.
enum class Severity { error, warning, note };

class DiagnosticBuilder;

/// A message to the user: the problem, its remedy, its place in the scene, and the node and the
/// plugin that it concerns.
struct Diagnostic {
    /// `Diagnostic::error("...").remedy("...").at(mark).on(node_path, plugin)`
    static DiagnosticBuilder error(std::string message);
    /// The same as a warning.
    static DiagnosticBuilder warning(std::string message);

    Severity severity = Severity::error;
    std::string message;  ///< one sentence without a full stop: what is wrong, with both sides
    std::string remedy;   ///< what is allowed and what to do; may be empty
    SourceMark where;
    std::string node_path;  ///< "/beam" when a node is concerned
    std::string plugin;     ///< "material/neo_hookean" when a plugin is concerned
};

struct Attribution;

/// A Diagnostic in the making; what is not said stays open.
class DiagnosticBuilder {
public:
    /// Begins with the message alone.
    DiagnosticBuilder(Severity severity, std::string message);

    /// Adds what to do.
    DiagnosticBuilder& remedy(std::string text);
    /// Adds the place in the scene.
    DiagnosticBuilder& at(SourceMark where);
    /// Adds the node ("/beam") and the plugin ("load/gravity").
    DiagnosticBuilder& on(std::string node_path, std::string plugin = {});
    /// Fills in what was not said before.
    DiagnosticBuilder& on(const Attribution& who);

    operator Diagnostic() const { return diagnostic_; }

private:
    Diagnostic diagnostic_;
};

/// The diagnostic as printed: `file:line:col: error: message`, the source line with a caret, then
/// node, plugin and remedy, each on a line of its own.
std::string format(const Diagnostic& diagnostic);

/// Collects what is found, so that one reading of a scene reports every mistake.
class Diagnostics {
public:
    /// Adds a diagnostic, or makes one of a place, a message and a remedy.
    void add(Diagnostic diagnostic);
    void error(SourceMark where, std::string message, std::string remedy = {});
    void warning(SourceMark where, std::string message, std::string remedy = {});

    /// All that was collected, in order.
    const std::vector<Diagnostic>& all() const { return all_; }
    /// Number of errors among them.
    int n_errors() const { return n_errors_; }

    /// Throws InputError with everything collected if there is any error.
    void throw_if_errors() const;

private:
    std::vector<Diagnostic> all_;
    int n_errors_ = 0;
};

/// The input is wrong (exit code 2). Carries one or more diagnostics.
class InputError : public std::exception {
public:
    /// An error of one diagnostic, of several, or of one made of its parts.
    explicit InputError(Diagnostic diagnostic);
    explicit InputError(std::vector<Diagnostic> diagnostics);
    InputError(SourceMark where, std::string message, std::string remedy = {});
    const char* what() const noexcept override { return text_.c_str(); }
    const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

private:
    std::vector<Diagnostic> diagnostics_;
    std::string text_;
};

/// The computation failed although the input was well formed (exit code 1): no convergence, an
/// inverted element, a full disk. The message names body, element and time; the remedy what to try.
class ComputationError : public std::exception {
public:
    /// An error of a diagnostic, or of a message without a place.
    explicit ComputationError(Diagnostic diagnostic);
    ComputationError(std::string message, std::string remedy = {});
    const char* what() const noexcept override { return text_.c_str(); }
    const Diagnostic& diagnostic() const { return diagnostic_; }

private:
    Diagnostic diagnostic_;
    std::string text_;
};

/// The message for what is thrown and is no std::exception.
inline constexpr const char* thrown_otherwise = "something that is no std::exception was thrown";

}  // namespace sinew
