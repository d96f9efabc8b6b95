// Words in the language of the window, for those who are no QObject with a tr() of their own.
#pragma once

#include <QCoreApplication>
#include <QString>

#include <string>

namespace sparsescope {

// For functions that are in no class: lupdate looks for their words under their namespace.
inline QString tr(const char* text)
{
    return QCoreApplication::translate("sparsescope", text);
}

// What the engine, which knows no Qt, says in a fixed sentence: German where engine_de.ts has it, else as it is.
inline QString fromEngine(const std::string& text)
{
    return QCoreApplication::translate("engine", text.c_str());
}

} // namespace sparsescope
