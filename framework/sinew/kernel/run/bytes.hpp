/// Values as bytes and back, for what processes of one program hand to each other.
#pragma once

#include <cstdint>
#include <cstring>
#include <Eigen/Core>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sinew {

/// Collects values.
class BytesOut {
public:
    void put(std::int64_t value) { add(&value, sizeof value); }
    void put(std::string_view text) {
        put(std::int64_t(text.size()));
        add(text.data(), text.size());
    }
    /// A matrix that lies in one piece: its rows and columns, then its entries.
    template <class Scalar, int R, int C>
    void put(const Eigen::Matrix<Scalar, R, C>& matrix) {
        put(std::int64_t(matrix.rows()));
        put(std::int64_t(matrix.cols()));
        add(matrix.data(), std::size_t(matrix.size()) * sizeof(Scalar));
    }

    std::string take() { return std::move(bytes_); }

private:
    void add(const void* data, std::size_t n) { bytes_.append(static_cast<const char*>(data), n); }
    std::string bytes_;
};

/// Gives the values back in their order. Throws std::runtime_error where the bytes end early.
class BytesIn {
public:
    /// The bytes must outlive this.
    explicit BytesIn(std::string_view bytes) : rest_(bytes) {}

    std::int64_t integer() {
        std::int64_t value = 0;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    std::string text() { return std::string(take(std::size_t(integer()))); }
    template <class Matrix>
    Matrix matrix() {
        using Scalar = typename Matrix::Scalar;
        const std::int64_t rows = integer(), columns = integer();
        const auto most = std::int64_t(rest_.size() / sizeof(Scalar));
        if (rows < 0 || columns < 0 || (rows > 0 && columns > most / rows) ||
            (Matrix::RowsAtCompileTime != Eigen::Dynamic && rows != Matrix::RowsAtCompileTime))
            throw std::runtime_error("a matrix does not fit its bytes");
        Matrix values(rows, columns);
        const std::size_t n = std::size_t(values.size()) * sizeof(Scalar);
        if (n > 0) std::memcpy(values.data(), take(n).data(), n);
        return values;
    }

private:
    std::string_view take(std::size_t n) {
        if (n > rest_.size()) throw std::runtime_error("bytes are missing");
        const std::string_view front = rest_.substr(0, n);
        rest_.remove_prefix(n);
        return front;
    }
    std::string_view rest_;
};

}  // namespace sinew
