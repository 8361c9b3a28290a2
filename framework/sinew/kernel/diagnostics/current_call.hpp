/// The call of a plugin that is under way, for the case that the process ends inside it.
#pragma once

#include <string>

namespace sinew {

/// While one lives, its thread is inside a plugin. It keeps no copies, so that it costs a few
/// stores: the texts must outlive it.
class CurrentCall {
public:
    /// `plugin` is "load/gravity" and `node_path` "/beam"; one of no plugin is passed over. `doing`
    /// ("stepping from t = 0.1 s") may be empty: the call around this one then says it.
    CurrentCall(const char* plugin, const char* node_path, const char* doing);
    /// The same, from texts.
    CurrentCall(const std::string& plugin, const std::string& node_path,
                const std::string& doing = no_text())
        : CurrentCall(plugin.c_str(), node_path.c_str(), doing.c_str()) {}
    ~CurrentCall();
    CurrentCall(const CurrentCall&) = delete;
    CurrentCall& operator=(const CurrentCall&) = delete;

    /// A call as a message names it; empty texts outside of plugins.
    struct Names {
        const char* plugin = "";
        const char* node_path = "";
        const char* doing = "";
    };
    /// The innermost call of this thread, or of the main thread where this one has none: a worker
    /// computes for it. May be called by a signal's handler.
    static Names innermost();

private:
    static const std::string& no_text();

    const char* plugin_;
    const char* node_path_;
    const char* doing_;
    const CurrentCall* around_;
};

}  // namespace sinew
