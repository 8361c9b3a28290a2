/// Line by line through a text file that a person or another program wrote, with errors that show
/// the line.
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <string>
#include <string_view>

namespace sinew {

/// Reads a text file line by line.
class TextLines {
public:
    /// `name` is what messages call the file.
    TextLines(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

    /// Goes to the next line (without its end); false when there is none. A line with a zero byte
    /// is an InputError: this is no text.
    bool next();
    /// Goes to the next line that holds more than blanks, commas and what stands behind `comment`
    /// (a character, 0 for none), and cuts that off.
    bool next_with_content(char comment);
    /// Stays on this line: the next call of next() or next_with_content() gives it again.
    void again() { again_ = true; }

    /// The present line, or what is left of it.
    std::string_view line() const { return line_; }
    /// The word as the number of things that follow, which take at least `bytes_each` bytes each.
    /// Throws InputError at this line if it is no number from 0 to 2^31 - 1, or by far more than
    /// the rest of the file can hold. `what` is what is counted, in the plural.
    int count(std::string_view word, const std::string& what, int bytes_each) const;
    int number() const { return number_; }  ///< of the line, from 1
    const std::string& name() const { return name_; }
    SourceMark mark() const;  ///< of the line, for errors that are found later

    /// Throws InputError at this line. Every error of a reader says what to do.
    [[noreturn]] void fail(const std::string& message, const std::string& remedy) const;
    /// Throws InputError that the file ends where `what` was expected.
    [[noreturn]] void fail_at_end(const std::string& what) const;

private:
    std::istream& in_;
    std::string name_;
    std::string text_;       ///< of the line as it stands in the file
    std::string_view line_;  ///< what is left of it
    int number_ = 0;
    bool again_ = false;
};

/// Cuts the next word off the front of `rest`: what stands between blanks, tabs and commas. Empty
/// if there is none.
std::string_view next_word(std::string_view& rest);
/// Cuts off what stands before the next comma, without blanks around it.
std::string_view next_field(std::string_view& rest);
/// The text without blanks at its ends.
std::string_view trimmed(std::string_view text);

/// The whole word as a number; false if it is none (or does not fit). Fortran's 1.0D3 counts, as do
/// inf and nan: whether a position is finite is looked at later.
bool to_number(std::string_view word, double& out);
/// The whole word as a whole number; false if it is none (or does not fit).
bool to_number(std::string_view word, int& out);
bool to_number(std::string_view word, std::int64_t& out);

/// Opens a file that another one includes; the second argument becomes the name for messages.
/// Throws InputError if there is no such file.
using OpenIncluded =
    std::function<std::unique_ptr<std::istream>(const std::string& written, std::string& name)>;

}  // namespace sinew
