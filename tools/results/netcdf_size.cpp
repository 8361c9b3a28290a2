#include "netcdf_size.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace sinew::results {

namespace {

constexpr int most_dimensions = 1024;  // of a variable, as the library has it

/// Reads a header; names are those of the specification. A read that fails leaves the stream so, as
/// does a number that no file can have.
class Header {
public:
    explicit Header(std::istream& in) : in_(in) {
        std::array<char, 4> magic{};
        in_.read(magic.data(), magic.size());
        version_ = static_cast<unsigned char>(magic[3]);
        if (magic[0] != 'C' || magic[1] != 'D' || magic[2] != 'F') in_.setstate(std::ios::failbit);
    }

    std::optional<std::int64_t> end_of_values() {
        n_records_ = non_negative();
        read_list([&] {
            skip_name();
            lengths_.push_back(non_negative());
        });
        read_attributes();
        read_list([&] { read_variable(); });
        if (!in_) return std::nullopt;
        std::int64_t end = 0, record = 0;
        for (const Variable& one : variables_)
            if (one.has_records) record = sum(record, padded(one.size));
        for (const Variable& one : variables_)
            if (!one.has_records)
                end = std::max(end, sum(one.begin, one.size));
            else if (n_records_ > 0)
                end = std::max(end, sum(one.begin, sum(product(n_records_ - 1, record), one.size)));
        return in_ ? std::optional(end) : std::nullopt;
    }

private:
    struct Variable {
        std::int64_t begin = 0, size = 0;  ///< size: of all values, or those of a record
        bool has_records = false;
    };

    std::int64_t integer(int n_bytes) {
        std::uint64_t value = 0;
        for (int k = 0; k < n_bytes; ++k) value = value << 8 | std::uint64_t(in_.get() & 0xff);
        return std::int64_t(value);
    }
    std::int64_t non_negative(int n_bytes) {
        const std::int64_t value = integer(n_bytes);
        if (value < 0) in_.setstate(std::ios::failbit);
        return value;
    }
    std::int64_t non_negative() { return non_negative(version_ == 5 ? 8 : 4); }

    std::int64_t sum(std::int64_t a, std::int64_t b) {
        std::int64_t result = 0;
        if (__builtin_add_overflow(a, b, &result)) in_.setstate(std::ios::failbit);
        return result;
    }
    std::int64_t product(std::int64_t a, std::int64_t b) {
        std::int64_t result = 0;
        if (__builtin_mul_overflow(a, b, &result)) in_.setstate(std::ios::failbit);
        return result;
    }
    std::int64_t padded(std::int64_t n_bytes) { return sum(n_bytes, 3) / 4 * 4; }

    void skip(std::int64_t n_bytes) {
        const std::int64_t n = padded(n_bytes);
        if (in_) in_.ignore(n);
    }
    void skip_name() { skip(non_negative()); }

    template <class Read>
    void read_list(Read&& read) {
        integer(4);  // its tag
        const std::int64_t n = non_negative();
        for (std::int64_t i = 0; i < n && in_; ++i) read();
    }
    static std::int64_t bytes_of(std::int64_t type) {
        constexpr std::array<std::int64_t, 12> bytes{0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
        return type > 0 && type < std::int64_t(bytes.size()) ? bytes[std::size_t(type)] : 0;
    }
    void read_attributes() {
        read_list([&] {
            skip_name();
            const std::int64_t type = integer(4);
            skip(product(non_negative(), bytes_of(type)));
        });
    }
    void read_variable() {
        Variable one;
        one.size = 1;
        skip_name();
        const std::int64_t n = non_negative();
        if (n > most_dimensions) in_.setstate(std::ios::failbit);
        for (std::int64_t k = 0; k < n && in_; ++k) {
            const auto dimension = std::size_t(non_negative());
            const std::int64_t length = dimension < lengths_.size() ? lengths_[dimension] : 0;
            if (k == 0 && length == 0)
                one.has_records = true;  // the dimension without an end
            else
                one.size = product(one.size, length);
        }
        read_attributes();
        one.size = product(one.size, bytes_of(integer(4)));
        non_negative();  // the size again, which 32 bits may not hold
        one.begin = non_negative(version_ == 1 ? 4 : 8);
        variables_.push_back(one);
    }

    std::istream& in_;
    int version_ = 0;
    std::int64_t n_records_ = 0;
    std::vector<std::int64_t> lengths_;
    std::vector<Variable> variables_;
};

}  // namespace

std::optional<std::int64_t> promised_size(std::istream& in) {
    return Header(in).end_of_values();
}

}  // namespace sinew::results
