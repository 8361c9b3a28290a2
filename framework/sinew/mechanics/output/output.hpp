/// The interface of `output/` plugins: an Observer of the run that writes what bodies do.
///
/// An output reads the results that solvers publish on nodes (model/results.hpp) and changes
/// nothing.
#pragma once

#include <sinew/kernel/run/observer.hpp>
#include <sinew/mechanics/model/results.hpp>

namespace sinew {

/// Writes results of bodies to files while a run goes on.
class Output : public Observer {
public:
    static constexpr const char* kind = "output";
};

}  // namespace sinew
