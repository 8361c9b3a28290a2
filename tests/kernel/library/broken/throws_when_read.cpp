/// Throws while its parameters are read: a standard exception, or a number.

#include <new>
#include <stdexcept>

#include "../idle_stepper.hpp"

namespace {

struct Mood {};

class ThrowsWhenRead final : public sinew::test::Linear {
public:
    struct Params {
        Mood mood;
        static constexpr auto fields = std::tuple{
            sinew::field("mood", &Params::mood, "What it throws"),
        };
    };
    explicit ThrowsWhenRead(const Params& /*params*/) {}
    int answer() const override { return 0; }
};

}  // namespace

namespace sinew {

template <>
struct ParamType<Mood> {
    static bool read(const Value& value, const FieldInfo&, ReadContext&, Mood&) {
        if (value.text == "number") throw 7;
        if (value.text == "memory") throw std::bad_alloc();
        throw std::out_of_range("map::at");
    }
    static std::string type_name(const FieldInfo&) { return "mood"; }
    static std::string schema(const FieldInfo&) { return "{}"; }
    static std::string show(const Mood&, const FieldInfo&) { return "calm"; }
};

}  // namespace sinew

SINEW_PLUGIN(ThrowsWhenRead, "linear/throws_when_read", "Cannot be read")
