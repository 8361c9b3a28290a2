#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/model/nodal_frame_tangent.hpp>

namespace sinew {
namespace {

/// The frames of nodes that begin in degrees of freedom first to last.
template <class Function>
void for_each_frame(const NodalFrames& frames, Index first, Index last, Function&& function) {
    auto frame = std::lower_bound(frames.begin(), frames.end(), first - 2,
                                  [](const NodalFrame& one, Index at) { return one.first < at; });
    for (; frame != frames.end() && frame->first < last; ++frame) {
        SINEW_ASSERT(frame->first >= first && frame->first + 3 <= last,
                     "a block of rows {} to {} cuts through the node at {}", first, last,
                     frame->first);
        function(frame->first - first, frame->axes);
    }
}

/// Hands the blocks on, rotated.
class RotatingSink final : public EntrySink {
public:
    RotatingSink(EntrySink& sink, const NodalFrames& frames, Index offset)
        : sink_(sink), frames_(frames), offset_(offset) {}

    void add(Index row, Index col, const Eigen::Ref<const Eigen::MatrixXd>& block) override {
        Eigen::MatrixXd rotated = block;
        rotate(row, col, rotated);
        sink_.add(offset_ + row, offset_ + col, rotated);
    }
    void add3(Index row, Index col, const Eigen::Matrix3d& block) override {
        Eigen::Matrix3d rotated = block;
        rotate(row, col, rotated);
        sink_.add3(offset_ + row, offset_ + col, rotated);
    }

private:
    template <class Block>
    void rotate(Index row, Index col, Block& block) const {
        for_each_frame(frames_, row, row + block.rows(),
                       [&](Index at, const Eigen::Matrix3d& axes) {
                           block.template middleRows<3>(at) =
                               (axes.transpose() * block.template middleRows<3>(at)).eval();
                       });
        for_each_frame(
            frames_, col, col + block.cols(), [&](Index at, const Eigen::Matrix3d& axes) {
                block.template middleCols<3>(at) = (block.template middleCols<3>(at) * axes).eval();
            });
    }

    EntrySink& sink_;
    const NodalFrames& frames_;
    Index offset_;
};

/// Sums what stands on the diagonal.
class DiagonalSink final : public EntrySink {
public:
    explicit DiagonalSink(Index size) : diagonal(Vector::Zero(size)) {}

    void add(Index row, Index col, const Eigen::Ref<const Eigen::MatrixXd>& block) override {
        const Index first = std::max(row, col);
        const Index last = std::min(row + block.rows(), col + block.cols());
        for (Index i = first; i < last; ++i) diagonal[i] += block(i - row, i - col);
    }
    void add3(Index row, Index col, const Eigen::Matrix3d& block) override {
        if (row == col)
            diagonal.segment<3>(row) += block.diagonal();
        else
            add(row, col, block);
    }

    Vector diagonal;
};

}  // namespace

void NodalFrameTangent::apply(const Vector& x, Vector& y) const {
    Vector in_world = x;
    to_world_axes(frames_, in_world);
    tangent_.apply(in_world, y);
    to_nodal_axes(frames_, y);
}

void NodalFrameTangent::add_entries(EntrySink& sink, Index offset) const {
    RotatingSink rotating(sink, frames_, offset);
    tangent_.add_entries(rotating, 0);
}

/// An operator without entries is asked for its products with the axes of each framed node.
Vector NodalFrameTangent::diagonal() const {
    if (has_entries()) {
        DiagonalSink sink(size());
        add_entries(sink, 0);
        return sink.diagonal;
    }
    Vector diagonal = tangent_.diagonal(), axis = Vector::Zero(size()), product(size());
    for (const NodalFrame& frame : frames_)
        for (Index k = 0; k < 3; ++k) {
            axis.segment<3>(frame.first) = frame.axes.col(k);
            tangent_.apply(axis, product);
            diagonal[frame.first + k] = frame.axes.col(k).dot(product.segment<3>(frame.first));
            axis.segment<3>(frame.first).setZero();
        }
    return diagonal;
}

/// K is near R K(rest) R', so T'KT is near (T'RT) T'K(rest)T (T'RT)'.
std::vector<Eigen::Matrix3d> NodalFrameTangent::node_rotations() const {
    std::vector<Eigen::Matrix3d> rotations = tangent_.node_rotations();
    if (rotations.empty()) return rotations;
    for (const NodalFrame& frame : frames_) {
        Eigen::Matrix3d& R = rotations[std::size_t(frame.first / 3)];
        R = frame.axes.transpose() * R * frame.axes;
    }
    return rotations;
}

Eigen::MatrixXd NodalFrameTangent::near_null_space() const {
    Eigen::MatrixXd modes = tangent_.near_null_space();
    if (modes.cols() > 0) to_nodal_axes(frames_, modes);
    return modes;
}

}  // namespace sinew
