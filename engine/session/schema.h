// The tables of a session file, schema version 1.
#pragma once

namespace sparsescope {

inline constexpr int sessionApplicationId = 0x53534350;  // "SSCP", at byte 68 of the file

// Arrays are zlib streams of little-endian elements; texts named json are JSON. sweep and view are filled by the
// window.
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
    UNIQUE (kind, dtype, dense));
CREATE TABLE device (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, chip TEXT NOT NULL, architecture TEXT NOT NULL, sms INTEGER NOT NULL,
    UNIQUE (name, chip, architecture, sms));
CREATE TABLE plan (
    id INTEGER PRIMARY KEY,
    matrix INTEGER NOT NULL REFERENCES matrix, operator INTEGER NOT NULL REFERENCES operator,
    planner TEXT NOT NULL,
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
CREATE TABLE sweep (
    id INTEGER PRIMARY KEY, matrix INTEGER NOT NULL REFERENCES matrix, json TEXT NOT NULL);
CREATE TABLE view (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, json TEXT NOT NULL);
)sql";

}  // namespace sparsescope
