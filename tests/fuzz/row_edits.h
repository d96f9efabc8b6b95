// Changes to single values of a good SQLite file, so that whatever is changed is one number, text or blob of one of its
// tables: where it is compressed the change is inside, and hashes and checksums are made anew.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sparsescope::fuzz {

struct RowEdit {
    enum Kind : std::uint8_t {
        Whole,    // number
        Real,     // the double with these bits
        Null,     // nothing
        Text,     // the number in digits
        Byte,     // of a text or blob, that at `place` becomes the number's lowest
        Digits,   // of a text, number `place` in it becomes this one
        Cut,      // of a text or blob, all behind `place`
        Inflated, // of a zlib stream, the four bytes at `place`
        Array,    // of an .npz, an element of array `place`: which one stand the number's upper 32 bits, its lower are
                  // the new value
        Kinds
    };
    std::uint8_t column = 0; // of all columns of all tables, counted on from the first one
    std::uint8_t row = 0;    // of its table, counted round
    std::uint8_t kind = 0;   // counted round
    std::uint8_t place = 0;  // counted round, or where there are more places, from 0 to 255 for the whole
    std::int64_t number = 0;
};
static_assert(sizeof(RowEdit) == 16);

std::string asInput(const std::vector<RowEdit>& edits);
std::vector<RowEdit> editsIn(std::string_view input);

// The file (its bytes) after these edits; those that SQLite refuses are left out.
std::string withEdits(const std::string& database, const std::vector<RowEdit>& edits);

// One edit of each column, the kinds in turn, each an input.
std::vector<std::string> everyEditOf(const std::string& database);

// The bytes of the file with the smallest pages that there are: a changed byte then changes something.
std::string compacted(const std::string& path);

} // namespace sparsescope::fuzz
