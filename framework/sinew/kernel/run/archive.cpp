#include <fmt/format.h>

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/archive.hpp>

namespace sinew {

namespace {

std::string shape(const Archive::Entry& entry) {
    if (const auto* numbers = std::get_if<std::vector<double>>(&entry))
        return fmt::format("{} numbers", numbers->size());
    if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&entry))
        return fmt::format("{} integers", integers->size());
    return "a text";
}

[[noreturn]] void mismatch(const std::string& key, const Archive::Entry& entry,
                           const std::string& expected) {
    throw ComputationError(fmt::format("the archive's '{}' holds {}, where {} is expected", key,
                                       shape(entry), expected),
                           "it was written by another scene or another version of Sinew");
}

const Archive::Entry& entry_of(const std::map<std::string, Archive::Entry>& entries,
                               const std::string& key) {
    const auto found = entries.find(key);
    if (found == entries.end())
        throw ComputationError(fmt::format("the archive has no '{}'", key),
                               "it was written by another scene or another version of Sinew");
    return found->second;
}

template <class T>
const T& get(const std::map<std::string, Archive::Entry>& entries, const std::string& key,
             const char* expected) {
    const Archive::Entry& entry = entry_of(entries, key);
    if (const T* value = std::get_if<T>(&entry)) return *value;
    mismatch(key, entry, expected);
}

}  // namespace

void Archive::put(const std::string& key, const Eigen::Ref<const Eigen::VectorXd>& values) {
    entries_[key] = std::vector<double>(values.data(), values.data() + values.size());
}

void Archive::put(const std::string& key, std::vector<double> values) {
    entries_[key] = std::move(values);
}

void Archive::put(const std::string& key, std::vector<std::int64_t> values) {
    entries_[key] = std::move(values);
}

void Archive::put(const std::string& key, double value) {
    entries_[key] = std::vector<double>{value};
}

void Archive::put(const std::string& key, std::int64_t value) {
    entries_[key] = std::vector<std::int64_t>{value};
}

void Archive::put(const std::string& key, std::string text) {
    entries_[key] = std::move(text);
}

const std::vector<double>& Archive::numbers(const std::string& key) const {
    return get<std::vector<double>>(entries_, key, "numbers");
}

Eigen::VectorXd Archive::vector(const std::string& key, Eigen::Index expected_size) const {
    const std::vector<double>& values = numbers(key);
    if (static_cast<Eigen::Index>(values.size()) != expected_size)
        mismatch(key, entries_.at(key), fmt::format("{} numbers", expected_size));
    return Eigen::Map<const Eigen::VectorXd>(values.data(), expected_size);
}

const std::vector<std::int64_t>& Archive::integers(const std::string& key) const {
    return get<std::vector<std::int64_t>>(entries_, key, "integers");
}

double Archive::number(const std::string& key) const {
    const std::vector<double>& values = numbers(key);
    if (values.size() != 1) mismatch(key, entries_.at(key), "one number");
    return values.front();
}

std::int64_t Archive::integer(const std::string& key) const {
    const std::vector<std::int64_t>& values = integers(key);
    if (values.size() != 1) mismatch(key, entries_.at(key), "one integer");
    return values.front();
}

const std::string& Archive::text(const std::string& key) const {
    return get<std::string>(entries_, key, "a text");
}

}  // namespace sinew
