# xxHash as the imported target xxHash::xxHash.
find_path(XxHash_INCLUDE_DIR xxhash.h)
find_library(XxHash_LIBRARY xxhash)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(XxHash DEFAULT_MSG XxHash_LIBRARY XxHash_INCLUDE_DIR)
if(XxHash_FOUND AND NOT TARGET xxHash::xxHash)
  add_library(xxHash::xxHash UNKNOWN IMPORTED)
  set_target_properties(xxHash::xxHash PROPERTIES
    IMPORTED_LOCATION ${XxHash_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${XxHash_INCLUDE_DIR})
endif()
mark_as_advanced(XxHash_INCLUDE_DIR XxHash_LIBRARY)
