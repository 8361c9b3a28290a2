#include <cmath>
#include <numbers>
#include <sinew/mechanics/assembly/element_table.hpp>
#include <sinew/mechanics/mesh/element.hpp>

#include "stvk_polynomial/element_strains.hpp"

namespace sinew::stvk {

namespace {

class StrainsAtPoints final : public ElementStrains {
public:
    explicit StrainsAtPoints(const VolumeMesh& mesh) : table_(mesh, stvk_degree(mesh.type)) {}

    Index n_shear_rows() const override { return 6 * table_.n_points; }
    Index n_trace_rows() const override { return table_.n_points; }

    void fill(Index element, const Weights& weights, StrainRows& strains, Gram& shear,
              Index first_shear, Gram& trace, Index first_trace) const override {
        const int position = table_.position_of[std::size_t(element)];
        const int lane = position % 8;
        const Index pack = position / 8;
        const std::int32_t* nodes = table_.pack_nodes(pack) + lane;
        for (int point = 0; point < table_.n_points; ++point) {
            strains.clear();
            const Pack* dN = table_.pack_gradients(pack, point);
            for (int k = 0; k < 3; ++k) {
                double others = 0;
                for (int a = 1; a < table_.n_nodes_each; ++a) {
                    const double dN_a = dN[3 * (a - 1) + k][lane];
                    strains.add(nodes[8 * a], k, dN_a);
                    others += dN_a;
                }
                strains.add(nodes[0], k, -others);
            }
            const double volume = table_.weight(pack, point)[lane];
            const double root = std::sqrt(weights.shear * volume);
            for (int k = 0; k < 3; ++k) {
                const int l = (k + 1) % 3;
                shear.set_row(first_shear++, strains.strain(k, k, root));
                shear.set_row(first_shear++, strains.strain(k, l, std::numbers::sqrt2 * root));
            }
            trace.set_row(first_trace++, strains.trace(std::sqrt(weights.trace * volume)));
        }
    }

private:
    ElementTable table_;
};

}  // namespace

std::unique_ptr<ElementStrains> strains_at_points(const VolumeMesh& mesh) {
    return std::make_unique<StrainsAtPoints>(mesh);
}

}  // namespace sinew::stvk
