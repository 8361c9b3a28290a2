/// The parameter type of an object that is nested in another.
#pragma once

#include <memory>
#include <sinew/kernel/library/description.hpp>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/kernel/scene/value.hpp>
#include <string>

namespace sinew {

class BuildContext;

namespace detail {

/// A PluginSlot without its interface.
class AnyPluginSlot {
public:
    AnyPluginSlot() = default;
    explicit AnyPluginSlot(const char* default_type) : type_(default_type) {}

    bool empty() const { return type_.empty(); }
    const std::string& type() const { return type_; }
    /// True if the scene fills the slot; false if the default does.
    bool is_written() const { return value_.is_map(); }
    /// The value in the scene, with its marks; an empty map if the default fills the slot.
    const Value& value() const { return value_; }

    bool read(const Value& value, const char* kind, const FieldInfo& info, ReadContext& context);
    std::unique_ptr<Object> make(const char* kind, BuildContext& context) const;
    [[noreturn]] void wrong_kind(const char* kind, BuildContext& context) const;

private:
    std::string type_;
    Value value_;
    ReadParams params_;  ///< of the value, once read without mistakes
};

std::string plugin_slot_schema(const char* kind);

}  // namespace detail

/// An object of another plugin nested in this one: `linear: {type: cholesky, ordering: metis}`.
/// Interface is its C++ interface with a static `kind`. Reading checks the plugin's parameters;
/// `make` builds the object. Declared as `PluginSlot<LinearSolver> linear{"cholesky"};` with the
/// type that a scene gets if it names none, or without: then the slot may stay empty.
template <class Interface>
class PluginSlot : public detail::AnyPluginSlot {
public:
    using AnyPluginSlot::AnyPluginSlot;

    /// A new object; nullptr if the slot is empty. Throws InputError if it cannot be made.
    std::unique_ptr<Interface> make(BuildContext& context) const {
        std::unique_ptr<Object> object = AnyPluginSlot::make(Interface::kind, context);
        if (!object) return nullptr;
        auto* typed = dynamic_cast<Interface*>(object.get());
        if (!typed) wrong_kind(Interface::kind, context);
        object.release();
        return std::unique_ptr<Interface>(typed);
    }
};

template <class Interface>
struct ParamType<PluginSlot<Interface>> {
    static bool read(const Value& value, const FieldInfo& info, ReadContext& context,
                     PluginSlot<Interface>& out) {
        return out.read(value, Interface::kind, info, context);
    }
    static std::string type_name(const FieldInfo&) {
        return std::string("object of kind ") + Interface::kind;
    }
    static std::string schema(const FieldInfo&) {
        return detail::plugin_slot_schema(Interface::kind);
    }
    static std::string show(const PluginSlot<Interface>& slot, const FieldInfo&) {
        return slot.empty() ? "" : "{type: " + slot.type() + "}";
    }
};

}  // namespace sinew
