#include "views/parts/code_highlighter.h"

#include <utility>

namespace sparsescope {

namespace {

QSet<QString> wordsOf(const QString& text)
{
    const QStringList words = text.split(QLatin1Char(' '));
    return {words.begin(), words.end()};
}

} // namespace

const CodeLanguage& cudaLanguage()
{
    static const CodeLanguage language{
        wordsOf(QStringLiteral("alignas asm auto break case class const constexpr continue default do else enum extern "
                               "false for goto if inline namespace operator private public return sizeof static "
                               "static_assert static_cast reinterpret_cast struct switch template this true typedef "
                               "typename union using volatile while")),
        wordsOf(QStringLiteral("bool char double float half half2 int long short signed size_t uint2 uint4 int2 int4 "
                               "float2 float4 unsigned void uint16_t uint32_t uint64_t int32_t int64_t __half")),
        wordsOf(QStringLiteral("threadIdx blockIdx blockDim gridDim warpSize")), QStringLiteral("__"), true};
    return language;
}

const CodeLanguage& sparseTirLanguage()
{
    static const CodeLanguage language{
        wordsOf(
            QStringLiteral("program stage param tile axis holes domain buffer extra array in fragments iter as init "
                           "for block if else let fuse preprocess atomic warp unroll vector S R")),
        wordsOf(QStringLiteral("dense_fixed dense_variable sparse_fixed sparse_variable f16 bf16 tf32 f32 f64 i32 i64 "
                               "global shared local mma")),
        wordsOf(QStringLiteral("min max select pos entry find rank threadIdx blockIdx"))};
    return language;
}

CodeHighlighter::CodeHighlighter(const CodeLanguage& language, QTextDocument* document)
    : QSyntaxHighlighter(document), m_language(language)
{
}

void CodeHighlighter::setFaint(bool faint)
{
    if (std::exchange(m_faint, faint) != faint)
        rehighlight();
}

void CodeHighlighter::setColors(const Colors& colors)
{
    const auto pick = [&](const char* light, const char* dark) {
        return QColor(QLatin1String(colors.dark ? dark : light));
    };
    m_keyword.setForeground(pick("#8250DF", "#C49BFF"));
    m_type.setForeground(colors.accent);
    m_special.setForeground(pick("#9A5B00", "#E6B450"));
    m_number.setForeground(pick("#0A6E5C", "#5FD0B5"));
    m_string.setForeground(pick("#1A7F37", "#8CCF7E"));
    m_old.setForeground(colors.secondary);
    m_comment.setForeground(colors.secondary);
    m_comment.setFontItalic(true);
    m_preprocessor.setForeground(pick("#B3261E", "#FF8A80"));
    rehighlight();
}

// A hand-made scan: one pass a line, no regular expressions, so that a long source opens at once.
void CodeHighlighter::highlightBlock(const QString& text)
{
    constexpr int inComment = 1;
    qsizetype i = 0;
    const qsizetype n = text.size();
    setCurrentBlockState(0);
    if (m_faint)
        return setFormat(0, static_cast<int>(n), m_old);
    const auto mark = [&](qsizetype from, qsizetype to, const QTextCharFormat& format) {
        setFormat(static_cast<int>(from), static_cast<int>(to - from), format);
    };
    const auto comment = [&](qsizetype from, qsizetype search) {
        const qsizetype end = text.indexOf(QLatin1String("*/"), search);
        if (end < 0) {
            mark(from, n, m_comment);
            setCurrentBlockState(inComment);
            return n;
        }
        mark(from, end + 2, m_comment);
        return end + 2;
    };
    if (previousBlockState() == inComment)
        i = comment(0, 0);
    if (m_language.preprocessor && i == 0 && text.trimmed().startsWith(QLatin1Char('#'))) {
        mark(0, n, m_preprocessor);
        return;
    }
    while (i < n) {
        const QChar c = text[i];
        if (c == QLatin1Char('/') && i + 1 < n && text[i + 1] == QLatin1Char('/')) {
            mark(i, n, m_comment);
            return;
        }
        if (m_language.preprocessor && c == QLatin1Char('/') && i + 1 < n && text[i + 1] == QLatin1Char('*')) {
            i = comment(i, i + 2);
        } else if (c == QLatin1Char('"') || c == QLatin1Char('\'')) {
            qsizetype end = i + 1;
            while (end < n && text[end] != c)
                end += text[end] == QLatin1Char('\\') ? 2 : 1;
            end = std::min(end + 1, n);
            mark(i, end, m_string);
            i = end;
        } else if (c.isDigit()) {
            qsizetype end = i;
            while (end < n &&
                   (text[end].isLetterOrNumber() || text[end] == QLatin1Char('.') || text[end] == QLatin1Char('\'')))
                ++end;
            mark(i, end, m_number);
            i = end;
        } else if (c.isLetter() || c == QLatin1Char('_')) {
            qsizetype end = i;
            while (end < n && (text[end].isLetterOrNumber() || text[end] == QLatin1Char('_')))
                ++end;
            const QString word = text.mid(i, end - i);
            if (m_language.special.contains(word) ||
                (!m_language.specialBegins.isEmpty() && word.startsWith(m_language.specialBegins)))
                mark(i, end, m_special);
            else if (m_language.keywords.contains(word))
                mark(i, end, m_keyword);
            else if (m_language.types.contains(word))
                mark(i, end, m_type);
            i = end;
        } else {
            ++i;
        }
    }
}

} // namespace sparsescope
