# QCustomPlot built for Qt 6 as the imported target QCustomPlot::QCustomPlot.
find_path(QCustomPlot_INCLUDE_DIR qcustomplot.h)
find_library(QCustomPlot_LIBRARY NAMES QCustomPlotQt6 qcustomplot-qt6 qcustomplotqt6)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(QCustomPlot DEFAULT_MSG QCustomPlot_LIBRARY QCustomPlot_INCLUDE_DIR)
if(QCustomPlot_FOUND AND NOT TARGET QCustomPlot::QCustomPlot)
  add_library(QCustomPlot::QCustomPlot UNKNOWN IMPORTED)
  set_target_properties(QCustomPlot::QCustomPlot PROPERTIES
    IMPORTED_LOCATION ${QCustomPlot_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${QCustomPlot_INCLUDE_DIR}
    INTERFACE_COMPILE_DEFINITIONS QCUSTOMPLOT_USE_LIBRARY)
endif()
mark_as_advanced(QCustomPlot_INCLUDE_DIR QCustomPlot_LIBRARY)
