# SPDX-License-Identifier: MIT
#
# The version has one home, the public header; everything else asks for it here.

# Set 'out' to "major.minor.patch" as 'header' defines them.
function(assay_read_version out header)
  set(version "")
  foreach(part MAJOR MINOR PATCH)
    file(STRINGS "${header}" line
      REGEX "^#define ASSAY_VERSION_${part}[ \t]+[0-9]+$")
    string(REGEX MATCH "[0-9]+$" number "${line}")
    if(number STREQUAL "")
      message(FATAL_ERROR "${header} does not define ASSAY_VERSION_${part}")
    endif()
    list(APPEND version ${number})
  endforeach()
  list(JOIN version "." version)
  # A changed header must reconfigure, or the soname would lag behind it.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
  set(${out} ${version} PARENT_SCOPE)
endfunction()
