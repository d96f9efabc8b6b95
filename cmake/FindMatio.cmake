# libmatio as the imported target Matio::Matio.
find_path(Matio_INCLUDE_DIR matio.h)
find_library(Matio_LIBRARY matio)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Matio DEFAULT_MSG Matio_LIBRARY Matio_INCLUDE_DIR)
if(Matio_FOUND AND NOT TARGET Matio::Matio)
  add_library(Matio::Matio UNKNOWN IMPORTED)
  set_target_properties(Matio::Matio PROPERTIES
    IMPORTED_LOCATION ${Matio_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${Matio_INCLUDE_DIR})
endif()
mark_as_advanced(Matio_INCLUDE_DIR Matio_LIBRARY)
