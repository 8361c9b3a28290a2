#include "info_exodus.hpp"

#include <fmt/format.h>
#include <vtk_exodusII.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <optional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/own_process.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "netcdf_size.hpp"

namespace sinew::results {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& file, const std::string& reason) {
    throw InputError(
        Diagnostic::error(fmt::format("{} cannot be read as Exodus II: {}", file.string(), reason))
            .remedy("is the file whole, and of the format that its name says? Copy it again"));
}

/// Refuses what is no NetCDF, classic or in HDF5, of which the library prints a message of its own,
/// and classic files that are cut off.
void check_whole(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    char start[4] = {};
    in.read(start, sizeof start);
    const std::string_view words(start, sizeof start);
    if (words == "\x89HDF") return;  // it knows its end
    if (!words.starts_with("CDF")) fail(file, "it is no NetCDF");
    in.seekg(0);
    const std::optional<std::int64_t> promised = promised_size(in);
    const auto there = std::int64_t(fs::file_size(file));
    if (!promised || *promised > there)
        fail(file, fmt::format("it is cut off: {} bytes are there{}", there,
                               promised ? fmt::format(" of {}", *promised) : ""));
}

/// Numbers are double, whatever the file holds.
class ExodusFile {
public:
    explicit ExodusFile(fs::path file) : file_(std::move(file)) {
        int ours = sizeof(double), stored = 0;
        float version = 0;
        ex_opts(EX_DEFAULT);
        id_ = ex_open(file_.c_str(), EX_READ, &ours, &stored, &version);
        if (id_ < 0) fail(file_, "it holds no mesh");
        expect(ex_get_init_ext(id_, &sizes_));
        const int64_t longest = ex_inquire_int(id_, EX_INQ_DB_MAX_USED_NAME_LENGTH);
        name_length_ = int(std::clamp<int64_t>(longest, MAX_NAME_LENGTH, NC_MAX_NAME));
        ex_set_max_name_length(id_, name_length_);
        times_.resize(std::size_t(std::max<int64_t>(ex_inquire_int(id_, EX_INQ_TIME), 0)));
        if (!times_.empty()) expect(ex_get_all_times(id_, times_.data()));
    }
    ExodusFile(const ExodusFile&) = delete;
    ExodusFile& operator=(const ExodusFile&) = delete;
    ~ExodusFile() {
        if (id_ >= 0) ex_close(id_);
    }

    std::string text() const {
        std::string text = fmt::format("{}: Exodus II, {}\n  points  {}\n", file_.string(),
                                       sizes_.title, sizes_.num_nodes);
        add_blocks(text);
        add_sets(EX_NODE_SET, "nodes", text);
        add_sets(EX_SIDE_SET, "sides", text);
        add_box(text);
        if (!times_.empty())
            text += fmt::format("  times   {}, {:.6g} to {:.6g} s; fields at the last:\n",
                                times_.size(), times_.front(), times_.back());
        else
            text += "  times   none\n";
        add_fields(EX_NODAL, "points", text);
        add_fields(EX_ELEM_BLOCK, "cells", text);
        add_notes(text);
        return text;
    }

private:
    void expect(int status) const {
        if (status < 0) fail(file_, "a part of it is missing");
    }

    /// n texts that `get` fills in.
    template <class Get>
    std::vector<std::string> texts(std::size_t n, std::size_t length, Get&& get) const {
        std::vector<std::string> all(n, std::string(length + 1, '\0'));
        std::vector<char*> pointers;
        for (std::string& text : all) pointers.push_back(text.data());
        if (n > 0) expect(get(pointers.data()));
        for (std::string& text : all) text.resize(std::min(text.find('\0'), text.size()));
        return all;
    }
    std::vector<int> ids(ex_entity_type type, int64_t n) const {
        std::vector<int> ids(std::size_t(std::max<int64_t>(n, 0)));
        if (!ids.empty()) expect(ex_get_ids(id_, type, ids.data()));
        return ids;
    }
    std::vector<std::string> names(ex_entity_type type, std::size_t n) const {
        return texts(n, std::size_t(name_length_),
                     [&](char** to) { return ex_get_names(id_, type, to); });
    }
    struct Block {
        int n_elements = 0;
        char kind[MAX_STR_LENGTH + 1] = "";
    };
    Block block(int id) const {
        Block block;
        int nodes = 0, edges = 0, faces = 0, attributes = 0;
        expect(ex_get_block(id_, EX_ELEM_BLOCK, id, block.kind, &block.n_elements, &nodes, &edges,
                            &faces, &attributes));
        return block;
    }

    void add_blocks(std::string& text) const {
        const std::vector<int> blocks = ids(EX_ELEM_BLOCK, sizes_.num_elem_blk);
        const std::vector<std::string> called = names(EX_ELEM_BLOCK, blocks.size());
        for (std::size_t k = 0; k < blocks.size(); ++k) {
            const Block one = block(blocks[k]);
            text += fmt::format("  cells   {} of {} in block '{}'\n", one.n_elements, one.kind,
                                called[k]);
        }
    }
    void add_sets(ex_entity_type type, const char* of, std::string& text) const {
        const std::vector<int> sets =
            ids(type, type == EX_NODE_SET ? sizes_.num_node_sets : sizes_.num_side_sets);
        const std::vector<std::string> called = names(type, sets.size());
        for (std::size_t k = 0; k < sets.size(); ++k) {
            int n = 0, n_factors = 0;
            expect(ex_get_set_param(id_, type, sets[k], &n, &n_factors));
            text += fmt::format("  {}   {} in set '{}'\n", of, n, called[k]);
        }
    }
    void add_box(std::string& text) const {
        std::vector<double> x[3];
        for (std::vector<double>& one : x) one.resize(std::size_t(sizes_.num_nodes));
        if (sizes_.num_nodes == 0) return;
        expect(ex_get_coord(id_, x[0].data(), x[1].data(), x[2].data()));
        const auto corner = [&](auto&& end) {
            return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", *end(x[0]), *end(x[1]), *end(x[2]));
        };
        text +=
            fmt::format("  box     {} to {}, at rest\n",
                        corner([](const auto& v) { return std::min_element(v.begin(), v.end()); }),
                        corner([](const auto& v) { return std::max_element(v.begin(), v.end()); }));
    }

    /// Values of a variable at the last time, of all nodes or of all blocks that have it.
    std::vector<double> last_values(ex_entity_type type, int variable) const {
        const int record = int(times_.size());
        std::vector<double> values;
        const auto add = [&](int id, int64_t n) {
            const std::size_t before = values.size();
            values.resize(before + std::size_t(n));
            if (n > 0)
                expect(ex_get_var(id_, record, type, variable, id, n, values.data() + before));
        };
        if (type == EX_NODAL) {
            add(1, sizes_.num_nodes);
            return values;
        }
        for (const int id : ids(EX_ELEM_BLOCK, sizes_.num_elem_blk)) {
            int n_variables = 0;
            expect(ex_get_variable_param(id_, type, &n_variables));
            std::vector<int> has(static_cast<std::size_t>(n_variables));
            expect(ex_get_object_truth_vector(id_, type, id, n_variables, has.data()));
            if (has[std::size_t(variable) - 1] != 0) add(id, block(id).n_elements);
        }
        return values;
    }
    void add_fields(ex_entity_type type, const char* on, std::string& text) const {
        int n = 0;
        expect(ex_get_variable_param(id_, type, &n));
        const std::vector<std::string> called =
            texts(std::size_t(n), std::size_t(name_length_),
                  [&](char** to) { return ex_get_variable_names(id_, type, n, to); });
        for (int k = 0; k < n && !times_.empty(); ++k) {
            std::vector<double> values = last_values(type, k + 1);
            const std::size_t n_values = values.size();
            // A gap of nodes that are near nothing is NaN.
            std::erase_if(values, [](double value) { return !std::isfinite(value); });
            const auto [least, most] = std::minmax_element(values.begin(), values.end());
            text += fmt::format(
                "  {:<7} {:<22} 1 x {:<9} {}\n", on, called[std::size_t(k)], n_values,
                values.empty() ? "no values" : fmt::format("{:.6g} to {:.6g}", *least, *most));
        }
    }
    void add_notes(std::string& text) const {
        const auto n = std::size_t(std::max<int64_t>(ex_inquire_int(id_, EX_INQ_INFO), 0));
        for (const std::string& note :
             texts(n, MAX_LINE_LENGTH, [&](char** to) { return ex_get_info(id_, to); }))
            text += fmt::format("  note    {}\n", note);
    }

    fs::path file_;
    int id_ = -1, name_length_ = 0;
    ex_init_params sizes_{};
    std::vector<double> times_;
};

}  // namespace

void print_exodus(const fs::path& file) {
    check_whole(file);
    constexpr double at_least = 30, a_megabyte = 1;  // [s], some hundred times what it takes
    const double patience = at_least + a_megabyte * double(fs::file_size(file)) / 1e6;
    try {
        std::cout << in_own_process([&] { return ExodusFile(file).text(); }, patience);
    } catch (const ProcessDied& error) {
        fail(file, error.what());
    }
}

}  // namespace sinew::results
