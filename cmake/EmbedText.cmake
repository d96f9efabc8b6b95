# Writes OUTPUT, a C++ source with the text of each file of TEMPLATES as {name, text} (kernels/generate/templates.h).
set(body "")
foreach(file IN LISTS TEMPLATES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  string(APPEND body "    {\"${name}\", R\"__cuda__(${text})__cuda__\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"kernels/generate/templates.h\"\n\nnamespace sparsescope {\n\nconst std::map<std::string, std::string>& deviceTemplates()\n{\n    static const std::map<std::string, std::string> texts = {\n${body}    };\n    return texts;\n}\n\n}  // namespace sparsescope\n")
