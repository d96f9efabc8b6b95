# embed_text(TARGET HEADER FUNCTION FILE...): a C++ source of the target that defines FUNCTION, which HEADER declares: a
# map from file name to text. Run as a script (-DOUTPUT -DHEADER -DFUNCTION -DTEXTS) this file writes that source.
if(CMAKE_SCRIPT_MODE_FILE)
  set(body "")
  foreach(file IN LISTS TEXTS)
    get_filename_component(name ${file} NAME)
    file(READ ${file} text)
    string(APPEND body "    {\"${name}\", R\"__text__(${text})__text__\"},\n")
  endforeach()
  file(WRITE ${OUTPUT} "#include \"${HEADER}\"\n\nnamespace sparsescope {\n\nconst std::map<std::string, std::string>& ${FUNCTION}()\n{\n    static const std::map<std::string, std::string> texts = {\n${body}    };\n    return texts;\n}\n\n} // namespace sparsescope\n")
  return()
endif()

set(EMBED_TEXT ${CMAKE_CURRENT_LIST_FILE})

function(embed_text target header function)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DHEADER=${header} -DFUNCTION=${function} "-DTEXTS=${ARGN}" -P ${EMBED_TEXT}
    DEPENDS ${ARGN} ${EMBED_TEXT} VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
