/// sinew-bench: what `sinew bench` does, in a program of its own, so that `sinew` stays light.
///
///     sinew-bench [NAME] [-o DIR] [--threads N] [--only PATTERN] [--quick]
///     sinew-bench --measure FILE NAME TABLE ...      one table's numbers, in this process

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <fstream>
#include <iostream>
#include <regex>
#include <sinew/command_line.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/diagnostics/program.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/kernel/run/writable.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <thread>

#include "kit/benchmark.hpp"
#include "kit/machine.hpp"
#include "kit/process.hpp"
#include "kit/timing.hpp"

namespace {

namespace po = boost::program_options;
namespace fs = std::filesystem;
using namespace sinew;
using namespace sinew::bench;

struct Wanted {
    std::string benchmark;  ///< "": list them
    std::string table;      ///< to measure in this process
    fs::path measure;       ///< where its numbers go
    fs::path folder = "out/bench";
    std::string only;
    Settings settings;
};

/// Nothing if only help was asked for.
std::optional<Wanted> read_options(const std::vector<std::string>& words) {
    Wanted wanted;
    Settings& settings = wanted.settings;
    settings.threads = int(std::clamp(std::thread::hardware_concurrency(), 1u, 2u));
    po::options_description named("options"), all;
    named.add_options()("help,h", "this text")(
        "output,o", po::value(&wanted.folder)->value_name("DIR"),
        "folder for NAME.md, NAME.json and plots (default: out/bench)")(
        "threads", po::value(&settings.threads)->value_name("N"),
        "threads to compare with one (default: 2, if the machine has them)")(
        "only", po::value(&wanted.only)->value_name("PATTERN"),
        "only the tables whose name matches this regular expression")(
        "quick", po::bool_switch(&settings.quick),
        "small sizes: to see that everything works, not how fast");
    all.add(named).add_options()("NAME", po::value(&wanted.benchmark))(
        "TABLE", po::value(&wanted.table))("measure", po::value(&wanted.measure))(
        "scratch", po::value(&settings.scratch))("cache", po::value(&settings.cache));
    po::positional_options_description order;
    order.add("NAME", 1).add("TABLE", 1);
    po::variables_map values;
    try {
        values = tools::read_command_line("bench", words, all, order);
        po::notify(values);
    } catch (const po::error& error) {
        throw UsageError(fmt::format("sinew bench: {}", error.what()));
    }
    if (values.count("help") != 0) {
        std::cout << "sinew bench [NAME] [options]\n\n  the tables of docs/results, measured on "
                     "this machine; without NAME, what there is\n\n"
                  << named;
        return {};
    }
    if (settings.threads < 1) throw UsageError("--threads takes a number of at least 1");
    if (wanted.measure.empty() != wanted.table.empty())
        throw UsageError("sinew bench takes: [NAME] [options]");
    settings.sinew = own_folder().parent_path().parent_path() / "bin" / "sinew";
    return wanted;
}

Benchmark find_benchmark(const std::string& name) {
    std::vector<std::string> names;
    for (const Benchmark& benchmark : benchmarks()) {
        if (benchmark.name == name) return benchmark;
        names.push_back(benchmark.name);
    }
    throw UsageError(fmt::format("there is no benchmark '{}'; {}", name, suggestion(name, names)));
}

std::vector<Table> chosen_tables(const Benchmark& benchmark, const std::string& only) {
    std::vector<Table> chosen;
    std::vector<std::string> names;
    try {
        const std::regex pattern(only);
        for (const Table& table : benchmark.tables) {
            names.push_back(table.name);
            if (only.empty() || std::regex_search(table.name, pattern)) chosen.push_back(table);
        }
    } catch (const std::regex_error& error) {
        throw UsageError(
            fmt::format("--only '{}' is no regular expression: {}", only, error.what()));
    }
    if (chosen.empty())
        throw UsageError(fmt::format("no table of '{}' matches '{}'; {}", benchmark.name, only,
                                     suggestion(only, names)));
    return chosen;
}

int measure_here(const Wanted& wanted) {
    for (const Table& table : find_benchmark(wanted.benchmark).tables)
        if (wanted.table == table.name) {
            omp_set_num_threads(wanted.settings.threads);
            write_file_whole(wanted.measure, table.measure(wanted.settings).dump());
            return 0;
        }
    throw UsageError(fmt::format("'{}' has no table '{}'", wanted.benchmark, wanted.table));
}

/// A folder for the scenes and results of measured runs, gone when it ends.
class Scratch {
public:
    Scratch() {
        std::error_code error;
        const fs::path folder = fs::temp_directory_path(error);
        if (error)
            throw InputError(
                Diagnostic::error("there is no folder for temporary files: " + error.message())
                    .remedy("set TMPDIR to a folder that is there"));
        std::string name = (folder / "sinew-bench-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            throw ComputationError("cannot make a folder in " + folder.string(),
                                   "set TMPDIR to a folder that may be written into");
        path = name;
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    fs::path path;
};

/// The numbers of a table's processes; throws ComputationError with what one that failed says.
std::vector<nlohmann::json> measure_apart(const Wanted& wanted, const Table& table,
                                          const fs::path& cache) {
    const int n_processes = wanted.settings.quick ? 1 : table.n_processes;
    std::vector<nlohmann::json> runs;
    for (int i = 0; i < n_processes; ++i) {
        const Scratch scratch;
        const fs::path file = scratch.path / "numbers.json";
        std::vector<std::string> words{fs::read_symlink("/proc/self/exe").string(),
                                       wanted.benchmark,
                                       table.name,
                                       "--measure",
                                       file.string(),
                                       "--scratch",
                                       scratch.path.string(),
                                       "--cache",
                                       cache.string(),
                                       "--threads",
                                       std::to_string(wanted.settings.threads)};
        if (wanted.settings.quick) words.push_back("--quick");
        const Finished finished = run_program(words);
        if (finished.code != 0)
            throw ComputationError(
                fmt::format("it ended with code {}: {}", finished.code, finished.output));
        std::ifstream numbers(file);
        runs.push_back(nlohmann::json::parse(numbers));
    }
    return runs;
}

int run_benchmark(const Wanted& wanted) {
    const Benchmark benchmark = find_benchmark(wanted.benchmark);
    const std::vector<Table> tables = chosen_tables(benchmark, wanted.only);
    std::string preface =
        fmt::format("# sinew bench {}\n\nMeasured by `sinew bench {}{}`: {}.\n\n{}", benchmark.name,
                    benchmark.name, wanted.settings.quick ? " --quick" : "", benchmark.summary,
                    describe_machine(wanted.settings));
    if (wanted.settings.quick)
        preface += "\nWith `--quick`: small sizes, which say nothing about speed.\n";
    make_output_folder(wanted.folder);
    Report report;
    const Scratch cache;
    for (const Table& table : tables) {
        const double start = now();
        std::cout << table.name << " ..." << std::flush;
        report.section(table.title);
        try {
            table.write(measure_apart(wanted, table, cache.path), wanted.settings, report);
        } catch (const std::exception& error) {
            report.fail(fmt::format("{}: {}", table.name, error.what()));
        }
        report.write(benchmark.name, wanted.folder, preface);  // an interrupted bench keeps it
        std::cout << fmt::format(" {:.0f} s\n", now() - start) << std::flush;
    }
    report.draw_plots(benchmark.name, wanted.folder);
    std::cout << (wanted.folder / (benchmark.name + ".md")).string() << "\n";
    for (const std::string& failure : report.failures()) std::cerr << "FAILED: " << failure << "\n";
    return report.failures().empty() ? 0 : 1;
}

int run(const std::vector<std::string>& words) {
    const auto wanted = read_options(words);
    if (!wanted) return 0;
    if (!wanted->measure.empty()) return measure_here(*wanted);
    if (!wanted->benchmark.empty()) return run_benchmark(*wanted);
    for (const Benchmark& benchmark : benchmarks())
        std::cout << fmt::format("{:<12} {}\n", benchmark.name, benchmark.summary);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    sinew::set_out_of_memory_remedy(sinew::remedy_without_memory);
    return sinew::exit_code_of([&] { return run({argv + 1, argv + argc}); });
}
