#include <catch2/catch.hpp>
#include <Eigen/Geometry>
#include <sinew/mechanics/model/nodal_frame_tangent.hpp>

using namespace sinew;

namespace {

/// Full, unsymmetric, of two nodes and an unknown of its own between them.
class SmallTangent final : public Tangent {
public:
    explicit SmallTangent(bool has_entries) : has_entries_(has_entries) {}

    Eigen::MatrixXd A = Eigen::MatrixXd::Random(7, 7);

    Index size() const override { return 7; }
    void apply(const Vector& x, Vector& y) const override { y = A * x; }
    bool has_entries() const override { return has_entries_; }
    void add_entries(EntrySink& sink, Index offset) const override {
        for (const Index row : {0, 4})
            for (const Index col : {0, 4})
                sink.add3(offset + row, offset + col, A.block<3, 3>(row, col));
        sink.add(offset, offset + 3, A.block(0, 3, 7, 1));
        sink.add(offset + 3, offset, A.block(3, 0, 1, 3));
        sink.add(offset + 3, offset + 4, A.block(3, 4, 1, 3));
    }
    long pattern_revision() const override { return 1; }
    Vector diagonal() const override { return A.diagonal(); }
    bool symmetric() const override { return false; }

private:
    bool has_entries_;
};

class DenseSink final : public EntrySink {
public:
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(9, 9);

    void add(Index row, Index col, const Eigen::Ref<const Eigen::MatrixXd>& block) override {
        sum.block(row, col, block.rows(), block.cols()) += block;
    }
    void add3(Index row, Index col, const Eigen::Matrix3d& block) override { add(row, col, block); }
};

}  // namespace

TEST_CASE("nodal frame tangent: operator, entries and diagonal are those of T'AT") {
    const Eigen::Matrix3d axes =
        Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();
    const NodalFrames frames{{4, axes}};
    Eigen::MatrixXd T = Eigen::MatrixXd::Identity(7, 7);
    T.block<3, 3>(4, 4) = axes;
    for (const bool has_entries : {true, false}) {
        const SmallTangent tangent(has_entries);
        const NodalFrameTangent rotated(tangent, frames);
        const Eigen::MatrixXd expected = T.transpose() * tangent.A * T;
        const Vector x = Vector::Random(7);
        Vector y;
        rotated.apply(x, y);
        CHECK((y - expected * x).norm() < 1e-14);
        CHECK((rotated.diagonal() - expected.diagonal()).norm() < 1e-14);
        if (!has_entries) continue;
        DenseSink sink;
        rotated.add_entries(sink, 2);
        CHECK((sink.sum.bottomRightCorner(7, 7) - expected).norm() < 1e-14);
    }
}
