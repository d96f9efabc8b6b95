// Real files: every one of the shared folder opens as its index says, every malformed one is met as it asks.
#include "tests/engine/io_fixtures.h"

#include <filesystem>
#include <fstream>
#include <map>

using namespace sparsescope;

namespace {

std::string requireShared()
{
    const std::string folder = sharedData();
    if (folder.empty())
        skipTest("the shared matrices are not there");
    return folder;
}

// Cells of a Markdown table's line.
std::vector<std::string> cellsOf(const std::string& line)
{
    std::vector<std::string> cells;
    std::size_t at = 1;
    for (std::size_t bar; (bar = line.find('|', at)) != std::string::npos; at = bar + 1) {
        std::string cell = line.substr(at, bar - at);
        cell.erase(0, cell.find_first_not_of(' '));
        cell.erase(cell.find_last_not_of(' ') + 1);
        cells.push_back(cell);
    }
    return cells;
}

std::int64_t numberOf(std::string text)
{
    std::erase(text, ',');
    return std::stoll(text);
}

struct Expected {
    const char* file;
    std::int64_t rows, cols, nnz; // rows below zero: rejected
    const char* says;             // a fragment of the reason, or of a note; may be empty
    std::int64_t line = 0;        // of the error
};

// The decisions where the index leaves two: duplicates are summed, entries above the diagonal mirrored, infinities
// kept (each with a note); overflow to infinity, bare carriage returns, odd banners, vectors, real hermitian files,
// skew-symmetric diagonals and dimensions from 2^31 on are refused.
const std::vector<Expected> malformed{
    {"fmm_banner_wrong_word.mtx", -1, 0, 0, "does not begin with", 1},
    {"fmm_banner_split_word.mtx", -1, 0, 0, "does not begin with", 1},
    {"fmm_field_unknown.mtx", -1, 0, 0, "field", 1},
    {"fmm_value_not_a_number.mtx", -1, 0, 0, "\"not_a_double\" is not a number", 3},
    {"fmm_rows_negative.mtx", -1, 0, 0, "-3 rows", 3},
    {"fmm_nnz_negative.mtx", -1, 0, 0, "-3 entries", 3},
    {"fmm_row_index_too_large.mtx", -1, 0, 0, "row 5000", 5},
    {"fmm_row_index_zero.mtx", -1, 0, 0, "row 0", 5},
    {"fmm_row_index_negative.mtx", -1, 0, 0, "row -1", 5},
    {"fmm_more_entries_than_declared.mtx", -1, 0, 0, "goes on after the 3 entries", 7},
    {"fmm_no_size_line.mtx", -1, 0, 0, "ends before its size line", 2},
    {"fmm_entry_without_value.mtx", -1, 0, 0, "3 of 12", 5},
    {"fmm_fewer_entries_than_declared.mtx", -1, 0, 0, "2 of 12", 4},
    {"fmm_dim_over_int64.mtx", -1, 0, 0, "19223372036854775808 rows", 2},
    {"fmm_index_over_int64.mtx", -1, 0, 0, "row 19223372036854775808 is out of range", 6},
    {"fmm_value_over_int32.mtx", 3, 3, 1, ""},
    {"fmm_value_over_double.mtx", -1, 0, 0, "does not fit a double", 4},
    {"fmm_banner_leading_space.mtx", -1, 0, 0, "does not begin with", 1},
    {"fmm_banner_one_percent.mtx", -1, 0, 0, "does not begin with", 1},
    {"fmm_crlf_blank_lines_comments.mtx", 5, 5, 8, ""},
    {"fmm_cr_only_line_ends.mtx", -1, 0, 0, "bare carriage return", 1},
    {"fmm_freeformat_lf.mtx", 5, 5, 8, ""},
    {"fmm_values_1_1.0_1E0.mtx", 3, 3, 3, ""},
    {"fmm_object_vector.mtx", -1, 0, 0, "\"vector\"", 1},
    {"fmm_dim_over_int32.mtx", -1, 0, 0, "1099511627776 rows: at most 2147483647", 3},
    {"fmm_skew_symmetric.mtx", 3, 3, 4, ""},
    {"fmm_hermitian.mtx", 3, 3, 5, "magnitude"},
    {"fmm_hermitian_real.mtx", -1, 0, 0, "complex only", 1},
    {"fmm_pattern_symmetric.mtx", 3, 3, 4, ""},
    {"fmm_duplicate_entry.mtx", 3, 3, 5, "more than once"},
    {"fmm_array_symmetric.mtx", 3, 3, 9, "dense"},
    {"lagraph_object_mangled.mtx", -1, 0, 0, "\"mangled\"", 1},
    {"lagraph_symmetry_mangled.mtx", -1, 0, 0, "symmetry \"mangled\"", 1},
    {"lagraph_pattern_hermitian.mtx", -1, 0, 0, "complex only", 1},
    {"lagraph_real_entries_without_values_type_gunk.mtx", -1, 0, 0, "2 words where 3", 5},
    {"lagraph_size_line_one_number.mtx", -1, 0, 0, "1 number where 3", 4},
    {"lagraph_symmetric_not_square.mtx", -1, 0, 0, "not square", 4},
    {"lagraph_text_in_entries.mtx", -1, 0, 0, "is not a whole number", 5},
    {"lagraph_duplicate_entry.mtx", 3, 4, 2, "more than once"},
    {"lagraph_array_pattern.mtx", -1, 0, 0, "array of field pattern", 1},
    {"lagraph_int8_range.mtx", 7, 7, 12, ""},
    {"lagraph_no_banner_array.mtx", -1, 0, 0, "does not begin with", 1},
    {"lagraph_unsorted_comments_between.mtx", 67, 67, 294, ""},
    {"lagraph_value_inf.mtx", 6, 6, 20, "infinite"},
    {"cholmod_object_junk.mtx", -1, 0, 0, "\"junk\"", 1},
    {"cholmod_array_3_by_0.mtx", 3, 0, 0, ""},
    {"cholmod_array_too_few.mtx", -1, 0, 0, "3 of 4 values", 6},
    {"cholmod_integer_skew.mtx", 3, 3, 6, ""},
    {"mongoose_ends_before_size.mtx", -1, 0, 0, "ends before its size line", 3},
    {"rmatrix_zero_based.mtx", -1, 0, 0, "row 0", 3},
    {"scipy_skew_with_diagonal.mtx", -1, 0, 0, "on the diagonal", 3},
    {"scipy_symmetric_upper_entry.mtx", 2, 2, 4, "above the diagonal"},
    {"scipy_array_integer_int32_max.mtx", 2, 2, 4, "dense"},
    {"smtx_truncated.smtx", -1, 0, 0, "of 327 column indices", 3},
    {"smtx_nnz_mismatch.smtx", -1, 0, 0, "327 of 328", 3},
    {"smtx_col_out_of_range.smtx", -1, 0, 0, "\"256\" is out of range", 3},
    {"smtx_valid_crlf.smtx", 64, 256, 327, ""},
};

} // namespace

TEST_CASE("Every malformed or exotic file is met as the index of the shared folder asks")
{
    const std::string folder = requireShared() + "/malformed/";
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder))
        ++files;
    CHECK(files == malformed.size());
    for (const Expected& expected : malformed) {
        INFO(expected.file);
        try {
            const MatrixPtr m = readMatrix(folder + expected.file, noProgress());
            CHECK(m->rows() == expected.rows);
            CHECK(m->cols() == expected.cols);
            CHECK(m->nnz() == expected.nnz);
            if (expected.says[0] != '\0')
                CHECK(notes(*m, expected.says));
        } catch (const Error& e) {
            INFO(e.what());
            CHECK(expected.rows < 0);
            CHECK(e.kind() == ErrorKind::Input);
            CHECK(contains(e.where().file, expected.file));
            CHECK(e.where().line == expected.line);
            CHECK(contains(e.reason(), expected.says));
        }
    }
}

TEST_CASE("Exotic spellings hold the values that they should")
{
    const std::string folder = requireShared();
    const auto read = [&](const std::string& name) { return readMatrix(folder + "/" + name, noProgress()); };
    CHECK(read("malformed/lagraph_unsorted_comments_between.mtx")->fingerprint() ==
          read("west0067.mtx")->fingerprint());
    CHECK(read("malformed/fmm_crlf_blank_lines_comments.mtx")->fingerprint() ==
          read("malformed/fmm_freeformat_lf.mtx")->fingerprint());
    CHECK(read("malformed/fmm_values_1_1.0_1E0.mtx")->fingerprint() == read("eye3.mtx")->fingerprint());
    CHECK(read("malformed/fmm_value_over_int32.mtx")->value(0) == 8589934592.0);
    CHECK(denseOf(*read("malformed/fmm_array_symmetric.mtx")) == std::vector<double>{1, 22, 33, 22, 2, 44, 33, 44, 3});
}

TEST_CASE("Every shared matrix opens with the rows, columns and non-zeros of the index")
{
    const std::string folder = requireShared();
    std::ifstream index(folder + "/INDEX.md");
    std::size_t files = 0;
    for (std::string line; std::getline(index, line);) {
        const std::vector<std::string> cells = line.starts_with("| ") ? cellsOf(line) : std::vector<std::string>{};
        if (cells.size() < 13 || !contains(cells[0], "tx"))
            continue;
        ++files;
        INFO(cells[0]);
        const MatrixPtr m = readMatrix(folder + "/" + cells[0], noProgress());
        CHECK(m->rows() == numberOf(cells[1]));
        CHECK(m->cols() == numberOf(cells[2]));
        CHECK(m->source().storedEntries == numberOf(cells[3]));
        CHECK(m->nnz() == numberOf(cells[4]));
        CHECK(m->source().duplicates == 0);
        std::int64_t least = m->cols();
        std::int64_t most = 0;
        std::int64_t empty = 0;
        for (std::int64_t r = 0; r < m->rows(); ++r) {
            least = std::min(least, m->rowLength(r));
            most = std::max(most, m->rowLength(r));
            empty += m->rowLength(r) == 0 ? 1 : 0;
        }
        std::string rows = cells[5]; // "0-1,310 (5)"
        std::erase(rows, ',');
        CHECK(rows == std::to_string(least) + "-" + std::to_string(most) + " (" + std::to_string(empty) + ")");
    }
    CHECK(files == 94);
}
