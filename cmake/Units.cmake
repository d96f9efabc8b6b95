# Compiles the files of each folder of a target together, in units: what they include is read once a unit, not once a
# file, which is most of the time. Names in unnamed namespaces therefore have to differ within a folder.
# A unit is of a size that is compiled anew in seconds when a file has changed. The libraries' headers that are named
# behind the target are compiled once for all of its units.
set(SPARSESCOPE_UNIT_BYTES 100000 CACHE STRING "Source that is compiled together; 0: each file alone")

set(STANDARD_HEADERS <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory> <optional> <set> <span> <string> <vector>
  <fmt/format.h> <nlohmann/json.hpp>)
set(WINDOW_HEADERS <QAction> <QBoxLayout> <QComboBox> <QLabel> <QMainWindow> <QMenu> <QPainter> <QTimer> <QToolButton> <QVariantAnimation>)

function(compile_in_units target)  # [HEADER...]
  if(SPARSESCOPE_UNIT_BYTES EQUAL 0)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/.*\\.cpp$")
  # A folder's files stand together, before those of the folders in it.
  list(TRANSFORM sources REPLACE "/([^/]+)$" "/ \\1")
  list(SORT sources)
  set(unit 0)  # of a folder: a new file there leaves the units of all others as they are
  set(bytes 0)
  set(folder "")
  foreach(source ${sources})
    string(REPLACE "/ " "/" source ${source})
    get_filename_component(folder_now ${source} DIRECTORY)
    file(SIZE ${source} size)
    math(EXPR bytes "${bytes} + ${size}")
    if(NOT folder_now STREQUAL folder)
      set(unit 0)
    endif()
    if(unit EQUAL 0 OR bytes GREATER SPARSESCOPE_UNIT_BYTES)
      math(EXPR unit "${unit} + 1")
      set(bytes ${size})
      set(folder ${folder_now})
      file(RELATIVE_PATH group ${CMAKE_CURRENT_SOURCE_DIR} ${folder_now})
      string(REPLACE "/" "_" group "${group}_${unit}")
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(ARGN)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)  # so that ccache keeps what precompiled headers made
    target_compile_options(${target} PRIVATE -Wno-error=invalid-pch)  # only slower
    # It warns of unnamed namespaces in files that are included, as those of a unit are; nobody else includes them.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()
