# SPDX-License-Identifier: MIT
#
# What is installed, and how other projects find it. All paths in assay.pc and
# the package files are relative to where they lie, so that any prefix given at
# install time is right.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/assay")
file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/*.h")
file(GLOB man_pages CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/docs/man/*.[1357]")

install(TARGETS assay_static assay_shared EXPORT assay
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(FILES ${headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
if(ASSAY_COMMAND)
  install(TARGETS assay_command DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
foreach(page IN LISTS man_pages)
  string(REGEX MATCH "[0-9]$" section "${page}")
  install(FILES "${page}"
    DESTINATION "${CMAKE_INSTALL_MANDIR}/man${section}")
endforeach()

install(EXPORT assay NAMESPACE assay:: FILE assay-targets.cmake
  DESTINATION "${package_dir}")
configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/assay-config.cmake.in"
  "${PROJECT_BINARY_DIR}/assay-config.cmake"
  INSTALL_DESTINATION "${package_dir}")
# Before 1.0 a minor release may change the API.
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/assay-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/assay-config.cmake"
  "${PROJECT_BINARY_DIR}/assay-config-version.cmake"
  DESTINATION "${package_dir}")

set(pc_libs_private "")
if(ASSAY_THREADS)
  set(pc_libs_private "-pthread")
endif()
file(RELATIVE_PATH pc_prefix
  "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file("${CMAKE_CURRENT_LIST_DIR}/assay.pc.in"
  "${PROJECT_BINARY_DIR}/assay.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/assay.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
