#include "engine/report/html_page.h"

#include "engine/core/embedded_text.h"

#include <fmt/format.h>

namespace sparsescope {

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

void HtmlPage::begin(const std::string& title)
{
    raw(fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
        "'unsafe-inline'; script-src 'unsafe-inline'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0} - Sparsescope</title>\n"
        "<style>{1}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n",
        escaped(title), embeddedText("report.css")));
}

void HtmlPage::row(const std::string& what, const std::string& value)
{
    m_text += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", escaped(what), escaped(value));
}

void HtmlPage::paragraph(const std::string& text, const char* kind)
{
    m_text += fmt::format("<p class=\"{}\">{}</p>\n", kind, escaped(text));
}

void HtmlPage::cells(const std::vector<std::string>& values, std::size_t numbersFrom, bool head)
{
    m_text += "<tr>";
    for (std::size_t i = 0; i < values.size(); ++i)
        m_text += fmt::format("<{0}{1}>{2}</{0}>", head ? "th" : "td", i >= numbersFrom ? " class=\"n\"" : "",
                              escaped(values[i]));
    m_text += "</tr>\n";
}

} // namespace sparsescope
