# What is installed beside the programs and their resources, and the Debian package of all of it (./dev package).
if(TARGET sparsescope)
  install(FILES resources/desktop/sparsescope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES resources/desktop/sparsescope.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
  install(FILES resources/icons/sparsescope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()
set(PROGRAMS "")
foreach(program sparsescope sparsescope-cli sparsescope-gpu)
  if(TARGET ${program})
    list(APPEND PROGRAMS ${program})
    install(FILES resources/shell/sparsescope DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${program})
  endif()
endforeach()
install(FILES resources/shell/sparsescope DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _sparsescope)

# Man pages, and the change log as Debian wants it.
set(MAINTAINER "Sparsescope developers <sparsescope@localhost>")
set(DOCUMENTS ${CMAKE_BINARY_DIR}/documents)
add_custom_target(documents
  COMMAND ${PROJECT_SOURCE_DIR}/cmake/man_pages.sh ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} ${DOCUMENTS}/man1
  COMMAND ${PROJECT_SOURCE_DIR}/cmake/debian_changelog.sh ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${MAINTAINER} | gzip -9n > ${DOCUMENTS}/changelog.gz
  VERBATIM)
add_dependencies(documents ${PROGRAMS})

# In the package alone.
function(install_packaged)
  install(${ARGN} COMPONENT package EXCLUDE_FROM_ALL)
endfunction()
install_packaged(DIRECTORY ${DOCUMENTS}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
install_packaged(FILES ${DOCUMENTS}/changelog.gz resources/debian/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/sparsescope)
install_packaged(DIRECTORY samples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/sparsescope/examples)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME sparsescope)
set(CPACK_PACKAGE_CONTACT ${MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};${PROJECT_NAME};ALL;/;${CMAKE_BINARY_DIR};${PROJECT_NAME};package;/")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/PackageDepends.cmake)
set(CPACK_SPARSESCOPE_PROGRAMS ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/sparsescope ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/sparsescope-cli)
foreach(program sparsescope-matlab sparsescope-binsparse)
  if(TARGET ${program})
    list(APPEND CPACK_SPARSESCOPE_PROGRAMS ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${program})
  endif()
endforeach()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-dejavu-core, openssh-client, qt6-translations-l10n")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "explorer and profiler of sparse-matrix format decompositions
Shows where the non-zeros of a sparse matrix are, cuts it into tiles of
different formats by the searches of STile, SparseTIR and LiteForm, and writes
the CUDA kernel that runs all of them in one launch. Runs it on an NVIDIA GPU,
where there is one with the libraries of the CUDA toolkit, and compares what
was measured with what the cost model predicted. There is a window and a
command line; neither needs a GPU.")
include(CPack)
