/// A scene as a tree of values, each of which knows where it stands.
///
/// Variables, includes, aliases and overrides are already resolved in it: what reads a Value never
/// sees `${E}` or `!include`.
#pragma once

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// A value of the scene: null, a scalar's text, a list or a map.
class Value {
public:
    /// Sort of a value. A number is a scalar, whose text is read by the parameter that takes it.
    enum class Kind { null, scalar, list, map };
    struct Entry;  // key, key_mark, value

    Kind kind = Kind::null;
    std::string text;     ///< of a scalar, after substitution of variables
    bool quoted = false;  ///< the scalar stood in quotes: it is a string whatever it looks like
    SourceMark mark;      ///< where the value stands (a null: just behind its key's colon)
    std::string path;     ///< "scene.beam.material.young": the words of --set and of messages
    std::vector<Value> items;    ///< of a list
    std::vector<Entry> entries;  ///< of a map, in the file's order; keys are unique

    bool is_null() const { return kind == Kind::null; }
    bool is_scalar() const { return kind == Kind::scalar; }
    bool is_list() const { return kind == Kind::list; }
    bool is_map() const { return kind == Kind::map; }

    /// The entry of that key, or nullptr (also when this is no map).
    const Value* find(std::string_view key) const;
    /// The same with its key.
    const Entry* find_entry(std::string_view key) const;

    /// "a list", "a map", "the text 'abc'": for messages.
    std::string describe() const;
};

/// A key of a map and its value.
struct Value::Entry {
    std::string key;
    SourceMark key_mark;
    Value value;
};

/// Place in the scene of the value that a path inside `root` leads to ("poses.count",
/// "forces[2].at"); if the path leads nowhere, of the last value on its way. Unknown if none of
/// them has a place.
SourceMark place_of(const Value& root, std::string_view path);

/// One `--set PATH=VALUE`.
struct Override {
    std::string path;
    std::string value;  ///< YAML flow text
};

/// Reads a scene file: parses, includes, substitutes variables, applies overrides.
///
/// - `sinew: 1` must be among its keys, and stays in the result.
/// - `!include FILE` is relative to the file it stands in. Included files use the scene's
///   variables; they may have `sinew:` (checked and dropped) but no `let:` of their own.
/// - `let:` holds the variables and is not part of the result. It may be an !include. `${name}`
///   stands for the variable's text, unparsed: a variable that is a sum needs its own parentheses.
///   A value that is `${name}` and nothing else takes the variable whole, also a list or map;
///   `$${` is a literal `${`.
/// - An override names a value as Value::path does, or a variable (`let.E`). It replaces the value
///   or adds a key to a map (inside a node, an object or a variable, with the maps that lead to
///   it); its text may use variables.
/// - Marks: a value made from a variable or alias has the place of its use; a value inside it has
///   the place where it is written. Included values name the included file, overrides the text
///   `--set PATH=VALUE`, also where the variable that they set is used as a whole.
///
/// Throws InputError with every syntax error found (unreadable, empty, binary or oversized file,
/// duplicate key, bad alias, include cycle, unknown variable, override of a path that is not
/// there). The result is a map.
Value read_scene(const std::string& file, const std::vector<Override>& overrides = {});

/// The same from text, for tests and tools; includes are relative to the working directory.
Value parse_scene(const std::string& text, const std::string& name = "scene",
                  const std::vector<Override>& overrides = {});

}  // namespace sinew
