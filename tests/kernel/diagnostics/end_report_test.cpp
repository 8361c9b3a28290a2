#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/end_report.hpp>

using sinew::EndReport;
using Slot = EndReport::Slot;
namespace fs = std::filesystem;

namespace {

/// A file of this test alone.
struct File {
    fs::path path = fs::temp_directory_path() / ("sinew-end-" + std::to_string(::getpid()));
    fs::path beside = path.string() + ".beside";
    ~File() { fs::remove(path); }
    nlohmann::json content() const { return nlohmann::json::parse(std::ifstream(path)); }
};

}  // namespace

TEST_CASE("end report: what is not known before stands in its places, and the rest as it was") {
    const File file;
    nlohmann::ordered_json json{{"status", EndReport::slot(Slot::status)},
                                {"title", "\"status\": \"\\u0001\""},
                                {"errors", nlohmann::json::array()},
                                {"message", EndReport::slot(Slot::message)}};
    json["errors"].push_back({{"message", EndReport::slot(Slot::message)},
                              {"remedy", EndReport::slot(Slot::remedy)},
                              {"node", EndReport::slot(Slot::node_path)},
                              {"plugin", EndReport::slot(Slot::plugin)}});
    EndReport report(file.path, file.beside);
    report.prepare("{}");
    report.prepare(json.dump(2) + "\n");
    EndReport::write_prepared({"crashed", "it \"fell\"\n", "mend it", "/beam", "load/x"});
    const nlohmann::json error{
        {"message", "it ?fell??"}, {"remedy", "mend it"}, {"node", "/beam"}, {"plugin", "load/x"}};
    CHECK(file.content() == nlohmann::json{{"status", "crashed"},
                                           {"title", "\"status\": \"\\u0001\""},
                                           {"errors", nlohmann::json::array({error})},
                                           {"message", "it ?fell??"}});
    CHECK_FALSE(fs::exists(file.beside));
}

TEST_CASE("end report: nothing is written where nothing is prepared any more") {
    const File file;
    {
        EndReport report(file.path, file.beside);
        report.prepare("{}");
    }
    EndReport::write_prepared({"crashed", "", "", "", ""});
    CHECK_FALSE(fs::exists(file.path));
}
