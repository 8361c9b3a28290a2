/// The results of a run, as its .pvd lists them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sinew::results {

/// One part of the picture: a body, its skin, a surface that it carries along.
struct PartSeries {
    std::string name;
    std::map<double, std::filesystem::path> files;  ///< by time [s]
};

/// True for parts that output/vtu names as obstacles.
bool is_obstacle(const PartSeries& part);

struct Collection {
    std::filesystem::path file;     ///< the .pvd
    std::vector<PartSeries> parts;  ///< by number
    std::vector<double> times;      ///< of all parts together, ascending [s]
};

/// Reads a .pvd. Throws InputError if it is not there, is none, or lists nothing.
Collection read_collection(const std::filesystem::path& pvd);

/// The .pvd of a run's folder (or of a file in it): the one that run.json names, else the only one.
/// Throws InputError if there is none.
std::filesystem::path find_collection(const std::filesystem::path& folder);

/// "the run failed at 0.3 s (...)", with the message in run.json; "" if it did not fail, or does
/// not say.
std::string failure_of_run(const std::filesystem::path& folder);

}  // namespace sinew::results
