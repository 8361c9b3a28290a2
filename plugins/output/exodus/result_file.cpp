#include "result_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <vtk_exodusII.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <string_view>
#include <utility>

namespace sinew::exodus {

namespace fs = std::filesystem;
using output::On;

namespace {

/// Records begin at a multiple of this many bytes: NetCDF, which writes from its buffer in pieces
/// of 16 kB (or twice the file system's block), never writes the count in the head together with a
/// record.
constexpr std::size_t record_alignment = 65536;

constexpr int largest_errno = 999;  // Exodus's own numbers begin at 1000, NetCDF's are negative

/// Throws the reason of the library's last error.
[[noreturn]] void fail(const fs::path& file) {
    const char *message = nullptr, *function = nullptr;
    int error = 0;
    ex_get_err(&message, &function, &error);
    if (error > 0 && error <= largest_errno) fail_to_write(file, error);
    throw ComputationError(
        fmt::format("cannot write {}: Exodus says {}", file.string(), ex_strerror(error)),
        "write another format, `{type: vtu}` say, and report this");
}

}  // namespace

/// A file that the library has open. Numbers are double on both sides.
class Database {
public:
    static Database created(const fs::path& file) {
        int ours = sizeof(double), stored = sizeof(double);
        ex_opts(EX_DEFAULT);
        return {file, ex_create(file.c_str(), EX_CLOBBER | EX_64BIT_OFFSET, &ours, &stored)};
    }
    static Database opened(const fs::path& file, int mode) {
        int ours = sizeof(double), stored = 0;
        float version = 0;
        ex_opts(EX_DEFAULT);
        return {file, ex_open(file.c_str(), mode, &ours, &stored, &version)};
    }
    Database(Database&& other) noexcept
        : file_(std::move(other.file_)), id_(std::exchange(other.id_, -1)) {}
    Database& operator=(Database&&) = delete;
    ~Database() {
        if (id_ >= 0) ex_close(id_);
    }

    bool is_there() const { return id_ >= 0; }
    int id() const { return id_; }
    void expect(int status) const {
        if (status < 0) fail(file_);
    }
    /// Some systems only tell then that there was no space.
    void close() { expect(ex_close(std::exchange(id_, -1))); }

private:
    Database(fs::path file, int id) : file_(std::move(file)), id_(id) {}

    fs::path file_;
    int id_;
};

namespace {

/// As the library takes names; it changes none.
std::vector<char*> pointers(const std::vector<std::string>& names) {
    std::vector<char*> all;
    for (const std::string& name : names) all.push_back(const_cast<char*>(name.c_str()));
    return all;
}

std::vector<int> from_one(std::vector<int> numbers) {
    for (int& number : numbers) ++number;
    return numbers;
}

/// Blocks, sets and variables are numbered from 1.
ex_entity_id id_of(std::size_t k) {
    return ex_entity_id(k) + 1;
}

void put_sizes(const Database& file, const Head& head) {
    std::size_t longest = MAX_NAME_LENGTH;
    for (const auto* names : {&head.nodal, &head.elemental})
        for (const std::string& name : *names) longest = std::max(longest, name.size());
    for (const Block& block : head.blocks) longest = std::max(longest, block.name.size());
    // Side sets have names of node sets.
    for (const auto& [name, nodes] : head.mesh->node_sets) longest = std::max(longest, name.size());
    file.expect(ex_set_max_name_length(file.id(), int(longest)));

    ex_init_params sizes{};
    head.title.copy(sizes.title, MAX_LINE_LENGTH);
    sizes.num_dim = 3;
    sizes.num_nodes = head.mesh->n_nodes();
    sizes.num_elem = head.mesh->n_elements();
    sizes.num_elem_blk = int64_t(head.blocks.size());
    sizes.num_node_sets = int64_t(head.mesh->node_sets.size());
    sizes.num_side_sets = int64_t(head.side_sets.size());
    file.expect(ex_put_init_ext(file.id(), &sizes));
}

void put_mesh(const Database& file, const Head& head) {
    const VolumeMesh& mesh = *head.mesh;
    const Eigen::MatrixX3d x = mesh.positions.transpose();
    const std::vector<std::string> axes{"x", "y", "z"};
    file.expect(ex_put_coord_names(file.id(), pointers(axes).data()));
    file.expect(ex_put_coord(file.id(), x.col(0).data(), x.col(1).data(), x.col(2).data()));

    std::vector<std::string> names;
    for (std::size_t k = 0; k < head.blocks.size(); ++k) {
        const Block& block = head.blocks[k];
        const Eigen::MatrixXi nodes = mesh.elements(Eigen::all, block.elements).array() + 1;
        file.expect(ex_put_block(file.id(), EX_ELEM_BLOCK, id_of(k), name_of_element(mesh.type),
                                 nodes.cols(), nodes.rows(), 0, 0, 0));
        file.expect(
            ex_put_conn(file.id(), EX_ELEM_BLOCK, id_of(k), nodes.data(), nullptr, nullptr));
        names.push_back(block.name);
    }
    file.expect(ex_put_names(file.id(), EX_ELEM_BLOCK, pointers(names).data()));
    file.expect(ex_put_id_map(file.id(), EX_ELEM_MAP, from_one(order_of(head.blocks)).data()));
}

void put_node_sets(const Database& file, const VolumeMesh& mesh) {
    std::vector<std::string> names;
    for (const auto& [name, nodes] : mesh.node_sets) {
        const ex_entity_id id = id_of(names.size());
        file.expect(ex_put_set_param(file.id(), EX_NODE_SET, id, int64_t(nodes.size()), 0));
        if (!nodes.empty())
            file.expect(ex_put_set(file.id(), EX_NODE_SET, id, from_one(nodes).data(), nullptr));
        names.push_back(name);
    }
    if (!names.empty()) file.expect(ex_put_names(file.id(), EX_NODE_SET, pointers(names).data()));
}

void put_side_sets(const Database& file, const Head& head) {
    if (head.side_sets.empty()) return;
    std::vector<int> number(std::size_t(head.mesh->n_elements()));  // in the file, from 1
    const std::vector<int> order = order_of(head.blocks);
    for (std::size_t k = 0; k < order.size(); ++k) number[std::size_t(order[k])] = int(k) + 1;
    std::vector<std::string> names;
    for (const SideSet& set : head.side_sets) {
        const ex_entity_id id = id_of(names.size());
        std::vector<int> elements;
        for (const int e : set.elements) elements.push_back(number[std::size_t(e)]);
        file.expect(ex_put_set_param(file.id(), EX_SIDE_SET, id, int64_t(elements.size()), 0));
        file.expect(ex_put_set(file.id(), EX_SIDE_SET, id, elements.data(), set.sides.data()));
        names.push_back(set.name);
    }
    file.expect(ex_put_names(file.id(), EX_SIDE_SET, pointers(names).data()));
}

void put_variables(const Database& file, const Head& head) {
    for (const auto& [type, names] :
         {std::pair{EX_NODAL, &head.nodal}, std::pair{EX_ELEM_BLOCK, &head.elemental}}) {
        if (names->empty()) continue;
        const int n = int(names->size());
        file.expect(ex_put_variable_param(file.id(), type, n));
        file.expect(ex_put_variable_names(file.id(), type, n, pointers(*names).data()));
    }
    // Without the table the library would open the head again at the first value of each block.
    const int n_blocks = int(head.blocks.size()), n_variables = int(head.elemental.size());
    std::vector<int> has(std::size_t(n_blocks) * std::size_t(n_variables), 1);
    if (!has.empty())
        file.expect(
            ex_put_truth_table(file.id(), EX_ELEM_BLOCK, n_blocks, n_variables, has.data()));
}

void put_head(const Database& file, const Head& head) {
    put_sizes(file, head);
    std::vector<std::string> notes = head.notes;
    for (std::string& note : notes)
        note.resize(std::min<std::size_t>(note.size(), MAX_LINE_LENGTH));
    if (!notes.empty())
        file.expect(ex_put_info(file.id(), int(notes.size()), pointers(notes).data()));
    put_mesh(file, head);
    put_node_sets(file, *head.mesh);
    put_side_sets(file, head);
    put_variables(file, head);
    // The file's number is that of NetCDF, too.
    constexpr std::size_t no_more = 0, word = 4;
    if (nc_redef(file.id()) != NC_NOERR ||
        nc__enddef(file.id(), no_more, word, no_more, record_alignment) != NC_NOERR)
        file.expect(EX_FATAL);
}

/// Calls `at(type, variable's number, id, n)` of every piece of a record: of all nodes, then block
/// by block.
template <class At>
void for_each_piece(const Head& head, At&& at) {
    for (std::size_t v = 0; v < head.nodal.size(); ++v)
        at(EX_NODAL, int(v) + 1, ex_entity_id(1), head.mesh->n_nodes());
    for (std::size_t v = 0; v < head.elemental.size(); ++v)
        for (std::size_t k = 0; k < head.blocks.size(); ++k)
            at(EX_ELEM_BLOCK, int(v) + 1, id_of(k), int64_t(head.blocks[k].elements.size()));
}

std::vector<std::string> variable_names(const Database& file, ex_entity_type type) {
    int n = 0;
    if (ex_get_variable_param(file.id(), type, &n) < 0) return {};
    const auto length = std::size_t(
        std::max<int64_t>(ex_inquire_int(file.id(), EX_INQ_DB_MAX_USED_NAME_LENGTH), 0));
    ex_set_max_name_length(file.id(), int(std::max<std::size_t>(length, MAX_NAME_LENGTH)));
    std::vector<std::string> names(std::size_t(n), std::string(length + MAX_NAME_LENGTH + 1, '\0'));
    if (n > 0 && ex_get_variable_names(file.id(), type, n, pointers(names).data()) < 0) return {};
    for (std::string& name : names) name.resize(name.find('\0'));
    return names;
}

/// True if the file begins as NetCDF's classic ones do. The library itself prints a message about
/// others.
bool is_classic(const fs::path& file) {
    char start[3] = {};
    std::ifstream(file, std::ios::binary).read(start, sizeof start);
    return std::string_view(start, sizeof start) == "CDF";
}

/// True if the file has the blocks of the head, each with as many elements of that type.
bool has_blocks(const Database& file, const Head& head) {
    for (std::size_t k = 0; k < head.blocks.size(); ++k) {
        ex_block block{};
        block.id = id_of(k);
        block.type = EX_ELEM_BLOCK;
        if (ex_get_block_param(file.id(), &block) < 0 ||
            block.num_entry != int64_t(head.blocks[k].elements.size()) ||
            block.num_nodes_per_entry != head.mesh->elements.rows() ||
            std::string_view(block.topology) != name_of_element(head.mesh->type))
            return false;
    }
    return true;
}

/// True if the file shows the mesh of the head, and has its variables.
bool fits(const Database& file, const Head& head) {
    ex_init_params sizes{};
    if (!file.is_there() || ex_get_init_ext(file.id(), &sizes) < 0) return false;
    const VolumeMesh& mesh = *head.mesh;
    if (sizes.num_nodes != mesh.n_nodes() || sizes.num_elem != mesh.n_elements() ||
        sizes.num_elem_blk != int64_t(head.blocks.size()) || !has_blocks(file, head))
        return false;
    Eigen::MatrixX3d x(mesh.n_nodes(), 3);
    return ex_get_coord(file.id(), x.col(0).data(), x.col(1).data(), x.col(2).data()) >= 0 &&
           x == mesh.positions.transpose() && variable_names(file, EX_NODAL) == head.nodal &&
           variable_names(file, EX_ELEM_BLOCK) == head.elemental;
}

/// Copies the records up to a time; returns how many.
int copy_records(const Database& from, const Database& to, const Head& head, double until) {
    std::vector<double> times(
        std::size_t(std::max<int64_t>(ex_inquire_int(from.id(), EX_INQ_TIME), 0)));
    if (!times.empty()) from.expect(ex_get_all_times(from.id(), times.data()));
    int n = 0;
    std::vector<double> values;
    for (; n < int(times.size()) && times[std::size_t(n)] <= until; ++n) {
        to.expect(ex_put_time(to.id(), n + 1, &times[std::size_t(n)]));
        for_each_piece(head, [&](ex_entity_type type, int variable, ex_entity_id id, int64_t size) {
            values.resize(std::size_t(size));
            from.expect(ex_get_var(from.id(), n + 1, type, variable, id, size, values.data()));
            to.expect(ex_put_var(to.id(), n + 1, type, variable, id, size, values.data()));
        });
    }
    return n;
}

/// Removes what was written beside, unless it was renamed.
struct Beside {
    explicit Beside(const fs::path& file) : path(name_beside(file)) {}
    ~Beside() {
        std::error_code not_there;
        fs::remove(path, not_there);
    }
    Beside(const Beside&) = delete;
    Beside& operator=(const Beside&) = delete;
    fs::path path;
};

}  // namespace

/// The file while it grows. A second descriptor reserves the space of a record before the library
/// begins it: a full disk is reported while all that stands is whole.
struct ResultFile::Open {
    Open(const fs::path& file, Head of)
        : path(file), head(std::move(of)), database(Database::opened(file, EX_WRITE)) {
        if (!database.is_there()) fail(path);
        descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor < 0) fail_to_write(path, errno);
    }
    ~Open() {
        if (descriptor >= 0) ::close(descriptor);
    }
    Open(const Open&) = delete;
    Open& operator=(const Open&) = delete;

    void reserve() const {
        const auto n_numbers = off_t(1 + head.nodal.size() * std::size_t(head.mesh->n_nodes()) +
                                     head.elemental.size() * std::size_t(head.mesh->n_elements()));
        const off_t end = ::lseek(descriptor, 0, SEEK_END);
        if (const int error = ::posix_fallocate(descriptor, end, n_numbers * off_t(sizeof(double)));
            error != 0)
            fail_to_write(path, error);
    }

    fs::path path;
    Head head;
    Database database;
    int descriptor = -1;
};

ResultFile::ResultFile() = default;
ResultFile::~ResultFile() = default;

void ResultFile::open(const fs::path& file, const Head& head, std::optional<double> kept_until) {
    close();
    n_records_ = 0;
    const Beside beside(file);
    Database fresh = Database::created(beside.path);
    if (!fresh.is_there()) fail(file);
    put_head(fresh, head);
    if (kept_until && fs::exists(file)) {
        std::optional<Database> earlier;
        if (is_classic(file)) earlier.emplace(Database::opened(file, EX_READ));
        if (!earlier || !fits(*earlier, head))
            throw InputError(
                Diagnostic::error(fmt::format("{} shows another mesh or other fields than this run",
                                              file.string()))
                    .remedy("move it away, or continue into another folder with -o"));
        n_records_ = copy_records(*earlier, fresh, head, *kept_until);
    }
    fresh.close();
    if (n_records_ == 0) {
        const std::uintmax_t size = fs::file_size(beside.path);
        fs::resize_file(beside.path,
                        (size + record_alignment - 1) / record_alignment * record_alignment);
    }
    rename_into_place(file);
    open_ = std::make_unique<Open>(file, head);
}

void ResultFile::add(double time, const std::vector<Variable>& variables) {
    const Head& head = open_->head;
    const Database& file = open_->database;
    open_->reserve();
    std::vector<const Eigen::VectorXd*> nodal, elemental;
    for (const Variable& one : variables)
        (one.on == On::points ? nodal : elemental).push_back(&one.values);
    const int record = n_records_ + 1;
    file.expect(ex_put_time(file.id(), record, &time));
    for_each_piece(head, [&](ex_entity_type type, int variable, ex_entity_id id, int64_t size) {
        const auto& all = type == EX_NODAL ? nodal : elemental;
        const Eigen::VectorXd& values = *all[std::size_t(variable) - 1];
        if (type == EX_NODAL) {
            file.expect(ex_put_var(file.id(), record, type, variable, id, size, values.data()));
        } else {
            const Eigen::VectorXd some = values(head.blocks[std::size_t(id) - 1].elements);
            file.expect(ex_put_var(file.id(), record, type, variable, id, size, some.data()));
        }
    });
    file.expect(ex_update(file.id()));  // only now the record counts
    n_records_ = record;
}

void ResultFile::close() {
    open_.reset();
}

}  // namespace sinew::exodus
