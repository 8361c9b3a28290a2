# sinew_test_suite(name SOURCES file... [LIBRARIES target...])
#
# One Catch2 executable for a folder of tests; ctest runs every test case of it by name.
# A case that cannot run here prints "SKIPPED: reason" and is counted as skipped.
function(sinew_test_suite name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES} ${PROJECT_SOURCE_DIR}/tests/main.cpp)
  target_link_libraries(${name} PRIVATE sinew_compiler Catch2::Catch2 ${ARG_LIBRARIES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  # What is tested is compiled for speed; the tests themselves for a short build.
  target_compile_options(${name} PRIVATE -O1)
  target_compile_definitions(${name} PRIVATE
    SINEW_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    SINEW_BINARY_DIR="${PROJECT_BINARY_DIR}"
    SINEW_PLUGIN_DIR="${SINEW_PLUGIN_OUTPUT_DIRECTORY}")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${name}")
endfunction()
