// What a program's text has to keep of it.
#pragma once

#include "engine/ir/text.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace sparsescope::ir {

// What is lost of a program when it is printed and read again, in a few words; empty: nothing.
inline std::string lostInText(const Program& program)
{
    const std::string problem = problemOf(program);
    if (!problem.empty())
        return "it breaks a rule: " + problem;
    const Printed printed = print(program);
    if (printed.text.size() > 2'000'000) // with its indentation more than is read
        return {};
    std::map<int, std::int64_t> lineOf;
    const Program again = parse(printed.text, "printed", &lineOf);
    if (!same(program, again))
        return "another program is read";
    if (print(again).text != printed.text)
        return "what is read is printed in another way";

    std::size_t node = 0;
    std::size_t passed = 0;
    std::int64_t line = 1;
    bool placed = true;
    forEachNode(program.body, [&](const Node& each) {
        if (!placed || node == printed.spans.size()) {
            placed = false;
            return;
        }
        const Span& span = printed.spans[node++];
        for (; passed < span.begin; ++passed)
            line += printed.text[passed] == '\n' ? 1 : 0;
        const int idAgain = static_cast<int>(node); // 1, 2, ... in the order of the text
        placed = span.id == each.id && span.line == line && lineOf.at(idAgain) == line && span.begin < span.end &&
                 printed.text[span.end] == '\n';
    });
    if (!placed || node != printed.spans.size() || again.nextId != static_cast<int>(node) + 1)
        return "nodes do not stand where it is said";
    for (const Mention& mention : printed.mentions)
        if (printed.text.compare(mention.begin, mention.end - mention.begin, mention.name) != 0)
            return mention.name + " does not stand where it is said";
    return {};
}

} // namespace sparsescope::ir
