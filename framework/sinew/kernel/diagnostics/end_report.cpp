#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/diagnostics/end_report.hpp>
#include <string_view>

namespace sinew {

/// JSON, cut at its slots.
struct EndReport::Text {
    struct Piece {
        std::string text;
        int slot;  ///< that follows; -1 at the end
    };
    const char *file, *beside;
    std::vector<Piece> pieces;
};

namespace {

std::atomic<const void*> prepared_text = nullptr;

/// A value in JSON: what a text of ours never holds.
std::string marker_of(int slot) {
    return "\": \"\\u000" + std::to_string(slot + 1) + "\"";
}

bool write_bytes(int descriptor, const char* bytes, std::size_t n) {
    while (n > 0) {
        const ssize_t done = ::write(descriptor, bytes, n);
        if (done <= 0) return false;
        bytes += done;
        n -= std::size_t(done);
    }
    return true;
}

/// Inside a JSON text: what would have to be written otherwise there becomes '?'.
bool write_value(int descriptor, const char* value) {
    for (; *value; ++value) {
        const char c = *value == '"' || *value == '\\' || static_cast<unsigned char>(*value) < ' '
                           ? '?'
                           : *value;
        if (!write_bytes(descriptor, &c, 1)) return false;
    }
    return true;
}

}  // namespace

std::string EndReport::slot(Slot which) {
    return std::string(1, char(int(which) + 1));
}

EndReport::EndReport(std::string file, std::string beside)
    : file_(std::move(file)), beside_(std::move(beside)) {
    SINEW_ASSERT(!prepared_text.load(), "one report of an end at a time");
}

EndReport::~EndReport() {
    prepared_text = nullptr;
}

void EndReport::prepare(const std::string& json) {
    auto text = std::make_unique<Text>();
    text->file = file_.c_str();
    text->beside = beside_.c_str();
    constexpr int n_slots = 5;
    constexpr std::size_t before_value = std::string_view("\": \"").size();
    for (std::size_t start = 0; start < json.size();) {
        std::size_t first = std::string::npos;
        int slot = -1;
        for (int s = 0; s < n_slots; ++s)
            if (const std::size_t found = json.find(marker_of(s), start); found < first) {
                first = found;
                slot = s;
            }
        const std::size_t end = slot < 0 ? json.size() : first + before_value;
        text->pieces.push_back({json.substr(start, end - start), slot});
        start = slot < 0 ? end : first + marker_of(slot).size() - 1;  // at the closing quote
    }
    prepared_text = text.get();
    texts_.push_back(std::move(text));
}

void EndReport::write_prepared(const UnexpectedEnd& end) {
    const auto* text = static_cast<const Text*>(prepared_text.exchange(nullptr));
    if (!text) return;
    const std::array values{end.status, end.message, end.remedy, end.node_path, end.plugin};
    const int descriptor = ::open(text->beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) return;
    bool is_whole = true;
    for (const Text::Piece& piece : text->pieces) {
        is_whole = is_whole && write_bytes(descriptor, piece.text.data(), piece.text.size());
        if (piece.slot >= 0)
            is_whole = is_whole && write_value(descriptor, values[std::size_t(piece.slot)]);
    }
    is_whole = ::close(descriptor) == 0 && is_whole;
    if (!is_whole || ::rename(text->beside, text->file) != 0) ::unlink(text->beside);
}

}  // namespace sinew
