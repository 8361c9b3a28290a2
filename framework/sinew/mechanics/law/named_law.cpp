#include <array>
#include <sinew/mechanics/law/corotational.hpp>
#include <sinew/mechanics/law/named_law.hpp>
#include <sinew/mechanics/law/neo_hookean.hpp>
#include <sinew/mechanics/law/stable_neo_hookean.hpp>
#include <sinew/mechanics/law/stvk.hpp>

namespace sinew {

namespace {

template <class Law>
using PointsOf = PackPoints<typename Law::template Point<Pack>>;

/// A law by its name.
struct Entry {
    std::string_view name;
    std::size_t n_constants;
    std::unique_ptr<PointLaw> (*on)(const double* constants, Index n);
};

template <class Law>
constexpr Entry entry_of() {
    return {Law::name, PointsOf<Law>::n_numbers,
            [](const double* constants, Index n) { return Law::on(PointsOf<Law>(constants, n)); }};
}

constexpr std::array entries{entry_of<CorotationalLaw>(), entry_of<NeoHookeanLaw>(),
                             entry_of<StableNeoHookeanLaw>(), entry_of<StvkLaw>()};

const Entry* find(std::string_view name) {
    for (const Entry& entry : entries)
        if (entry.name == name) return &entry;
    return nullptr;
}

}  // namespace

std::span<const std::string_view> named_laws() {
    static constexpr auto names = [] {
        std::array<std::string_view, entries.size()> all;
        for (std::size_t k = 0; k < all.size(); ++k) all[k] = entries[k].name;
        return all;
    }();
    return names;
}

Index n_constants(std::string_view law) {
    const Entry* entry = find(law);
    return entry ? Index(entry->n_constants) : 0;
}

std::unique_ptr<PointLaw> named_law(const NamedConstants& constants, Index n) {
    const Entry* entry = find(constants.law);
    return entry ? entry->on(constants.values.data(), n) : nullptr;
}

}  // namespace sinew
