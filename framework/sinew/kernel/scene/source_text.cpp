#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/diagnostics/special_file.hpp>
#include <sinew/kernel/scene/limits.hpp>
#include <sinew/kernel/scene/source_text.hpp>

namespace sinew {
namespace {

namespace fs = std::filesystem;

const char* const what_a_scene_is = "a scene is YAML text in UTF-8; its first line is 'sinew: 1'";

[[noreturn]] void refuse(const SourceMark& asked_from, const std::string& name, std::string message,
                         std::string remedy) {
    SourceMark where = asked_from;
    if (!where.source) where.source = std::make_shared<SourceText>(SourceText{name, {}});
    throw InputError(where, std::move(message), std::move(remedy));
}

[[noreturn]] void refuse_size(const SourceMark& asked_from, const std::string& name,
                              std::uintmax_t bytes) {
    refuse(asked_from, name,
           fmt::format("{} has {:.1f} MB; a scene file may have 8 MB at most", quote(name),
                       static_cast<double>(bytes) / (1024.0 * 1024.0)),
           "big data belongs in mesh files, which a scene names");
}

/// "did you mean 'beam.yaml'?" when a file of the same folder has nearly that name, and is not the
/// one that asks.
std::string nearby_file(const fs::path& file, const SourceMark& asked_from) {
    const fs::path asking = asked_from.source ? asked_from.source->name : "";
    std::vector<std::string> names;
    std::error_code error;
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const fs::path name = entry->path().filename();
        if ((file.parent_path() / name).lexically_normal() == asking.lexically_normal()) continue;
        names.push_back(name.string());
        if (names.size() == 1000) break;
    }
    if (!nearest(file.filename().string(), names).empty())
        return suggestion(file.filename().string(), names);
    return fmt::format("it was looked for in {}", quote(fs::absolute(folder, error).string()));
}

/// The byte that makes a text binary, or npos.
std::size_t binary_byte(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool break_or_tab = byte == '\n' || byte == '\r' || byte == '\t';
        if ((byte < 0x20 && !break_or_tab) || byte == 0x7F) return i;
        const std::size_t size = character_size(text, i);
        if (byte >= 0x80 && size == 1) return i;
        i += size;
    }
    return std::string_view::npos;
}

}  // namespace

std::shared_ptr<const SourceText> checked_source(std::string name, std::string text,
                                                 const SourceMark& asked_from) {
    if (text.size() > limits::file_bytes) refuse_size(asked_from, name, text.size());
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        refuse(asked_from, name, fmt::format("{} is empty", quote(name)), what_a_scene_is);
    if (const std::size_t at = binary_byte(text); at != std::string::npos) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
        refuse(
            asked_from, name,
            fmt::format("{} is not text: byte {} (in line {}) is 0x{:02X}, which {}", quote(name),
                        at + 1, line, byte, byte >= 0x80 ? "is not UTF-8" : "no text contains"),
            what_a_scene_is);
    }
    return std::make_shared<SourceText>(SourceText{std::move(name), std::move(text)});
}

std::shared_ptr<const SourceText> read_source(const std::string& file,
                                              const SourceMark& asked_from) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (status.type() == fs::file_type::not_found)
        refuse(asked_from, file, fmt::format("there is no file {}", quote(file)),
               nearby_file(file, asked_from));
    if (error)
        refuse(asked_from, file, fmt::format("cannot read {}: {}", quote(file), error.message()),
               "check the path and its permissions");
    if (fs::is_directory(status))
        refuse(asked_from, file, fmt::format("{} is a folder, not a file", quote(file)),
               "name the file inside it");
    if (const std::string kind = special_file(file); !kind.empty())
        refuse(asked_from, file, fmt::format("{} is not a regular file but {}", quote(file), kind),
               "scenes are read from files, not from devices or pipes");

    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        refuse(asked_from, file,
               fmt::format("cannot read {}: {}", quote(file), std::strerror(errno)),
               "check its permissions");
    if (const std::uintmax_t bytes = fs::file_size(file, error);
        !error && bytes > limits::file_bytes)
        refuse_size(asked_from, file, bytes);
    // The file may grow while it is read: never take more than one byte above the limit.
    std::string text(limits::file_bytes + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    text.shrink_to_fit();
    return checked_source(file, std::move(text), asked_from);
}

MarkMaker::MarkMaker(std::shared_ptr<const SourceText> source, std::size_t first_byte)
    : source_(std::move(source)) {
    advance_to(first_byte);
}

void MarkMaker::advance_to(std::size_t offset) {
    const std::string& text = source_->text;
    offset = std::min(offset, text.size());
    if (offset < offset_) {
        offset_ = 0;
        line_ = column_ = 1;
    }
    while (offset_ < offset) {
        if (text[offset_] == '\n') {
            ++line_;
            column_ = 1;
            ++offset_;
        } else {
            ++column_;
            offset_ += character_size(text, offset_);
        }
    }
}

SourceMark MarkMaker::at(std::size_t begin, std::size_t size) {
    advance_to(begin);
    const std::string_view rest = std::string_view(source_->text).substr(offset_, size);
    const std::size_t length = n_characters(rest.substr(0, rest.find_first_of("\r\n")));
    return {source_, line_, column_, std::max(1, static_cast<int>(length))};
}

}  // namespace sinew
