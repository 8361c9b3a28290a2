# Read by ctest before it runs: every case of the suites in this folder becomes a test of its own, named
# "SUITE: CASE". The names are asked of the executable once and kept until it is built anew.
#
# sinew_add_test_cases(suite executable folder properties...): folder holds the list that is kept.
function(sinew_add_test_cases suite executable folder)
  set(script "${folder}/${suite}_cases.cmake")
  if(NOT EXISTS "${executable}")
    add_test("${suite}: is not built" "${executable}")
    set_tests_properties("${suite}: is not built" PROPERTIES ${ARGN})
    return()
  endif()
  if("${executable}" IS_NEWER_THAN "${script}")
    # Its exit code is not zero wherever there are cases, and tells nothing.
    execute_process(COMMAND "${executable}" --list-test-names-only OUTPUT_VARIABLE names)
    set(tests "")
    set(n 0)
    # By characters, not as a list: names may hold semicolons and brackets.
    while(names MATCHES "^([^\n]*)\n(.*)$")
      set(case "${CMAKE_MATCH_1}")
      set(names "${CMAKE_MATCH_2}")
      if(case STREQUAL "")
        continue()
      endif()
      # What Catch2 reads as the syntax of a test specification; a name that it misreads fails (-w NoTests).
      string(REGEX REPLACE "([][,])" "\\\\\\1" spec "${case}")
      string(APPEND tests
        "add_test([==[${suite}: ${case}]==] [==[${executable}]==] [==[${spec}]==] -w NoTests)\n"
        "set_tests_properties([==[${suite}: ${case}]==] PROPERTIES \${properties})\n")
      math(EXPR n "${n} + 1")
    endwhile()
    if(n EQUAL 0)
      message(FATAL_ERROR "${executable} lists no test case")
    endif()
    file(WRITE "${script}" "${tests}")
  endif()
  set(properties ${ARGN})
  include("${script}")
endfunction()
