/// A load that ends the process, in the way that is asked for, once the run has come to some time.

#include <cstdlib>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/load/load.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace {

using namespace sinew;

enum class How { abort, segfault, overflow, worker, exit, quick_exit };

/// Takes a page of the stack with each call.
[[gnu::noinline]] int overflow_stack(int depth) {
    volatile char page[4096];
    page[depth % 4096] = char(depth);
    return depth < 0 ? 0 : overflow_stack(depth + 1) + page[depth % 4096];
}

}  // namespace

template <>
struct sinew::EnumNames<How> {
    static constexpr std::array names{
        std::pair{"abort", How::abort},       std::pair{"segfault", How::segfault},
        std::pair{"overflow", How::overflow}, std::pair{"worker", How::worker},
        std::pair{"exit", How::exit},         std::pair{"quick_exit", How::quick_exit}};
};

namespace {

class Ends final : public Load {
public:
    struct Params {
        How how = How::abort;
        double at = 0.04;
        static constexpr auto fields = std::tuple{
            field("how", &Params::how, "What it does"),
            field("at", &Params::at, unit::s, "When"),
        };
    };

    explicit Ends(const Params& params) : params_(params) {}

    void evaluate(const LoadSite&, double t, PointForces&) const override {
        if (t < params_.at) return;
        switch (params_.how) {
            case How::abort:
                std::abort();
            case How::segfault:
                *nowhere_ = 1;  // volatile: else the compiler may leave it out
                break;
            case How::overflow:
                overflow_stack(0);
                break;
            case How::worker:
                parallel_team_if(true, [](const TeamMember& member) {
                    if (member.thread == 1) overflow_stack(0);
                });
                break;
            case How::exit:
                std::exit(0);
            case How::quick_exit:
                std::quick_exit(0);
        }
    }
    double potential(const LoadSite&, double) const override { return 0; }

private:
    Params params_;
    volatile int* volatile nowhere_ = nullptr;
};

}  // namespace

SINEW_PLUGIN(Ends, "load/ends", "Ends the process")
