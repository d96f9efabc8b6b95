// Small matrices that the tests of the Learn page share, and a check of XML.
#pragma once

#include "engine/core/error.h"
#include "engine/learn/encoded.h"
#include "engine/learn/lesson.h"
#include "tests/support/catch.h"

#include <random>

namespace sparsescope::learn {

// What is wrong with the text of a lesson, file and place before it.
inline std::string lessonFault(const std::string& text)
{
    try {
        parseLesson(text, "my.json");
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        return e.what();
    }
    return "nothing is wrong";
}

inline std::vector<std::pair<std::string, MatrixPtr>> smallMatrices()
{
    std::vector<std::pair<std::string, MatrixPtr>> all;
    for (const NamedMatrix& m : namedMatrices())
        all.emplace_back(m.name, namedMatrix(m.name));
    for (const auto& [rows, cols] : {std::pair{16, 16}, std::pair{32, 7}, std::pair{5, 32}, std::pair{1, 3}}) {
        std::mt19937 random(static_cast<unsigned>(rows * 100 + cols));
        std::vector<std::string> lines;
        for (int r = 0; r < rows; ++r) {
            lines.emplace_back();
            for (int c = 0; c < cols; ++c)
                lines.back() += (c > 0 ? " " : "") + (random() % 4 == 0 || (r == 0 && c == 1)
                                                          ? std::to_string(static_cast<int>(random() % 19) - 9)
                                                          : std::string("."));
        }
        all.emplace_back("random " + std::to_string(rows) + " x " + std::to_string(cols), drawnMatrix(lines));
    }
    return all;
}

// Whole numbers in matrices that are hard to store: rows and columns without anything, at the ends too, long rows,
// sizes that no block divides, a single non-zero.
inline std::vector<std::pair<std::string, MatrixPtr>> hardMatrices()
{
    std::vector<std::pair<std::string, MatrixPtr>> all;
    const auto add = [&](int rows, int cols, unsigned seed, auto&& keeps) {
        std::mt19937 random(seed);
        std::vector<std::string> lines;
        for (int r = 0; r < rows; ++r) {
            lines.emplace_back();
            for (int c = 0; c < cols; ++c) {
                const int value = static_cast<int>(random() % 18) - 9;
                lines.back() += keeps(r, c, random()) ? std::to_string(value + (value >= 0)) + " " : ". ";
            }
        }
        all.emplace_back(std::to_string(rows) + " x " + std::to_string(cols) + ", seed " + std::to_string(seed),
                         drawnMatrix(lines));
    };
    for (const auto& [rows, cols] : {std::pair{9, 13}, std::pair{13, 5}, std::pair{17, 17}, std::pair{5, 31}})
        add(rows, cols, 1, [rows = rows](int r, int, unsigned n) {
            return r > 0 && r % 4 != 2 && r + 2 < rows && (r == 5 || n % 5 == 0);
        });
    add(32, 4, 3, [](int r, int, unsigned) { return r == 20 || r == 31; });
    add(7, 6, 4, [](int r, int c, unsigned) { return r == 6 && c == 5; });
    add(1, 1, 5, [](int, int, unsigned) { return true; });
    add(3, 3, 6, [](int, int, unsigned) { return true; });
    return all;
}

// The format with the first value of each parameter, with the one that is shown first, and with the last.
inline std::vector<LearnFormat> formatsOf(const LearnKind& kind, const std::string& mapping = {})
{
    std::vector<LearnFormat> all;
    for (const int which : {0, 1, 2}) {
        LearnFormat format{kind.name, nlohmann::json::object(), mapping};
        for (const LearnParameter& p : kind.parameters)
            format.parameters[p.name] = which == 0 ? p.values.front() : which == 1 ? p.initial : p.values.back();
        if (all.empty() || all.back().parameters != format.parameters)
            all.push_back(format);
    }
    return all;
}

// Empty, or what is wrong: elements closed in order, attributes quoted and once, entities known.
inline std::string xmlFault(const std::string& text)
{
    std::vector<std::string> open;
    bool root = false;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] == '&') {
            const std::string entity = text.substr(i, text.find(';', i) - i + 1);
            if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;" && entity != "&quot;")
                return "entity " + entity.substr(0, 12);
        }
        if (text[i] != '<') {
            ++i;
            continue;
        }
        const std::size_t end = text.find('>', i);
        if (end == std::string::npos)
            return "a tag without end";
        std::string tag = text.substr(i + 1, end - i - 1);
        i = end + 1;
        if (tag.find('<') != std::string::npos)
            return "< within <" + tag;
        if (tag[0] == '/') {
            if (open.empty() || open.back() != tag.substr(1))
                return "</" + tag;
            open.pop_back();
            continue;
        }
        const bool closed = tag.back() == '/';
        if (closed)
            tag.pop_back();
        const std::string name = tag.substr(0, tag.find(' '));
        if (open.empty() && root)
            return "a second root";
        root = true;
        std::vector<std::string> seen;
        for (std::size_t a = name.size(); a < tag.size();) {
            if (tag[a] == ' ') {
                ++a;
                continue;
            }
            const std::size_t equals = tag.find("=\"", a);
            const std::size_t quote = equals == std::string::npos ? equals : tag.find('"', equals + 2);
            if (quote == std::string::npos)
                return "attribute in " + tag;
            const std::string attribute = tag.substr(a, equals - a);
            if (std::find(seen.begin(), seen.end(), attribute) != seen.end())
                return attribute + " twice in " + tag;
            seen.push_back(attribute);
            a = quote + 1;
        }
        if (!closed)
            open.push_back(name);
    }
    return open.empty() ? "" : open.back() + " is left open";
}

} // namespace sparsescope::learn
