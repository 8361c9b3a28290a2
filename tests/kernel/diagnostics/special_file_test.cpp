#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/special_file.hpp>
#include <string>

using namespace sinew;

TEST_CASE("is_there: a name stands for a file, a folder or a device, or for nothing") {
    for (const char* name : {"/", "/dev/null", "/proc/self/exe"}) CHECK(is_there(name));
    for (const char* name : {"", "/nowhere", "/nowhere/x", "/proc/self/exe/x"})
        CHECK_FALSE(is_there(name));
}

TEST_CASE("is_there: where nobody can tell, the system's reason is an error of the input") {
    try {
        is_there("/" + std::string(300, 'x'));
        FAIL("nothing was thrown");
    } catch (const InputError& error) {
        const Diagnostic& d = error.diagnostics().at(0);
        CHECK(d.message == "cannot look for /" + std::string(300, 'x') + ": File name too long");
        CHECK(d.remedy == "check the path, and the permissions of its folders");
    }
}
