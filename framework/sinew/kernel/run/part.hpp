/// The objects of a graph that take part in a run, each with what messages say of it.
#pragma once

#include <chrono>
#include <sinew/kernel/diagnostics/attribution.hpp>
#include <sinew/kernel/diagnostics/current_call.hpp>
#include <sinew/kernel/diagnostics/end_guard.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <string>
#include <vector>

namespace sinew {

/// A stepper or an observer.
template <class T>
struct Participant {
    T* object = nullptr;
    std::string node_path;  ///< "/beam"
    std::string plugin;     ///< "solver/static"
    SourceMark mark;
    std::string prefix;  ///< of its keys in an archive: "solver/beam"
    double seconds = 0;  ///< spent in it
    long count = 0;      ///< calls of its step or observe
    std::chrono::steady_clock::time_point guarded_at{};  ///< when handlers were last put back

    operator Attribution() const { return {plugin, node_path, mark}; }
};

/// All built objects of T's kind, parents before children, lists in order. The k-th object of one
/// plugin on one node has the same prefix whatever stands beside it.
template <class T>
std::vector<Participant<T>> parts_of(SceneGraph& graph) {
    std::vector<Participant<T>> parts;
    graph.visit([&](SceneNode& node) {
        for (const SlotRule& rule : graph.slot_rules()) {
            if (rule.kind != T::kind) continue;
            std::map<std::string, int> n_of_type;
            for (int i = 0; i < node.slot_count(rule.name); ++i) {
                T* object = graph.object<T>(node, rule.name, i);
                if (!object) continue;
                const Value* slot = node.slot(rule.name);
                const Value& value =
                    rule.is_list ? slot->items[static_cast<std::size_t>(i)] : *slot;
                const std::string type = value.find("type")->text;
                const int k = n_of_type[type]++;
                std::string prefix = T::kind + node.path();
                if (rule.is_list) prefix += "/" + type + "/" + std::to_string(k);
                parts.push_back({object, node.path(), T::kind + ("/" + type), value.mark,
                                 std::move(prefix), 0, 0});
            }
        }
    });
    return parts;
}

/// Calls `function`, adds the time it took, and gives whatever it throws a node, a plugin and a
/// place: InputErrors and ComputationErrors keep their sort, anything else becomes a
/// ComputationError that says `doing` ("stepping from t = 0.1 s").
template <class T, class Function>
void guarded(Participant<T>& part, const std::string& doing, Function&& function) {
    const auto start = std::chrono::steady_clock::now();
    struct AddTime {
        Participant<T>& part;
        std::chrono::steady_clock::time_point start;
        ~AddTime() {
            part.seconds +=
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        }
    } add_time{part, start};
    // It takes the kernel microseconds, as short steps take; libraries take handlers away when they
    // begin, which takes longer.
    if (start - part.guarded_at >= std::chrono::milliseconds(10)) {
        EndGuard::restore_handlers();
        part.guarded_at = start;
    }
    const CurrentCall call(part.plugin, part.node_path, doing);
    attribute_lack_of_memory_to(part, [&] {
        attribute_errors_to(part, function, [&](const std::exception* thrown) {
            const char* what = thrown ? thrown->what() : "something that is no std::exception";
            return Diagnostic::error(part.plugin + " failed while " + doing + ": " + what)
                .remedy("the plugin threw this; results up to the step before are whole");
        });
    });
}

}  // namespace sinew
