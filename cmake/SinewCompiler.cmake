# Compiler settings that every target of Sinew shares, as the interface target sinew_compiler.

find_program(SINEW_CCACHE ccache)
if(SINEW_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Precompiled headers and paths below the checkout must not defeat the cache.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
      ${SINEW_CCACHE})
endif()

# Sources of a library or program compiled by eights: templates and headers are then taken once for
# each eight. The preset tidy compiles every file alone, so that each stands on its own.
option(SINEW_GROUPED "Compile sources in groups: a clean build is shorter, a changed file takes longer" ON)
function(sinew_compile_in_groups target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${SINEW_GROUPED} UNITY_BUILD_BATCH_SIZE 8)
endfunction()

find_program(SINEW_MOLD mold)
if(SINEW_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

add_library(sinew_compiler INTERFACE)
target_compile_options(sinew_compiler INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor)
if(SINEW_WERROR)
  target_compile_options(sinew_compiler INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # -fpch-preprocess lets ccache see through precompiled headers; packs of eight doubles are wider
  # than the ABI of narrow machines passes in registers, which only matters across compilers.
  target_compile_options(sinew_compiler INTERFACE -fpch-preprocess -Wno-psabi)
  # GCC 12 warns falsely about the insides of std::string, of its own vector intrinsics and of
  # instrumented code (its bugs 105329, 105651, 105593).
  target_compile_options(sinew_compiler INTERFACE
    -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds -Wno-maybe-uninitialized -Wno-uninitialized)
  # No search for garbage under a gigabyte: it takes a tenth of the time that templates take.
  target_compile_options(sinew_compiler INTERFACE "SHELL:--param ggc-min-heapsize=1000000")
else()
  target_compile_options(sinew_compiler INTERFACE -Wno-psabi)
endif()
# No code of ours reads errno after mathematics, or traps on it.
target_compile_options(sinew_compiler INTERFACE -fno-math-errno -fno-trapping-math)

if(SINEW_SANITIZE)
  target_compile_options(sinew_compiler INTERFACE
    -fsanitize=${SINEW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -O1 -g1)
  # Eigen adds to the null pointer of a matrix without columns where it takes rows of it.
  target_compile_options(sinew_compiler INTERFACE
    $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=pointer-overflow>
    $<$<BOOL:$<TARGET_PROPERTY:SINEW_MARKS_POINTERS>>:-fno-sanitize=alignment>)
  target_link_options(sinew_compiler INTERFACE -fsanitize=${SINEW_SANITIZE})
endif()

# Objects of mechanics cross library borders by value, so everybody must agree on the instruction
# set: it travels with the exported target, and the ABI stamp refuses a plugin that differs.
set(SINEW_ARCH_FLAGS "")
if(SINEW_NATIVE)
  set(SINEW_ARCH_FLAGS -march=native)
endif()
