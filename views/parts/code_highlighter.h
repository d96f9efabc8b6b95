// Colours a program in a text document.
#pragma once

#include "views/parts/theme.h"

#include <QSet>
#include <QSyntaxHighlighter>

namespace sparsescope {

// What the words of a language are.
struct CodeLanguage {
    QSet<QString> keywords, types, special; // special: what a GPU gives, or a program takes from outside
    QString specialBegins = {};             // words that begin so are special too; empty: none
    bool preprocessor = false;              // lines that begin with #, and comments in /* */
};
const CodeLanguage& cudaLanguage();
const CodeLanguage& sparseTirLanguage(); // of engine/ir

class CodeHighlighter : public QSyntaxHighlighter {
    Q_OBJECT
public:
    // `language` outlives it.
    CodeHighlighter(const CodeLanguage& language, QTextDocument* document);
    void setColors(const Colors& colors); // highlights anew
    void setFaint(bool faint);            // all of it in the secondary colour

protected:
    void highlightBlock(const QString& text) override;

private:
    const CodeLanguage& m_language;
    bool m_faint = false;
    QTextCharFormat m_keyword, m_type, m_special, m_number, m_string, m_comment, m_preprocessor, m_old;
};

} // namespace sparsescope
