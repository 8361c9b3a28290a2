#include "bare_text.hpp"

#include <algorithm>
#include <cctype>

namespace sinew::stamp {
namespace {

bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool is_of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool is_quote(char c) {
    return c == '"' || c == '\'';
}

/// True if some operator or comment has the one right before the other: `- -` is no `--`.
bool are_of_operator(char before, char after) {
    constexpr std::string_view operators =
        "++ -- -> ->* << <<= >> >>= <= >= <=> == != && || += -= *= /= %= &= |= ^= :: .. .* ## "
        "// /* <: :> <% %> %:";
    const char pair[] = {before, after};
    return operators.find(std::string_view(pair, 2)) != std::string_view::npos;
}

class Stripper {
public:
    explicit Stripper(std::string_view text) : text_(text) {}

    std::string run() {
        while (at_ < text_.size()) take();
        return std::move(out_);
    }

private:
    bool sees(std::string_view what) const { return text_.substr(at_, what.size()) == what; }

    /// The end of the output from the last character on that is not `is_part`.
    template <class IsPart>
    std::string_view tail(IsPart&& is_part) const {
        std::size_t begin = out_.size();
        while (begin > 0 && is_part(out_[begin - 1])) --begin;
        return std::string_view(out_).substr(begin);
    }

    /// The word that the output ends with.
    std::string_view last_word() const { return tail(is_of_word); }

    /// True if the output ends with a number that would go on with `c`: `1 .5`, `0xe +1`.
    bool is_number_before(char c) const {
        const std::string_view number =
            tail([](char one) { return is_of_word(one) || one == '.' || one == '\''; });
        const bool is_number = number.size() > 1 && number[0] == '.'
                                   ? is_digit(number[1])
                                   : !number.empty() && is_digit(number[0]);
        if (!is_number) return false;
        const bool is_exponent =
            std::string_view("eEpP").find(number.back()) != std::string_view::npos;
        return is_of_word(c) || c == '.' || ((c == '+' || c == '-') && is_exponent);
    }

    /// True if `c`, right behind the output, could be read as a part of what that ends with.
    bool would_merge(char c) const {
        const char last = out_.back();
        return ((is_of_word(last) || is_quote(last)) && (is_of_word(c) || is_quote(c))) ||
               are_of_operator(last, c) || (last == '.' && is_digit(c)) || is_number_before(c);
    }

    void take() {
        const char c = text_[at_];
        if (sees("//"))
            skip_line();
        else if (sees("/*"))
            skip_block();
        else if (sees("\\\n"))
            at_ += 2;  // joins what is before and behind it
        else if (c == '\n')
            end_line();
        else if (std::isspace(static_cast<unsigned char>(c)))
            skip_space(1);
        else if (c == '"' && is_raw())
            copy_raw();
        else if (c == '"' || (c == '\'' && !is_within_number()))
            copy_quoted(c);
        else
            put(c);
    }

    void put(char c) {
        if (c == '#' && is_line_empty_ && !in_directive_) {
            if (!out_.empty() && out_.back() != '\n') out_ += '\n';
            in_directive_ = true;
        } else if (has_space_ && !out_.empty() && out_.back() != '\n' &&
                   (in_directive_ || would_merge(c))) {
            out_ += ' ';
        }
        has_space_ = is_line_empty_ = false;
        out_ += c;
        ++at_;
    }

    void skip_space(std::size_t n) {
        has_space_ = true;
        at_ += n;
    }

    void end_line() {
        if (in_directive_) out_ += '\n';
        in_directive_ = false;
        is_line_empty_ = true;
        skip_space(1);
    }

    void skip_line() {
        while (at_ < text_.size() && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
        has_space_ = true;
    }

    void skip_block() {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
        has_space_ = true;
    }

    /// A quote within a number separates its digits.
    bool is_within_number() const {
        const std::string_view word = last_word();
        return !has_space_ && !word.empty() && is_digit(word[0]);
    }

    bool is_raw() const {
        const std::string_view word = last_word();
        return !has_space_ &&
               (word == "R" || word == "u8R" || word == "uR" || word == "UR" || word == "LR");
    }

    void copy_raw() {
        const std::size_t open = text_.find('(', at_);
        if (open == std::string_view::npos) return put('"');
        const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
        const std::size_t end = text_.find(close, open);
        copy_to(end == std::string_view::npos ? text_.size() : end + close.size());
    }

    /// To the closing quote, or to the end of the line: `#error don't` closes none.
    void copy_quoted(char quote) {
        std::size_t end = at_ + 1;
        while (end < text_.size() && text_[end] != quote && text_[end] != '\n')
            end += text_[end] == '\\' ? 2 : 1;
        if (end < text_.size() && text_[end] == quote) ++end;
        copy_to(end);
    }

    /// Ends of lines become zeros: what follows them in a literal is no directive.
    void copy_to(std::size_t end) {
        put(text_[at_]);
        for (const char c : text_.substr(at_, end - at_)) out_ += c == '\n' ? '\0' : c;
        at_ = std::max(at_, end);
    }

    std::string_view text_;
    std::string out_;
    std::size_t at_ = 0;
    bool in_directive_ = false;
    bool is_line_empty_ = true;
    bool has_space_ = false;
};

}  // namespace

std::string bare_text(std::string_view text) {
    return Stripper(text).run();
}

}  // namespace sinew::stamp
