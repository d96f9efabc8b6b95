// Colours CUDA C++ in a text document.
#pragma once

#include "views/parts/theme.h"

#include <QSyntaxHighlighter>

namespace sparsescope {

class CudaHighlighter : public QSyntaxHighlighter {
    Q_OBJECT
public:
    explicit CudaHighlighter(QTextDocument* document);
    void setColors(const Colors& colors); // highlights anew

protected:
    void highlightBlock(const QString& text) override;

private:
    QTextCharFormat m_keyword, m_type, m_cuda, m_number, m_string, m_comment, m_preprocessor;
};

} // namespace sparsescope
