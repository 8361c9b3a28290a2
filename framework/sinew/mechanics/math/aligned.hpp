/// Arrays whose first byte lies on a cache line, so that runs of eight doubles load as whole packs.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace sinew {

/// Allocates arrays on a boundary of 64 bytes, or of T's own alignment if that is larger.
template <class T>
struct CacheAlignedAllocator {
    using value_type = T;
    static constexpr std::align_val_t alignment{alignof(T) > 64 ? alignof(T) : 64};

    CacheAlignedAllocator() = default;
    template <class U>
    CacheAlignedAllocator(const CacheAlignedAllocator<U>&) {}

    T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), alignment)); }
    void deallocate(T* p, std::size_t) { ::operator delete(p, alignment); }

    template <class U>
    bool operator==(const CacheAlignedAllocator<U>&) const {
        return true;
    }
};

/// std::vector on a 64 byte boundary. (std::vector<Mat3<Pack>> needs no help.)
template <class T>
using AlignedVector = std::vector<T, CacheAlignedAllocator<T>>;

}  // namespace sinew
