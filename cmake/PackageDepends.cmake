# Read by cpack. The package depends on what the window and the command line need; what the worker needs is NVIDIA's and in
# no Debian package, so it is looked for when the worker starts.
set(WORK ${CPACK_PACKAGE_DIRECTORY}/_CPack_Packages/depends)
file(WRITE ${WORK}/debian/control "Source: sparsescope\n\nPackage: sparsescope\nArchitecture: any\n")
execute_process(COMMAND dpkg-shlibdeps -O ${CPACK_SPARSESCOPE_PROGRAMS} WORKING_DIRECTORY ${WORK}
  OUTPUT_VARIABLE DEPENDS ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "shlibs:Depends=" "" CPACK_DEBIAN_PACKAGE_DEPENDS "${DEPENDS}")
