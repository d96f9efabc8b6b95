// What SQLite files of ours are made of; the tables of a session file, schema version 8 (described in
// samples/session-schema.md).
#pragma once

#include <cstdint>
#include <string>

namespace sparsescope::session {

// A kind of file.
struct Schema {
    const char* what;               // as errors call it: "is no session"
    std::int32_t applicationId;     // at byte 68 of the file
    std::int32_t version;           // the newest that is written, at byte 60; older ones are read
    std::string tables;             // the statements that make them
    std::string tablesBesides = {}; // that may be there too
};

// Arrays are zlib streams of little-endian elements; texts named json are JSON; dates are ISO 8601, UTC.
inline constexpr const char* sessionTables = R"sql(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE matrix (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    path TEXT NOT NULL,          -- absolute when it was known, or empty
    rows INTEGER NOT NULL, cols INTEGER NOT NULL, nnz INTEGER NOT NULL,
    has_values INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    source TEXT NOT NULL,        -- json
    row_lengths BLOB,            -- int32 of each row; all three are NULL when the matrix is not embedded
    column_gaps BLOB,            -- int32 of each non-zero
    value_data BLOB);            -- float64 of each non-zero; NULL for a pattern
CREATE TABLE operator (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, dtype TEXT NOT NULL, dense INTEGER NOT NULL,
    inner INTEGER NOT NULL DEFAULT 1,  -- since version 7
    UNIQUE (kind, dtype, dense, inner));
CREATE TABLE device (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, chip TEXT NOT NULL, architecture TEXT NOT NULL, sms INTEGER NOT NULL,
    UNIQUE (name, chip, architecture, sms));
CREATE TABLE plan (
    id INTEGER PRIMARY KEY,
    matrix INTEGER NOT NULL REFERENCES matrix, operator INTEGER NOT NULL REFERENCES operator,
    planner TEXT NOT NULL,
    title TEXT NOT NULL,         -- as the window lists it; since version 2
    json TEXT NOT NULL,          -- as in a plan file
    arrays BLOB NOT NULL);       -- the .npz that belongs to it
CREATE TABLE trace (
    plan INTEGER PRIMARY KEY REFERENCES plan,
    bytes INTEGER NOT NULL,
    lines BLOB NOT NULL);        -- JSON lines, compressed
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    plan INTEGER NOT NULL REFERENCES plan, device INTEGER NOT NULL REFERENCES device,
    date TEXT NOT NULL,
    json TEXT NOT NULL,          -- the profile without its tasks
    tasks INTEGER NOT NULL,      -- elements of each of the next six columns
    task_tile BLOB NOT NULL, task_part BLOB NOT NULL, task_sm BLOB NOT NULL,    -- int32
    task_start BLOB NOT NULL, task_end BLOB NOT NULL,                           -- int64, cycles
    task_in_situ_ns BLOB NOT NULL,                                              -- float64
    tiles INTEGER NOT NULL,      -- elements of the next two
    tile_id BLOB NOT NULL, tile_saturated_ns BLOB NOT NULL);                    -- int32, float64
CREATE TABLE sweep (  -- before version 3 nothing wrote it
    id INTEGER PRIMARY KEY, matrix INTEGER NOT NULL REFERENCES matrix, json TEXT NOT NULL);
-- Since version 2: how the window was left (at most one row), views with a name, and what the user wrote.
CREATE TABLE view_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL, created TEXT NOT NULL, page TEXT NOT NULL,
    plan INTEGER REFERENCES plan,                                   -- NULL: none
    step INTEGER,                                                   -- tiles that are shown; NULL: all
    row0 REAL NOT NULL, col0 REAL NOT NULL,                         -- at the top left of the canvas
    rows_per_pixel REAL NOT NULL, cols_per_pixel REAL NOT NULL,
    width INTEGER NOT NULL, height INTEGER NOT NULL,                -- of the canvas, pixels
    fitted INTEGER NOT NULL,                                        -- 1: the whole matrix is shown
    tile INTEGER,                                                   -- that is selected, from 0; NULL: none
    row_begin INTEGER, row_end INTEGER, col_begin INTEGER, col_end INTEGER,  -- the rectangle that is selected, or NULL
    colouring TEXT NOT NULL,
    line_order TEXT NOT NULL DEFAULT 'file');                       -- of rows and columns; missing in older files
CREATE TABLE bookmark (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL, created TEXT NOT NULL, page TEXT NOT NULL,
    plan INTEGER REFERENCES plan, step INTEGER,
    row0 REAL NOT NULL, col0 REAL NOT NULL, rows_per_pixel REAL NOT NULL, cols_per_pixel REAL NOT NULL,
    width INTEGER NOT NULL, height INTEGER NOT NULL, fitted INTEGER NOT NULL,
    tile INTEGER, row_begin INTEGER, row_end INTEGER, col_begin INTEGER, col_end INTEGER,
    colouring TEXT NOT NULL, line_order TEXT NOT NULL DEFAULT 'file');
CREATE TABLE note (
    id INTEGER PRIMARY KEY, written TEXT NOT NULL, text TEXT NOT NULL);
-- Since version 6: the masks of which the matrix is one (at most one row), dynamic plans, and what runs measured.
CREATE TABLE mask_sequence (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    path TEXT NOT NULL,          -- absolute, or empty
    facts TEXT NOT NULL,         -- json; with a kind and its parameters, from which all masks are made
    chosen INTEGER NOT NULL,     -- the mask that is the matrix, from 0
    fingerprint TEXT NOT NULL,   -- of all masks; 0 where there is a kind
    bits BLOB);                  -- uint64 words, mask after mask; NULL: made by kind, or in the file
CREATE TABLE dynamic_plan (
    id INTEGER PRIMARY KEY, json TEXT NOT NULL);  -- as in a plan file
CREATE TABLE sequence_run (
    id INTEGER PRIMARY KEY,
    plan INTEGER NOT NULL REFERENCES dynamic_plan, device INTEGER NOT NULL REFERENCES device,
    date TEXT NOT NULL, masks INTEGER NOT NULL, json TEXT NOT NULL);
CREATE TABLE sequence_column (
    run INTEGER NOT NULL REFERENCES sequence_run,
    rival INTEGER NOT NULL,      -- place in the run's rivals; -1: the dynamic plan
    name TEXT NOT NULL,
    data BLOB NOT NULL,          -- float64 of each mask
    PRIMARY KEY (run, rival, name));
-- Since version 8: times of this matrix that others have published; nobody has measured them here.
CREATE TABLE published (
    id INTEGER PRIMARY KEY,
    matrix TEXT NOT NULL,        -- as the table named it that they are from
    kind TEXT NOT NULL, dtype TEXT NOT NULL, dense INTEGER NOT NULL, inner INTEGER NOT NULL,
    gpu TEXT NOT NULL, source TEXT NOT NULL, ns REAL NOT NULL);
INSERT INTO meta VALUES ('program', 'Sparsescope');
)sql";

// What a recovery file has beside these while a search is under way.
inline constexpr const char* searchTables = R"sql(
CREATE TABLE search (
    id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL, best INTEGER REFERENCES plan, calibration TEXT);
CREATE TABLE search_part (
    id INTEGER PRIMARY KEY, json TEXT NOT NULL, arrays BLOB NOT NULL, tiles INTEGER NOT NULL, tile_id BLOB NOT NULL,
    gone INTEGER NOT NULL, gone_id BLOB NOT NULL, trace TEXT NOT NULL);
)sql";

// What versions that are still read had and this one has not.
inline constexpr const char* formerTables = R"sql(
CREATE TABLE view (id INTEGER PRIMARY KEY, name TEXT NOT NULL, json TEXT NOT NULL);  -- version 1, never filled
)sql";

const Schema& sessionSchema();

bool isFileOf(const Schema& schema, const std::string& path); // by its first bytes
// The file's version. Throws Error(Input): cannot be opened, is another kind of file, a newer version, damaged.
std::int32_t requireVersion(const Schema& schema, const std::string& path);

class Database;

// In a fresh file: identity, version and tables; leaves a transaction open. `version`: an older one, which holds what
// comes into the file; 0: the schema's.
void makeTables(Database& database, const Schema& schema = sessionSchema(), std::int32_t version = 0);
// Throws Error(Input) where a file that is opened holds anything but tables of these names with columns of these names:
// a view, a trigger, a virtual table or a generated column would be run when it is read.
void requireTables(Database& database, const Schema& schema);

} // namespace sparsescope::session
