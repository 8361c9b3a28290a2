#include "ways_in.hpp"

namespace sinew {

void WaysIn::begin_step() {
    if (now_ != accepted_) ++revision_;
    now_ = accepted_;
}

void WaysIn::commit(const std::vector<SkinHit>& hits) {
    accepted_.clear();
    for (const SkinHit& hit : hits) accepted_[hit.key()] = hit.place.triangle;
}

std::vector<int> WaysIn::between(int body, int other, std::size_t n) const {
    std::vector<int> triangles(n, -1);
    const auto end = now_.lower_bound({body, other + 1, 0});
    for (auto at = now_.lower_bound({body, other, 0}); at != end; ++at)
        triangles[std::size_t(at->first[2])] = at->second;
    return triangles;
}

void WaysIn::save(Archive& archive, const std::string& prefix) const {
    std::vector<std::int64_t> all;
    for (const auto& [key, triangle] : accepted_)
        all.insert(all.end(), {key[0], key[1], key[2], triangle});
    archive.put(prefix + "/ways_in", std::move(all));
}

void WaysIn::restore(const Archive& archive, const std::string& prefix) {
    accepted_.clear();
    if (archive.has(prefix + "/ways_in")) {  // checkpoints of earlier versions have none
        const std::vector<std::int64_t>& all = archive.integers(prefix + "/ways_in");
        for (std::size_t i = 0; i + 3 < all.size(); i += 4)
            accepted_[{int(all[i]), int(all[i + 1]), int(all[i + 2])}] = int(all[i + 3]);
    }
    begin_step();
}

}  // namespace sinew
