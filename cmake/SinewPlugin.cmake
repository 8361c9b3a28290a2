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
    if(ARG_SOURCES)
      sinew_compile_in_groups(${target})
    endif()
    if(NOT ARG_OWN_HEADERS)
      target_precompile_headers(${target} REUSE_FROM sinew_plugin_headers)
    endif()
  else()
    # Out of the tree: what sinew_compiler says about mathematics, and nothing about warnings.
    target_compile_options(${target} PRIVATE -Wno-psabi -fno-math-errno -fno-trapping-math)
  endif()
  sinew_stamp(${target})
  if(SINEW_PLUGIN_OUTPUT_DIRECTORY)
    set_target_properties(${target} PROPERTIES
      LIBRARY_OUTPUT_DIRECTORY "${SINEW_PLUGIN_OUTPUT_DIRECTORY}"
      INSTALL_RPATH "$ORIGIN/../..")
    install(TARGETS ${target} LIBRARY DESTINATION "${SINEW_PLUGIN_INSTALL_DIR}")
  endif()
endfunction()

# sinew_stamp(target)
#
# Gives a plugin that sinew_plugin() has not made the list of Sinew's headers that its sources include,
# directly or through others, each with a hash of its text without comments: one small object, which
# Sinew reads before it trusts the plugin. The sources are those that the target has at the end of its
# folder's CMakeLists.txt: target_sources() may add to them. A source is compiled anew whenever the list
# changes, so that the list is never newer than what was compiled.
function(sinew_stamp target)
  cmake_language(EVAL CODE "cmake_language(DEFER CALL sinew_stamp_now [[${target}]])")
endfunction()

function(sinew_stamp_now target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(is_imported Sinew::kernel IMPORTED)
  if(is_imported)
    # An installed header may be older than the plugin and new to it: the libraries tell.
    set(libraries $<TARGET_FILE:Sinew::kernel> $<TARGET_FILE:Sinew::mechanics>)
  endif()
  sinew_list_headers(${target} sinew_plugin_headers FILES ${sources} DEPENDS ${libraries})
  get_target_property(is_grouped ${target} UNITY_BUILD)
  if(is_grouped)
    # CMake forgets what sources depend on when it groups them: no more groups than sources.
    list(LENGTH sources n_sources)
    foreach(group RANGE ${n_sources})
      list(APPEND sources ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/Unity/unity_${group}_cxx.cxx)
    endforeach()
  endif()
  foreach(source IN LISTS sources)
    set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS ${list})
  endforeach()
endfunction()

# sinew_list_headers(target symbol [GIVEN] FILES file... [DEPENDS file...])
#
# Adds to the target the source that sinew-stamp writes of the headers that FILES include, or, with GIVEN,
# of FILES themselves. The caller sees its path as `list`.
function(sinew_list_headers target symbol)
  cmake_parse_arguments(ARG "GIVEN" "" "FILES;DEPENDS" ${ARGN})
  if(ARG_GIVEN)
    set(given --given)
  endif()
  set(list "${CMAKE_CURRENT_BINARY_DIR}/${target}_headers.cpp")
  set(folders "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  add_custom_command(OUTPUT ${list}
    COMMAND Sinew::stamp ${symbol} ${list} ${list}.d ${given} "-I$<JOIN:${folders},;-I>" ${ARG_FILES}
    DEPFILE ${list}.d DEPENDS $<TARGET_FILE:Sinew::stamp> ${ARG_FILES} ${ARG_DEPENDS}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} COMMENT "Listing headers of ${target}"
    VERBATIM COMMAND_EXPAND_LISTS)
  target_sources(${target} PRIVATE ${list})
  set_source_files_properties(${list} PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
  # A target of its own, so that neither list nor sources wait for the libraries that the target links.
  add_custom_target(${target}_headers DEPENDS ${list})
  add_dependencies(${target} ${target}_headers)
  set(list ${list} PARENT_SCOPE)
endfunction()
