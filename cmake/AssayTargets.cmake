# SPDX-License-Identifier: MIT
#
# How targets of this project are compiled: language level, warnings,
# sanitizers, and where the files of a folder are collected.

get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT multi_config AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# Set 'out' to all C files of the folders named (globs below the source root).
function(assay_sources out)
  set(files "")
  foreach(folder IN LISTS ARGN)
    file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.c")
    list(APPEND files ${found})
  endforeach()
  set(${out} ${files} PARENT_SCOPE)
endfunction()

# C17 without extensions; what lies beyond ISO C each file asks for itself, so
# that it also compiles without this build.
function(assay_settings target)
  set_target_properties(${target} PROPERTIES
    C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
    C_VISIBILITY_PRESET hidden
    ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}"
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}"
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes
    -Wmissing-prototypes $<$<BOOL:${ASSAY_WERROR}>:-Werror>)
  if(ASSAY_SANITIZE)
    assay_sanitize(${target} ${ASSAY_SANITIZE})
  endif()
endfunction()

# An undefined-behaviour report must end the test, as the others do.
function(assay_sanitize target kinds)
  string(REPLACE ";" "," kinds "${kinds}")
  target_compile_options(${target} PRIVATE -fsanitize=${kinds}
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(${target} PRIVATE -fsanitize=${kinds})
endfunction()

# Make 'target' a form of libassay; users see it as assay::<name>.
function(assay_library target name)
  assay_settings(${target})
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:assay_objects>)
  target_include_directories(${target} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME assay EXPORT_NAME ${name} LINKER_LANGUAGE C)
  # Of the static library its users have to link the threads.
  if(ASSAY_THREADS)
    target_link_libraries(${target} PRIVATE Threads::Threads)
  endif()
  if(ASSAY_SANITIZE)
    target_link_options(${target} INTERFACE -fsanitize=${ASSAY_SANITIZE})
  endif()
  add_library(assay::${name} ALIAS ${target})
endfunction()
