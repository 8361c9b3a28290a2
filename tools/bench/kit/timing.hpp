/// Repetitions and their statistics.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sinew::bench {

/// Seconds on a steady clock.
double now();

double median(std::vector<double> values);

struct Effort {
    int n_least = 5;       ///< repetitions at least
    double seconds = 0.3;  ///< and as many as fit in here
};

/// Calls the function once to warm up, then repeatedly: the seconds of each repetition.
std::vector<double> repeat(const std::function<void()>& function, const Effort& effort);

/// Things to compare, whose repetitions take turns, so that a slow phase of the machine meets all.
class Contest {
public:
    /// `prepare` is called before every turn and not timed.
    void add(const std::string& name, std::function<void()> prepare, std::function<void()> function,
             const Effort& effort);
    /// {name: [seconds, ...], ...}
    nlohmann::json run(int n_rounds) const;

private:
    struct Competitor {
        std::string name;
        std::function<void()> prepare, function;
        Effort effort;
    };
    std::vector<Competitor> competitors_;
};

/// The repetitions of one thing in several processes.
struct Timing {
    double median = 0;  ///< of the processes' medians [s]
    double least = 0;   ///< of all repetitions [s]
    double spread = 0;  ///< interquartile range of all repetitions over the median
    int n = 0;          ///< repetitions

    /// `path` leads from the root of each process's numbers to its list of seconds.
    static Timing of(const std::vector<nlohmann::json>& runs, const std::string& path);

    /// "1.23 (1.20, 4%)": median, least and spread, times `factor`.
    std::string text(double factor = 1e3) const;
};

/// The median over the processes of one number.
double typical(const std::vector<nlohmann::json>& runs, const std::string& path);
/// The largest.
double worst(const std::vector<nlohmann::json>& runs, const std::string& path);

}  // namespace sinew::bench
