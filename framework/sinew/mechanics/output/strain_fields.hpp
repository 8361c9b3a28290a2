/// Stresses and strains of a body as arrays of its files.
#pragma once

#include <array>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/output/frame_data.hpp>
#include <sinew/mechanics/recovery/nodal_recovery.hpp>
#include <sinew/mechanics/recovery/quantities.hpp>
#include <vector>

namespace sinew::output {

/// Places of stresses and strains: nodes, where they are recovered; elements, as means; integration
/// points, in a file of these.
enum class StrainPlace { nodes, elements, points };

/// The arrays of one body, under the names of the quantities; element means as mean_...; principal
/// directions as three arrays.
class StrainFields {
public:
    /// The body outlives it.
    StrainFields(const Body& body, std::vector<StrainQuantity> quantities)
        : body_(body), quantities_(std::move(quantities)), recovery_(body) {}

    /// Names of the arrays at nodes, and of those over elements.
    static std::vector<std::string> names_at_nodes(const std::vector<StrainQuantity>& quantities);
    static std::vector<std::string> names_of_means(const std::vector<StrainQuantity>& quantities);

    /// Adds the arrays on points (or, as means, on cells) before there are values: k x 0.
    static void add_unfilled(const std::vector<StrainQuantity>& quantities, On on,
                             FrameData& frame);

    /// Adds values at nodes.
    void add_at_nodes(const PointFields& points, FrameData& frame) const;
    /// Adds means over elements.
    void add_means(const PointFields& points, FrameData& frame) const;
    /// The integration points where they are now, with their values. `nodes`: where the nodes are
    /// [m].
    FrameData at_points(const PointFields& points, const Points& nodes) const;

private:
    const Body& body_;
    std::vector<StrainQuantity> quantities_;
    NodalRecovery recovery_;
};

}  // namespace sinew::output

namespace sinew {

template <>
struct EnumNames<output::StrainPlace> {
    static constexpr std::array names{std::pair{"nodes", output::StrainPlace::nodes},
                                      std::pair{"elements", output::StrainPlace::elements},
                                      std::pair{"points", output::StrainPlace::points}};
};

}  // namespace sinew
