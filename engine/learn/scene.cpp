#include "engine/learn/scene.h"

#include <algorithm>

namespace sparsescope::learn {

const Shape* Scene::find(const std::string& id) const
{
    const auto at = std::find_if(shapes.begin(), shapes.end(), [&](const Shape& s) { return s.id == id; });
    return id.empty() || at == shapes.end() ? nullptr : &*at;
}

std::vector<int> Scene::named() const
{
    std::vector<int> named;
    for (std::size_t i = 0; i < shapes.size(); ++i)
        if (!shapes[i].id.empty())
            named.push_back(static_cast<int>(i));
    return named;
}

std::string Scene::at(Point p) const
{
    for (auto s = shapes.rbegin(); s != shapes.rend(); ++s)
        if (!s->id.empty() && p.x >= s->x && p.x < s->x + s->w && p.y >= s->y && p.y < s->y + s->h)
            return s->id;
    return {};
}

double textWidth(const std::string& text, TextSize size, bool monospaced, bool strong)
{
    // Parts of an em: monospaced faces have 0.6 (0.602 in DejaVu Sans Mono). The others are the widest of DejaVu Sans,
    // Segoe UI, Helvetica and Noto Sans, by kind of character.
    double ems = 0;
    for (const char c : text) {
        if ((c & 0xC0) == 0x80)
            continue; // the rest of a character of several bytes
        if (monospaced)
            ems += 0.61;
        else if (c == ' ' || c == '.' || c == ',' || c == ':' || c == ';' || c == '\'' || c == '|')
            ems += 0.34;
        else if (c == 'i' || c == 'j' || c == 'l' || c == 'I' || c == 'f' || c == 't' || c == '(' || c == ')' ||
                 c == '[' || c == ']')
            ems += 0.41;
        else if (c == 'm' || c == 'w' || c == 'M' || c == 'W' || c == '%')
            ems += 0.98;
        else if ((c >= 'A' && c <= 'Z') || (c & 0x80) != 0 || c == '+' || c == '=' || c == '<' || c == '>')
            ems += 0.8;
        else
            ems += 0.64;
    }
    return ems * static_cast<double>(size) * (strong ? 1.12 : 1);
}

} // namespace sparsescope::learn
