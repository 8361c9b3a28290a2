#include <catch2/catch.hpp>
#include <sinew/mechanics/output/surface_series.hpp>

using namespace sinew;

TEST_CASE(
    "surface series: the writing costs some ten times the last file, and flush leaves nothing "
    "out") {
    SurfaceSeries series;
    std::size_t n_frames_written = 0, in_file = 0;
    series.begin({}, [&](const SurfaceFrames& frames) {
        in_file = frames.times.size();
        n_frames_written += in_file;
    });
    const Points point = Points::Zero(3, 1);
    for (int k = 0; k < 1000; ++k) {
        series.add(0.1 * k, point);
        // What a killed run lacks is less than an eighth, or nothing of few.
        CHECK(8 * (series.n_frames() - in_file) <= in_file);
    }
    CHECK(n_frames_written < 10 * 1000);
    series.flush();
    CHECK(in_file == 1000);
    const std::size_t before = n_frames_written;
    series.flush();
    CHECK(n_frames_written == before);
}

TEST_CASE("surface series: a continued one begins with the frames up to its time") {
    SurfaceFrames frames;
    for (int k = 0; k < 5; ++k) {
        frames.times.push_back(0.1 * k);
        frames.points.push_back(FramePoints::Constant(3, 2, float(k)));
    }
    SurfaceSeries series;
    series.begin(frames_until(frames, 0.25), [](const SurfaceFrames&) {});
    CHECK(series.n_frames() == 3);
    series.add(0.3, Points::Constant(3, 2, 7));
    CHECK(series.frames().points.back() == FramePoints::Constant(3, 2, 7));
    CHECK(series.frames().points[2] == FramePoints::Constant(3, 2, 2));
}

TEST_CASE("obj: numbers read back bit by bit, and corners count from 1") {
    Points points(3, 3);
    points << 0.1, 1.0 / 3, 2, 0, -1e-17, 0, 1, 2, 3;
    Eigen::MatrixXi triangles(3, 1);
    triangles << 2, 0, 1;
    const std::string text = obj_text(points, triangles);
    CHECK(text == "v 0.1 0 1\nv 0.3333333333333333 -1e-17 2\nv 2 0 3\nf 3 1 2\n");
    CHECK(obj_text(points, triangles, 2) ==
          "v 0.10 0.00 1.00\nv 0.33 -0.00 2.00\nv 2.00 0.00 3.00\nf 3 1 2\n");
}
