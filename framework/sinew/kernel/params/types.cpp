#include <fmt/format.h>

#include <sinew/kernel/diagnostics/special_file.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/scene/overrides.hpp>

namespace sinew {
namespace {

/// The text of a scalar that may not be empty.
bool read_name(const Value& value, const FieldInfo& info, ReadContext& context, const char* wanted,
               std::string& out) {
    if (value.is_scalar() && !value.text.empty()) {
        out = value.text;
        return true;
    }
    return context.error(value.mark,
                         fmt::format("{}: expected {}, got {}", info.name, wanted,
                                     value.is_scalar() ? "an empty text" : value.describe()),
                         info.meaning);
}

const char* const read_from_files =
    "what a scene names is read from files, not from devices or pipes";

std::string not_regular(const std::string& name, const std::string& kind) {
    return fmt::format("'{}' is not a regular file but {}", name, kind);
}

/// The folder that relative paths of a value start from.
std::filesystem::path folder_of(const SourceMark& mark) {
    if (!mark.source || is_from_option(mark)) return {};
    return std::filesystem::path(mark.source->name).parent_path();
}

}  // namespace

Path Path::beside(const std::string& name) const {
    const std::string kind = special_file(absolute.parent_path() / name);
    if (!kind.empty())
        throw InputError(mark, not_regular(name, kind), written + " names it; " + read_from_files);
    Path other = *this;
    other.absolute = absolute.parent_path() / name;
    other.written = (std::filesystem::path(written).parent_path() / name).string();
    if (noted_in) noted_in->add({node_path, other.written, other.absolute, mark});
    return other;
}

bool ParamType<Path>::read(const Value& value, const FieldInfo& info, ReadContext& context,
                           Path& out) {
    if (!read_name(value, info, context, "the path of a file or folder", out.written)) return false;
    out.mark = value.mark;
    const std::filesystem::path path = folder_of(value.mark) / out.written;
    std::error_code error;  // the working folder is gone, say: then nothing is found there
    const std::filesystem::path whole = std::filesystem::absolute(path, error);
    out.absolute = (error ? path : whole).lexically_normal();
    if (const std::string kind = special_file(out.absolute); !kind.empty())
        return context.error(value.mark, not_regular(out.written, kind), read_from_files);
    if (info.is_made) return true;
    out.node_path = context.node_path;
    out.noted_in = context.files;
    if (context.files) context.files->add({out.node_path, out.written, out.absolute, out.mark});
    return true;
}

bool ParamType<Reference>::read(const Value& value, const FieldInfo& info, ReadContext& context,
                                Reference& out) {
    if (!read_name(value, info, context, "the path of a node", out.written)) return false;
    out.mark = value.mark;
    if (context.references) context.references->push_back(out);
    return true;
}

}  // namespace sinew
