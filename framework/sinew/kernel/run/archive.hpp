/// The state that a run carries from step to step, as named arrays: the content of a checkpoint.
#pragma once

#include <cstdint>
#include <Eigen/Core>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace sinew {

/// Keys are paths ("solver/beam/q"). Reading what is not there, or in another shape, throws
/// ComputationError naming the key and both shapes.
class Archive {
public:
    using Entry = std::variant<std::vector<double>, std::vector<std::int64_t>, std::string>;

    /// Sets the entry of a key.
    void put(const std::string& key, const Eigen::Ref<const Eigen::VectorXd>& values);
    void put(const std::string& key, std::vector<double> values);
    void put(const std::string& key, std::vector<std::int64_t> values);
    void put(const std::string& key, double value);
    void put(const std::string& key, std::int64_t value);
    void put(const std::string& key, std::string text);

    /// True if the key has an entry.
    bool has(const std::string& key) const { return entries_.count(key) != 0; }
    /// Reads an entry: numbers, a vector of an expected size, integers, one of either, or a text.
    const std::vector<double>& numbers(const std::string& key) const;
    Eigen::VectorXd vector(const std::string& key, Eigen::Index expected_size) const;
    const std::vector<std::int64_t>& integers(const std::string& key) const;
    double number(const std::string& key) const;
    std::int64_t integer(const std::string& key) const;
    const std::string& text(const std::string& key) const;

    /// All entries by their keys.
    const std::map<std::string, Entry>& entries() const { return entries_; }
    /// Sets the entry of a key, of any type.
    void put_entry(const std::string& key, Entry entry) { entries_[key] = std::move(entry); }

private:
    std::map<std::string, Entry> entries_;
};

}  // namespace sinew
