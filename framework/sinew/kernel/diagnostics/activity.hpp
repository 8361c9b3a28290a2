/// Pieces of work that may take long, for whoever tells what a program is at.
#pragma once

#include <string>
#include <vector>

namespace sinew {

/// A piece of work, from the object's construction to its end; one that begins within another is a
/// part of it.
class Activity {
public:
    /// `what`: "mesh/box of /beam".
    explicit Activity(const std::string& what);
    ~Activity();
    Activity(const Activity&) = delete;
    Activity& operator=(const Activity&) = delete;

    /// Adds what is known of it: "8000 cells, 9261 nodes".
    void detail(const std::string& words);

private:
    int id_;
};

/// "2.4 s", "160 s".
std::string seconds_words(double seconds);

/// Lines on activities: the innermost of those that have taken so many seconds, reported again each
/// time it has taken five times as long, and how long those took that were reported and have ended.
/// Another activity of a name that was reported before is passed over.
std::vector<std::string> news_of_activities(double least_seconds);

/// Begins anew: what was reported before may be reported again.
void forget_reported_activities();

}  // namespace sinew
