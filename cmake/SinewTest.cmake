# sinew_test_suite(name SOURCES file... [LIBRARIES target...] [PROPERTIES name value...])
#
# One Catch2 executable for a folder of tests; every case of it is a test of ctest's, named "name: case",
# with the label name. ctest finds the cases itself: see SinewTestCases.cmake.
# A case that cannot run here calls skip() of tests/support/skip.hpp and is counted as skipped.
function(sinew_test_suite name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES;PROPERTIES" ${ARGN})
  # Catch2's main and the headers of all tests take 10 s each to compile: once for all suites.
  if(NOT TARGET sinew_test_main)
    add_library(sinew_test_main OBJECT ${PROJECT_SOURCE_DIR}/tests/main.cpp)
    target_link_libraries(sinew_test_main PRIVATE sinew_compiler Catch2::Catch2)
    target_compile_options(sinew_test_main PRIVATE -O1)
    set(headers ${CMAKE_CURRENT_BINARY_DIR}/test_headers.cpp)
    file(WRITE ${headers} "// Carries the precompiled header of the tests.\n")
    add_executable(sinew_test_headers ${headers} $<TARGET_OBJECTS:sinew_test_main>)
    target_link_libraries(sinew_test_headers PRIVATE
      sinew_compiler Catch2::Catch2 Sinew::kernel OpenMP::OpenMP_CXX)
    target_compile_options(sinew_test_headers PRIVATE -O1)
    target_precompile_headers(sinew_test_headers PRIVATE
      <algorithm> <filesystem> <fstream> <functional> <map> <memory> <optional> <sstream> <string>
      <vector> <catch2/catch.hpp> <Eigen/Dense> <fmt/format.h> <nlohmann/json.hpp>
      <sinew/mechanics/math/compiled_eigen.hpp>)
  endif()
  add_executable(${name} ${ARG_SOURCES} $<TARGET_OBJECTS:sinew_test_main>)
  sinew_compile_in_groups(${name})
  target_link_libraries(${name} PRIVATE
    sinew_compiler Catch2::Catch2 ${ARG_LIBRARIES} OpenMP::OpenMP_CXX)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  # What is tested is compiled for speed; the tests themselves for a short build.
  target_compile_options(${name} PRIVATE -O1)
  target_precompile_headers(${name} REUSE_FROM sinew_test_headers)
  target_compile_definitions(${name} PRIVATE
    SINEW_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    SINEW_BINARY_DIR="${PROJECT_BINARY_DIR}"
    SINEW_PLUGIN_DIR="${SINEW_PLUGIN_OUTPUT_DIRECTORY}")
  # Threads that wait without spinning leave the processor to the tests beside them.
  set(properties LABELS ${name} SKIP_RETURN_CODE 77
    ENVIRONMENT "[==[SINEW_CACHE=${PROJECT_BINARY_DIR}/test_cache]==]"
    ENVIRONMENT_MODIFICATION OMP_WAIT_POLICY=set:passive ${ARG_PROPERTIES})
  list(JOIN properties " " properties)
  set(cases ${CMAKE_CURRENT_BINARY_DIR}/${name}_find_cases.cmake)
  file(GENERATE OUTPUT ${cases} CONTENT
"include([==[${PROJECT_SOURCE_DIR}/cmake/SinewTestCases.cmake]==])
sinew_add_test_cases(${name} [==[$<TARGET_FILE:${name}>]==] [==[${CMAKE_CURRENT_BINARY_DIR}]==] ${properties})
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${cases})
endfunction()

# sinew_compile_alone(suite file...): sources whose names clash with those of others in their group.
function(sinew_compile_alone suite)
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${suite} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
