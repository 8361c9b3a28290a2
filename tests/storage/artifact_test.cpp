#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <sinew/kernel/run/log.hpp>
#include <sinew/storage/artifact.hpp>
#include <support/empty_cache.hpp>

using namespace sinew;
using test::EmptyCache;

namespace {

constexpr AlgorithmVersion of_b{"basis/b", 1}, of_c{"basis/c", 1};

ArtifactKey key_of(const std::string& mesh) {
    ArtifactKey key;
    key.add("mesh", mesh, "0123");
    key.add("material", "material/stvk {young: 1e5}");
    return key;
}

/// The key in the file.
std::string hash_of(const std::string& mesh) {
    ArtifactKey key = key_of(mesh);
    key.add("algorithm", "1");
    return key.hash();
}

Archive seven() {
    Archive made;
    made.put("x", 7.0);
    return made;
}

}  // namespace

TEST_CASE("artifacts: what has been made is not made again, and another key is another artifact") {
    const EmptyCache cache;
    int n_made = 0;
    const auto make = [&] {
        ++n_made;
        return seven();
    };
    const Artifact first = fetch_artifact(of_b, key_of("box"), {}, make);
    CHECK(first.was_made);
    const Artifact second = fetch_artifact(of_b, key_of("box"), {}, make);
    CHECK_FALSE(second.was_made);
    CHECK(second.content.number("x") == 7);
    CHECK(second.file == first.file);
    CHECK(n_made == 1);
    CHECK(fetch_artifact(of_b, key_of("ball"), {}, make).was_made);
    CHECK(fetch_artifact(of_c, key_of("box"), {}, make).was_made);
}

TEST_CASE("artifacts: two versions of an algorithm never share a file") {
    const EmptyCache cache;
    const AlgorithmVersion mended{of_b.kind, of_b.number + 1};
    const Artifact old = fetch_artifact(of_b, key_of("box"), {}, seven);
    const Artifact fresh = fetch_artifact(mended, key_of("box"), {}, seven);
    CHECK(fresh.was_made);
    CHECK(fresh.file != old.file);
    CHECK_FALSE(fetch_artifact(of_b, key_of("box"), {}, seven).was_made);
    CHECK_FALSE(fetch_artifact(mended, key_of("box"), {}, seven).was_made);

    Path named;
    named.written = "modes.h5";
    named.absolute = cache.folder() / "modes.h5";
    fetch_artifact(of_b, key_of("box"), named, seven);
    CHECK_THROWS_WITH(
        fetch_artifact(mended, key_of("box"), named, seven),
        Catch::Contains("algorithm: of the file 1, of the scene 2") && !Catch::Contains("mesh:"));
}

TEST_CASE("artifacts: one that is cut off is made anew with a warning") {
    const EmptyCache cache;
    const auto file = fetch_artifact(of_b, key_of("box"), {}, seven).file;
    const auto size = std::filesystem::file_size(file);
    std::filesystem::resize_file(file, size / 2);
    std::string heard;
    const LogListener listener([&](const Diagnostic& d) { heard += d.message; });
    CHECK(fetch_artifact(of_b, key_of("box"), {}, seven).was_made);
    CHECK_THAT(heard, Catch::Contains("basis/b is made anew, since " + file.string() +
                                      " is cut off: " + std::to_string(size / 2) + " of " +
                                      std::to_string(size) + " bytes are there"));
    CHECK_FALSE(fetch_artifact(of_b, key_of("box"), {}, seven).was_made);
}

TEST_CASE("artifacts: a named file of another mesh is refused, and both keys are shown") {
    const EmptyCache cache;
    Path named;
    named.written = "modes.h5";
    named.absolute = cache.folder() / "modes.h5";
    CHECK(fetch_artifact(of_b, key_of("box"), named, seven).was_made);
    CHECK_FALSE(fetch_artifact(of_b, key_of("box"), named, seven).was_made);
    try {
        fetch_artifact(of_b, key_of("ball"), named, seven);
        FAIL("the file was taken");
    } catch (const InputError& error) {
        const std::string text = error.diagnostics().front().message;
        CHECK_THAT(text, Catch::Contains(hash_of("ball")));
        CHECK_THAT(text, Catch::Contains(hash_of("box")));
        CHECK_THAT(text, Catch::Contains("mesh: of the file box [0123]"));
        CHECK_THAT(text, Catch::Contains(", of the scene ball [0123]"));
        CHECK(text.find('\n') == std::string::npos);  // a message is one line
        CHECK_THAT(text, !Catch::Contains("material"));
    }
    CHECK_THROWS_AS(fetch_artifact(of_c, key_of("box"), named, seven), InputError);
    std::filesystem::resize_file(named.absolute, 1000);
    CHECK(fetch_artifact(of_b, key_of("box"), named, seven).was_made);
    CHECK_FALSE(fetch_artifact(of_b, key_of("box"), named, seven).was_made);
}

TEST_CASE("artifacts: a named file that Sinew has not written is refused and left alone") {
    const EmptyCache cache;
    Path named;
    named.written = "mine";
    named.absolute = cache.folder() / "mine";
    std::filesystem::create_directories(named.absolute);
    const auto refusal = [&] {
        try {
            fetch_artifact(of_b, key_of("box"), named, seven);
        } catch (const InputError& error) {
            const Diagnostic& told = error.diagnostics().front();
            CHECK_THAT(told.remedy, Catch::StartsWith("name another file"));
            CHECK_THAT(told.remedy, !Catch::Contains("checkpoint"));
            return told.message;
        }
        return std::string("none");
    };
    CHECK(refusal() == "mine is a folder, not an artifact");
    std::filesystem::remove(named.absolute);
    std::ofstream(named.absolute) << "notes of mine";
    CHECK(refusal() == "mine is no artifact: Sinew has not written it");
    CHECK(std::filesystem::file_size(named.absolute) == 13);
}

TEST_CASE(
    "artifacts: a folder that is not there is reported before anything is made, and not made") {
    const EmptyCache cache;
    Path named;
    named.written = "mistyped/modes.h5";
    named.absolute = cache.folder() / "mistyped" / "modes.h5";
    const auto never = []() -> Archive { throw std::logic_error("it was made"); };
    try {
        fetch_artifact(of_b, key_of("box"), named, never);
        FAIL("the folder was taken");
    } catch (const InputError& error) {
        CHECK_THAT(error.diagnostics().front().message,
                   Catch::Contains("there is no folder '") &&
                       Catch::EndsWith("mistyped' for the artifact mistyped/modes.h5"));
    }
    CHECK_FALSE(std::filesystem::exists(named.absolute.parent_path()));
    std::filesystem::create_directory(named.absolute.parent_path());
    CHECK(fetch_artifact(of_b, key_of("box"), named, seven).is_kept);
}

TEST_CASE("artifacts: one that lacks what is needed of it is made anew") {
    const EmptyCache cache;
    std::string heard;
    const LogListener listener([&](const Diagnostic& d) { heard += d.message; });
    const auto file = fetch_artifact(of_b, key_of("box"), {}, [] { return Archive(); }).file;
    const Artifact found = fetch_artifact(of_b, key_of("box"), {}, seven,
                                          [](const Archive& there) { there.number("x"); });
    CHECK(found.was_made);
    CHECK(found.content.number("x") == 7);
    CHECK(heard ==
          "basis/b is made anew, since " + file.string() + " is damaged: the archive has no 'x'");
}

TEST_CASE("artifacts: processes that make the same one at a time do no harm") {
    const EmptyCache cache;
    std::vector<pid_t> children;
    for (int k = 0; k < 4; ++k) {
        const pid_t child = fork();
        if (child == 0) {
            bool good = true;
            for (int mesh = 0; mesh < 20; ++mesh)
                good = good && fetch_artifact(of_b, key_of(std::to_string(mesh)), {}, seven)
                                       .content.number("x") == 7;
            _exit(good ? 0 : 1);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = -1;
        waitpid(child, &status, 0);
        CHECK(status == 0);
    }
    for (int mesh = 0; mesh < 20; ++mesh)
        CHECK_FALSE(fetch_artifact(of_b, key_of(std::to_string(mesh)), {}, seven).was_made);
}
