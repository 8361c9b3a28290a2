# sinew_plugin(kind/name [SOURCES file...] [LIBRARIES target...] [OWN_HEADERS])
#
# One plugin: the shared object kind-name.so, made of plugins/kind/name.cpp (in the tree) or name.cpp
# (out of the tree). SOURCES names further files, LIBRARIES what it links beside Sinew::mechanics.
# OWN_HEADERS leaves out the shared precompiled header, for libraries that bring compiler flags of
# their own (CGAL's -frounding-math, say).
function(sinew_plugin id)
  cmake_parse_arguments(ARG "OWN_HEADERS" "" "SOURCES;LIBRARIES" ${ARGN})
  string(REPLACE "/" ";" parts "${id}")
  list(LENGTH parts n_parts)
  if(NOT n_parts EQUAL 2)
    message(FATAL_ERROR "sinew_plugin(${id}): an id is kind/name")
  endif()
  list(GET parts 0 kind)
  list(GET parts 1 name)
  set(target "${kind}-${name}")
  add_library(${target} MODULE ${name}.cpp ${ARG_SOURCES})
  set_target_properties(${target} PROPERTIES
    PREFIX "" SUFFIX ".so" DEFINE_SYMBOL ""
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_link_libraries(${target} PRIVATE Sinew::mechanics ${ARG_LIBRARIES})
  if(TARGET sinew_compiler)
    target_link_libraries(${target} PRIVATE sinew_compiler)
    if(NOT ARG_OWN_HEADERS)
      target_precompile_headers(${target} REUSE_FROM sinew_plugin_headers)
    endif()
  else()
    # Out of the tree: what sinew_compiler says about mathematics, and nothing about warnings.
    target_compile_options(${target} PRIVATE -Wno-psabi -fno-math-errno -fno-trapping-math)
  endif()
  if(SINEW_PLUGIN_OUTPUT_DIRECTORY)
    set_target_properties(${target} PROPERTIES
      LIBRARY_OUTPUT_DIRECTORY "${SINEW_PLUGIN_OUTPUT_DIRECTORY}"
      INSTALL_RPATH "$ORIGIN/../..")
    install(TARGETS ${target} LIBRARY DESTINATION "${SINEW_PLUGIN_INSTALL_DIR}")
  endif()
endfunction()
