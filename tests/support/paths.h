// Files that tests read and write. The paths themselves stand in one object, so that whatever else is compiled fits
// every checkout.
#pragma once

#include <string>

std::string sourceFile(const std::string& name);  // of the checkout
std::string programFile(const std::string& name); // of the folder with the programs
std::string builtFile(const std::string& name);   // of what was made of the tests' folder
std::string outputFile(const std::string& name);  // pictures for people and passing files; its folder is there
