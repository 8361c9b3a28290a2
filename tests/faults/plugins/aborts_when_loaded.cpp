/// A library that ends whoever loads it.

#include <cstdlib>

namespace {

const struct End {
    End() { std::abort(); }
} end;

}  // namespace
