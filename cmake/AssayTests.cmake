# SPDX-License-Identifier: MIT
#
# How one file of tests/ becomes a test; tests/CMakeLists.txt says which.

# Set 'test_name' (FOLDER/NAME) and 'test_target' (FOLDER_NAME) for 'source' in
# the caller.
macro(assay_test_names source)
  file(RELATIVE_PATH test_name "${PROJECT_SOURCE_DIR}/tests" "${source}")
  string(REGEX REPLACE "\\.[a-z]+$" "" test_name "${test_name}")
  string(REGEX REPLACE "/(test|fuzz)_" "/" test_name "${test_name}")
  string(REPLACE "/" "_" test_target "${test_name}")
endmacro()

function(assay_test_settings target)
  assay_settings(${target})
  set_target_properties(${target} PROPERTIES
    ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}"
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}"
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  # The internals too: what they promise is tested where it is promised.
  target_include_directories(${target} PRIVATE
    "${PROJECT_SOURCE_DIR}/lib" "${PROJECT_SOURCE_DIR}/tests")
  target_compile_definitions(${target} PRIVATE
    ASSAY_VECTORS_DIR="${PROJECT_SOURCE_DIR}/tests/vectors")
  # As the library was built.
  if(NOT ASSAY_THREADS)
    target_compile_definitions(${target} PRIVATE ASSAY_NO_THREADS)
  endif()
  target_link_libraries(${target} PRIVATE assay_cli)
endfunction()

# Common to every test. LABEL, and seconds until it counts as hanging.
function(assay_test_properties test label)
  set(labels ${label})
  set(seconds 600)
  if(test MATCHES "_slow$")
    list(APPEND labels slow)
    set(seconds 3600)
  endif()
  set_tests_properties(${test} PROPERTIES
    LABELS "${labels}" TIMEOUT ${seconds})
endfunction()

function(assay_unit_test source)
  assay_test_names(${source})
  add_executable(${test_target} ${source})
  assay_test_settings(${test_target})
  target_link_libraries(${test_target} PRIVATE PkgConfig::cmocka)
  if(TARGET assay_unit)
    target_link_libraries(${test_target} PRIVATE assay_unit)
  endif()
  add_test(NAME ${test_name} COMMAND ${test_target})
  assay_test_properties(${test_name} unit)
  # cmocka is content with a group of no tests, and its exit status is the
  # number of failures, of which the system keeps eight bits.
  set_property(TEST ${test_name} PROPERTY
    FAIL_REGULAR_EXPRESSION "Running 0 test" "FAILED  \\]")
endfunction()

# Set 'out' to the kernels, with commas between them, that the system's list of
# CPU features promises; to "portable" where there is no such list. A cross
# build runs on a machine that is not known here.
function(assay_kernels_here out)
  set(kernels portable)
  if(EXISTS /proc/cpuinfo AND NOT CMAKE_CROSSCOMPILING)
    file(STRINGS /proc/cpuinfo lines REGEX "^(flags|Features)[ \t]*:"
      LIMIT_COUNT 1)
    string(REGEX REPLACE "^[^:]*:" " " flags " ${lines} ")
    # The flags of the system, joined by +, and the kernel that they mean.
    foreach(rule "sse2=sse2" "sse4_1=sse41" "avx2=avx2" "avx512vl=avx512"
                 "avx512vl=avx512_ahead" "asimd=neon"
                 "sse4_1+aes=aes" "avx2+aes=aes_avx2" "avx2+vaes=vaes"
                 "avx512vl+vaes=vaes_avx512" "asimd+aes=neon_aes"
                 "sse4_2=sse42" "sse4_2+pclmulqdq=pclmul"
                 "avx2+vpclmulqdq=vpclmul"
                 "avx512vl+vpclmulqdq=vpclmul_avx512"
                 "sse4_1+sha_ni=sha" "asimd+sha2=neon_sha" "crc32=crc"
                 "asimd+pmull+crc32=neon_crc")
      string(REGEX REPLACE "=.*" "" wanted "${rule}")
      string(REGEX REPLACE ".*=" "" kernel "${rule}")
      string(REPLACE "+" ";" wanted "${wanted}")
      set(all TRUE)
      foreach(flag IN LISTS wanted)
        if(NOT flags MATCHES " ${flag} ")
          set(all FALSE)
        endif()
      endforeach()
      if(all)
        list(PREPEND kernels ${kernel})
      endif()
    endforeach()
  endif()
  string(REPLACE ";" "," kernels "${kernels}")
  set(${out} "${kernels}" PARENT_SCOPE)
endfunction()

# A fuzzer's function over its corpus, by any compiler.
function(assay_replay_test source)
  assay_test_names(${source})
  string(REGEX REPLACE "^fuzz/" "" corpus "${test_name}")
  add_executable(${test_target} ${source} fuzz/replay.c)
  assay_test_settings(${test_target})
  add_test(NAME ${test_name} COMMAND ${test_target}
    "${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${corpus}")
  assay_test_properties(${test_name} unit)
endfunction()

# The same function driven by libFuzzer. Only this program links its main();
# all other targets get coverage through the library's own flag.
function(assay_fuzzer source)
  assay_test_names(${source})
  add_executable(${test_target} ${source})
  assay_test_settings(${test_target})
  target_link_options(${test_target} PRIVATE -fsanitize=fuzzer)
endfunction()

function(assay_test_program source)
  get_filename_component(name ${source} NAME_WE)
  add_executable(support_${name} ${source})
  assay_test_settings(support_${name})
  set_target_properties(support_${name} PROPERTIES OUTPUT_NAME ${name})
endfunction()

function(assay_preload_module source)
  get_filename_component(name ${source} NAME_WE)
  add_library(preload_${name} MODULE ${source})
  assay_settings(preload_${name})
  set_target_properties(preload_${name} PROPERTIES
    OUTPUT_NAME ${name} PREFIX "" C_EXTENSIONS ON
    C_VISIBILITY_PRESET default
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  target_link_libraries(preload_${name} PRIVATE ${CMAKE_DL_LIBS})
endfunction()

# A script run by the command given; its name is left in 'test_name'.
function(assay_script_test source label)
  assay_test_names(${source})
  add_test(NAME ${test_name} COMMAND ${ARGN} ${source})
  assay_test_properties(${test_name} ${label})
  set_property(TEST ${test_name} PROPERTY ENVIRONMENT
    "ASSAY=$<TARGET_FILE:assay_command>"
    "ASSAY_BUILD=${PROJECT_BINARY_DIR}"
    "ASSAY_SOURCE=${PROJECT_SOURCE_DIR}"
    "CC=${CMAKE_C_COMPILER}")
  set(test_name ${test_name} PARENT_SCOPE)
endfunction()

# Registered only where it can run; `make check-cross` brings what it needs.
function(assay_cross_test machine)
  execute_process(
    COMMAND "${PROJECT_SOURCE_DIR}/tests/cross/run" --have ${machine}
    RESULT_VARIABLE missing OUTPUT_VARIABLE reason
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(missing)
    message(STATUS "No test cross/${machine}: ${reason}")
    return()
  endif()
  add_test(NAME cross/${machine}
    COMMAND "${PROJECT_SOURCE_DIR}/tests/cross/run" ${machine})
  assay_test_properties(cross/${machine} cross)
  set_property(TEST cross/${machine} PROPERTY SKIP_RETURN_CODE 77)
endfunction()
