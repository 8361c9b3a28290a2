#include <atomic>
#include <sinew/kernel/diagnostics/current_call.hpp>
#include <thread>

namespace sinew {

namespace {

// A handler may ask on a thread that never asked before: this model needs no memory for that.
[[gnu::tls_model("initial-exec")]] thread_local const CurrentCall* call_of_thread = nullptr;

std::atomic<const CurrentCall*> call_of_main_thread = nullptr;
const std::thread::id main_thread = std::this_thread::get_id();

void set_current(const CurrentCall* call) {
    call_of_thread = call;
    if (std::this_thread::get_id() == main_thread) call_of_main_thread = call;
}

}  // namespace

CurrentCall::CurrentCall(const char* plugin, const char* node_path, const char* doing)
    : plugin_(plugin), node_path_(node_path), doing_(doing), around_(call_of_thread) {
    set_current(this);
}

CurrentCall::~CurrentCall() {
    set_current(around_);
}

CurrentCall::Names CurrentCall::innermost() {
    const CurrentCall* call = call_of_thread ? call_of_thread : call_of_main_thread.load();
    while (call && !*call->plugin_) call = call->around_;
    if (!call) return {};
    Names names{call->plugin_, call->node_path_, ""};
    while (call && !*call->doing_) call = call->around_;
    if (call) names.doing = call->doing_;
    return names;
}

const std::string& CurrentCall::no_text() {
    static const std::string empty;
    return empty;
}

}  // namespace sinew
