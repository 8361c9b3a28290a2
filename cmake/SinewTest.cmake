# sinew_test_suite(name SOURCES file... [LIBRARIES target...])
#
# One Catch2 executable for a folder of tests; ctest runs every test case of it by name.
# A case that cannot run here prints "SKIPPED: reason" and is counted as skipped.
function(sinew_test_suite name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  # Catch2's main takes 10 s to compile: once for all suites.
  if(NOT TARGET sinew_test_main)
    add_library(sinew_test_main OBJECT ${PROJECT_SOURCE_DIR}/tests/main.cpp)
    target_link_libraries(sinew_test_main PRIVATE sinew_compiler Catch2::Catch2)
    target_compile_options(sinew_test_main PRIVATE -O1)
  endif()
  add_executable(${name} ${ARG_SOURCES} $<TARGET_OBJECTS:sinew_test_main>)
  target_link_libraries(${name} PRIVATE sinew_compiler Catch2::Catch2 ${ARG_LIBRARIES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  # What is tested is compiled for speed; the tests themselves for a short build.
  target_compile_options(${name} PRIVATE -O1)
  list(LENGTH ARG_SOURCES n_sources)
  if(n_sources GREATER 8)  # else precompiling costs more than it saves
    target_precompile_headers(${name} PRIVATE <catch2/catch.hpp> <Eigen/Dense> <filesystem> <fstream>
      <functional> <map> <memory> <sstream> <string> <vector>)
  endif()
  target_compile_definitions(${name} PRIVATE
    SINEW_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    SINEW_BINARY_DIR="${PROJECT_BINARY_DIR}"
    SINEW_PLUGIN_DIR="${SINEW_PLUGIN_OUTPUT_DIRECTORY}")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${name}")
endfunction()
