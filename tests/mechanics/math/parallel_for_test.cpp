#include <algorithm>
#include <catch2/catch.hpp>
#include <new>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <stdexcept>
#include <string>
#include <vector>

using namespace sinew;

namespace {

/// Runs the rest of a test on so many threads.
class Threads {
public:
    explicit Threads(int n) : before_(omp_get_max_threads()) { omp_set_num_threads(n); }
    ~Threads() { omp_set_num_threads(before_); }
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

private:
    int before_;
};

/// Every form of the loop over n indices, each by name.
template <class Function>
void loop(const std::string& form, int n, Function&& function) {
    if (form == "static") parallel_for(n, function);
    if (form == "serial") parallel_for_if(false, n, function);
    if (form == "in turn") parallel_for_in_turn_if(true, n, 3, function);
    if (form == "dynamic") parallel_for_dynamic(n, 4, function);
    if (form == "workspace")
        parallel_for_dynamic(
            n, 1, [](int thread) { return std::vector<int>(1, thread); },
            [&](std::vector<int>&, int i) { function(i); });
    if (form == "blocks")
        parallel_blocks(n, [&](int first, int last) {
            for (int i = first; i < last; ++i) function(i);
        });
}

std::string any_form() {
    return GENERATE("static", "serial", "in turn", "dynamic", "workspace", "blocks");
}

}  // namespace

TEST_CASE("parallel_for: every index is met once, for any number of threads") {
    const std::string form = any_form();
    const Threads threads(GENERATE(1, 2, 4));
    const int n = GENERATE(0, 1, 2, 3, 7, 64, 1001);
    CAPTURE(form, n, omp_get_max_threads());
    std::vector<int> met(std::size_t(n), 0);
    loop(form, n, [&](int i) { ++met[std::size_t(i)]; });
    CHECK(met == std::vector<int>(std::size_t(n), 1));
}

TEST_CASE("parallel_for: the exception of the lowest index comes out") {
    const std::string form = any_form();
    const Threads threads(GENERATE(1, 2, 4));
    CAPTURE(form, omp_get_max_threads());
    for (int round = 0; round < 20; ++round) {
        std::string said;
        try {
            loop(form, 200, [](int i) {
                if (i % 60 == 17) throw std::runtime_error("index " + std::to_string(i));
            });
        } catch (const std::runtime_error& error) {
            said = error.what();
        }
        CHECK(said == "index 17");
    }
}

TEST_CASE("parallel_for: memory that runs out in a loop is an exception outside") {
    const std::string form = any_form();
    const Threads threads(4);
    CAPTURE(form);
    CHECK_THROWS_AS(loop(form, 64,
                         [](int i) {
                             if (i == 40) throw std::bad_alloc();
                         }),
                    std::bad_alloc);
}

TEST_CASE("parallel_for: what is no std::exception comes out too") {
    const Threads threads(2);
    CHECK_THROWS_AS(parallel_for(10, [](int i) { throw i; }), int);
}

TEST_CASE("parallel_for: a workspace that cannot be made is an exception outside") {
    const Threads threads(2);
    CHECK_THROWS_AS(parallel_for_dynamic(
                        10, 1, [](int) -> int { throw std::bad_alloc(); }, [](int, int) {}),
                    std::bad_alloc);
}

TEST_CASE("parallel_for: a loop inside a loop meets every pair, and its exceptions come out") {
    const std::string form = any_form();
    const Threads threads(GENERATE(1, 4));
    CAPTURE(form);
    std::vector<int> met(30 * 20, 0);
    parallel_for(30,
                 [&](int i) { loop(form, 20, [&](int j) { ++met[std::size_t(20 * i + j)]; }); });
    CHECK(met == std::vector<int>(met.size(), 1));
    CHECK_THROWS_AS(parallel_for(30,
                                 [&](int) {
                                     loop(form, 20, [](int j) {
                                         if (j == 3) throw std::bad_alloc();
                                     });
                                 }),
                    std::bad_alloc);
}

TEST_CASE("parallel_for: each thread has a workspace of its own") {
    const Threads threads(4);
    struct Workspace {
        int thread, n_calls = 0;
    };
    std::vector<int> of_thread(4, 0);
    parallel_for_dynamic(
        1000, 1, [](int thread) { return Workspace{thread}; },
        [&](Workspace& own, int) { of_thread[std::size_t(own.thread)] = ++own.n_calls; });
    int sum = 0;
    for (const int n : of_thread) sum += n;
    CHECK(sum == 1000);
}

TEST_CASE("parallel_for: threads get the shares that schedule(static) gives them") {
    const int n_threads = GENERATE(1, 2, 3, 4), n = GENERATE(0, 1, 5, 12, 103);
    const Threads threads(n_threads);
    CAPTURE(n_threads, n);
    std::vector<int> ours(std::size_t(n), -1), theirs(std::size_t(n), -1);
    parallel_for(n, [&](int i) { ours[std::size_t(i)] = omp_get_thread_num(); });
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; ++i) theirs[std::size_t(i)] = omp_get_thread_num();
    CHECK(ours == theirs);
    parallel_for_in_turn_if(true, n, 4,
                            [&](int i) { ours[std::size_t(i)] = omp_get_thread_num(); });
#pragma omp parallel for schedule(static, 4)
    for (int i = 0; i < n; ++i) theirs[std::size_t(i)] = omp_get_thread_num();
    CHECK(ours == theirs);
}

TEST_CASE("on_one_thread: teams inside have one thread, and exceptions come out") {
    const auto team_of_three = [] {
        int n = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
        n = omp_get_num_threads();
        return n;
    };
    int inside = 0;
    on_one_thread([&] { inside = team_of_three(); });
    CHECK(inside == 1);
    CHECK(team_of_three() == 3);
    CHECK_THROWS_AS(on_one_thread([] { throw std::bad_alloc(); }), std::bad_alloc);
    CHECK(team_of_three() == 3);
}
