// What a compiled program works on: slots and arrays, and the values of expressions.
#pragma once

#include "engine/ir/interpret.h"
#include "engine/ir/interpreter/code.h"
#include "engine/ir/interpreter/memory.h"

#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace sparsescope::ir::interpreter {

class Machine {
public:
    // Both live longer. `to` is where stores go: the bindings themselves, or null for a machine that only looks.
    Machine(const Compiled& compiled, const Bindings& bindings, Bindings* to);

    std::int64_t whole(const Code& code);
    double value(const Code& code);
    // Carries a Store out; the element and what it holds now.
    std::pair<std::int64_t, double> store(const Statement& statement);
    // C += A B. Where an element of a factor was not written, nor are those of C that it is needed for.
    std::pair<std::int64_t, double> multiply(const Statement& statement);
    // Positions of Statement's axis below its parent's.
    struct Range {
        std::int64_t begin = 0, end = 0;
    };
    Range places(const Statement& statement);
    std::int64_t coordinateAt(const Statement& statement, std::int64_t place);
    void finish();

    // All that tiles bind, as it is outside of a loop over tiles; enter() binds a tile over that.
    struct Outside {
        std::vector<GlobalArray*> arrays;
        std::vector<std::int64_t> slots;
        std::vector<bool> bound;
    };
    std::int64_t tilesOf(int group) const;
    Outside outside() const;
    void enter(int group, std::int64_t tile, const Outside& outside);
    void leave(int group, const Outside& outside);
    std::vector<std::pair<std::string, std::int64_t>> tiles() const; // that loops are at, as StepTaken has them

    [[noreturn]] void fail(const std::string& place, const std::string& reason) const;

    std::vector<std::int64_t> slots;
    const Node* node = nullptr; // of the statement that is carried out
    bool tells = true;          // what is wrong, with its line; else nobody reads it
    Thread thread = {-1, -1, -1};
    unsigned reduced = 0; // bits of the thread loops around that are summed over
    Clock clock;
    std::vector<ElementRead>* reads = nullptr; // where loads of expressions are noted; null: nowhere
    // As the program says it, with values of its indices: "A[1, 0]".
    std::string textOf(const Access& access);

private:
    struct Tile {
        bool made = false;
        std::vector<std::pair<int, std::unique_ptr<GlobalArray>>> arrays;
        std::vector<std::pair<int, std::int64_t>> values;
    };

    // The element that an access means; -1 where its coordinates are absent.
    std::int64_t locate(const Access& access);
    struct Found {
        std::int64_t position = 0, base = 0;
    };
    Found positionOf(const Access& access, const AccessAxis& axis, std::int64_t parentBase, bool last);
    Range childrenOf(const AccessAxis& axis, std::int64_t parentBase);
    std::int64_t fragment(const Access& access, std::int64_t before, std::int64_t r, std::int64_t c);
    // The places among which find(NAME[..., :], x) looks.
    Range below(const Access& access, const std::int64_t* offsets, const std::int64_t* bases);
    std::int64_t indexUp(const Access& access, std::int64_t* offsets, std::int64_t* bases, std::size_t axes);
    std::int64_t find(const Code& code);
    std::int64_t rank(const Code& code);
    std::int64_t entry(const Access& access);
    std::int64_t search(int array, Range among, std::int64_t x);
    double load(int array, std::int64_t i, const Access* access) { return loadBy(thread, array, i, access); }
    double loadBy(const Thread& who, int array, std::int64_t i, const Access* access, bool inFragment = false);
    std::int64_t wholeAt(int array, std::int64_t i, const Access* access = nullptr);
    std::int64_t wholeIn(double value, int array, std::int64_t i, const Access* access);
    Scratch& scratch(int array);
    const GlobalArray& searched(int array);
    std::int64_t arithmetic(const Code& code);
    std::int64_t multiplied(std::int64_t a, std::int64_t b) const;
    std::int64_t added(std::int64_t a, std::int64_t b) const;
    // All of a fragment; where nobody wrote an element, a value of its own.
    std::vector<double> fragment(const Access& access, std::int64_t first, std::int64_t size);
    double noted(const Access& access, std::int64_t i, double value);
    [[noreturn]] void failElement(int array, std::int64_t i, const Access* access, const std::string& reason);

    const Compiled& m_compiled;
    const Bindings& m_bindings;
    Bindings* m_to;
    std::vector<GlobalArray*> m_arrays; // as they are bound now
    std::vector<bool> m_bound;          // slots
    std::deque<GlobalArray> m_launch;
    std::vector<std::unique_ptr<Scratch>> m_scratch;           // by array
    std::map<std::pair<int, std::int64_t>, Scratch> m_ofTiles; // by array and tile, where each tile has its own
    std::int64_t m_elementsOfTiles = 0;
    std::vector<std::vector<Tile>> m_tiles; // by group
    std::vector<std::int64_t> m_tile;       // that a loop is at, by group; -1: none
};

} // namespace sparsescope::ir::interpreter
