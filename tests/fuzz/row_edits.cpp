#include "tests/fuzz/row_edits.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/gzip.h"
#include "engine/io/npy.h"
#include "tests/fuzz/array_container.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <sqlite3.h>
#include <zlib.h>

namespace sparsescope::fuzz {

namespace {

// SQLite without the house's wrapper, which opens files alone: here, one that lies in memory.
struct Close {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, Close>;
using Query = std::unique_ptr<sqlite3_stmt, Close>;

Database opened(const std::string& bytes)
{
    sqlite3* handle = nullptr;
    sqlite3_open(":memory:", &handle);
    Database database(handle);
    auto* copy = static_cast<unsigned char*>(sqlite3_malloc64(bytes.size()));
    std::memcpy(copy, bytes.data(), bytes.size());
    const auto size = static_cast<sqlite3_int64>(bytes.size());
    sqlite3_deserialize(handle, "main", copy, size, size,
                        SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
    return database;
}

Query query(sqlite3* database, const std::string& sql)
{
    sqlite3_stmt* handle = nullptr;
    sqlite3_prepare_v2(database, sql.c_str(), -1, &handle, nullptr);
    return Query(handle);
}

struct Column {
    std::string table, name;
};

std::vector<Column> columnsOf(sqlite3* database)
{
    std::vector<Column> columns;
    const Query all = query(database, "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
                                      "WHERE m.type = 'table' ORDER BY m.rowid, c.cid");
    const auto text = [&](int i) { return reinterpret_cast<const char*>(sqlite3_column_text(all.get(), i)); };
    while (sqlite3_step(all.get()) == SQLITE_ROW)
        columns.push_back({text(0), text(1)});
    return columns;
}

std::size_t within(std::uint8_t place, std::size_t size)
{
    return size <= 256 ? place % std::max<std::size_t>(size, 1) : place * (size - 1) / 255;
}

// Number `place` of a text, one after another.
void replaceDigits(std::string& text, std::uint8_t place, const std::string& by)
{
    std::vector<std::pair<std::size_t, std::size_t>> numbers;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (std::isdigit(static_cast<unsigned char>(text[i])) != 0) {
            const std::size_t begin = i > 0 && text[i - 1] == '-' ? i - 1 : i;
            i = std::min(text.find_first_not_of("0123456789.eE+-", i), text.size());
            numbers.emplace_back(begin, i);
        }
    if (numbers.empty())
        return;
    const auto [begin, end] = numbers[within(place, numbers.size())];
    text.replace(begin, end - begin, by);
}

std::string inflated(const std::string& stream)
{
    std::string bytes(1 << 20, '\0');
    uLongf size = bytes.size();
    if (uncompress(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(stream.data()),
                   stream.size()) != Z_OK)
        return {};
    bytes.resize(size);
    return bytes;
}

void editStream(std::string& stream, const RowEdit& edit)
{
    std::string bytes = inflated(stream);
    const auto value = static_cast<std::int32_t>(edit.number);
    if (bytes.size() < sizeof value)
        return;
    const std::size_t words = bytes.size() / sizeof value;
    std::memcpy(bytes.data() + within(edit.place, words) * sizeof value, &value, sizeof value);
    stream = deflateBytes(bytes);
}

// Also returns the plan's JSON with the new hash, if it has one.
void editArrays(std::string& archive, std::string& json, const RowEdit& edit)
{
    NpzArrays arrays;
    try {
        arrays = readNpz(archive, {});
    } catch (const Error&) {
        return;
    }
    if (arrays.empty())
        return;
    NpyArray& array = std::next(arrays.begin(), static_cast<std::ptrdiff_t>(edit.place % arrays.size()))->second;
    const auto size = static_cast<std::size_t>(array.elementBytes());
    const std::size_t elements = array.data.size() / size;
    if (elements == 0)
        return;
    const std::int64_t value = static_cast<std::int32_t>(edit.number);
    const std::size_t element = (static_cast<std::uint64_t>(edit.number) >> 32) % elements;
    std::memcpy(array.data.data() + element * size, &value, std::min(size, sizeof value));
    PlanBlob blob = withArrays(json, arrays);
    archive = std::move(blob.arrays);
    json = std::move(blob.json);
}

std::string bytesOf(sqlite3_stmt* row, int column)
{
    const auto* data = static_cast<const char*>(sqlite3_column_blob(row, column));
    return data ? std::string(data, static_cast<std::size_t>(sqlite3_column_bytes(row, column))) : std::string();
}

void update(sqlite3* database, const Column& column, sqlite3_int64 row, const std::string& value, bool blob)
{
    const Query change =
        query(database, fmt::format("UPDATE {} SET {} = ? WHERE rowid = {}", column.table, column.name, row));
    const auto size = static_cast<sqlite3_uint64>(value.size());
    if (blob)
        sqlite3_bind_blob64(change.get(), 1, value.data(), size, SQLITE_STATIC);
    else
        sqlite3_bind_text64(change.get(), 1, value.data(), size, SQLITE_STATIC, SQLITE_UTF8);
    sqlite3_step(change.get());
}

void apply(sqlite3* database, const Column& column, const RowEdit& edit)
{
    const Query count = query(database, "SELECT count(*) FROM " + column.table);
    if (sqlite3_step(count.get()) != SQLITE_ROW || sqlite3_column_int64(count.get(), 0) == 0)
        return;
    const Query row =
        query(database, fmt::format("SELECT rowid, {} FROM {} ORDER BY rowid LIMIT 1 OFFSET {}", column.name,
                                    column.table, edit.row % sqlite3_column_int64(count.get(), 0)));
    if (sqlite3_step(row.get()) != SQLITE_ROW)
        return;
    const sqlite3_int64 key = sqlite3_column_int64(row.get(), 0);
    const bool blob = sqlite3_column_type(row.get(), 1) == SQLITE_BLOB;
    std::string bytes = bytesOf(row.get(), 1);
    const auto simple = [&](const auto& bind) {
        const Query change =
            query(database, fmt::format("UPDATE {} SET {} = ? WHERE rowid = {}", column.table, column.name, key));
        bind(change.get());
        sqlite3_step(change.get());
    };
    switch (edit.kind % RowEdit::Kinds) {
    case RowEdit::Whole:
        return simple([&](sqlite3_stmt* s) { sqlite3_bind_int64(s, 1, edit.number); });
    case RowEdit::Real:
        return simple([&](sqlite3_stmt* s) { sqlite3_bind_double(s, 1, std::bit_cast<double>(edit.number)); });
    case RowEdit::Null:
        return simple([](sqlite3_stmt* s) { sqlite3_bind_null(s, 1); });
    case RowEdit::Text:
        return update(database, column, key, std::to_string(edit.number), false);
    case RowEdit::Byte:
        if (!bytes.empty())
            bytes[within(edit.place, bytes.size())] = static_cast<char>(edit.number);
        break;
    case RowEdit::Digits:
        replaceDigits(bytes, edit.place, std::to_string(edit.number));
        break;
    case RowEdit::Cut:
        bytes.resize(within(edit.place, bytes.size()));
        break;
    case RowEdit::Inflated:
        editStream(bytes, edit);
        break;
    case RowEdit::Array: {
        const Column json{column.table, "json"};
        const Query header = query(database, fmt::format("SELECT json FROM {} WHERE rowid = {}", json.table, key));
        if (!header || sqlite3_step(header.get()) != SQLITE_ROW)
            return;
        std::string text = bytesOf(header.get(), 0);
        editArrays(bytes, text, edit);
        update(database, json, key, text, false);
        break;
    }
    default:
        return;
    }
    update(database, column, key, bytes, blob);
}

} // namespace

std::string asInput(const std::vector<RowEdit>& edits)
{
    return {reinterpret_cast<const char*>(edits.data()), edits.size() * sizeof(RowEdit)};
}

std::vector<RowEdit> editsIn(std::string_view input)
{
    constexpr std::size_t most = 4; // more than that are refused for the first one
    std::vector<RowEdit> edits(std::min(most, input.size() / sizeof(RowEdit)));
    if (!edits.empty())
        std::memcpy(edits.data(), input.data(), edits.size() * sizeof(RowEdit));
    return edits;
}

std::string withEdits(const std::string& bytes, const std::vector<RowEdit>& edits)
{
    const Database database = opened(bytes);
    const std::vector<Column> columns = columnsOf(database.get());
    for (const RowEdit& edit : edits)
        apply(database.get(), columns[edit.column % columns.size()], edit);
    sqlite3_int64 size = 0;
    const std::unique_ptr<unsigned char, void (*)(void*)> file(sqlite3_serialize(database.get(), "main", &size, 0),
                                                               sqlite3_free);
    return {reinterpret_cast<const char*>(file.get()), static_cast<std::size_t>(size)};
}

std::vector<std::string> everyEditOf(const std::string& bytes)
{
    std::vector<std::string> inputs;
    const auto columns = static_cast<std::uint8_t>(columnsOf(opened(bytes).get()).size());
    for (std::uint8_t column = 0; column < columns; ++column)
        inputs.push_back(asInput({{column, 0, static_cast<std::uint8_t>(column % RowEdit::Kinds), 0, 1}}));
    return inputs;
}

std::string compacted(const std::string& path)
{
    sqlite3* handle = nullptr;
    sqlite3_open(path.c_str(), &handle);
    const Database database(handle);
    sqlite3_exec(handle, "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM", nullptr, nullptr, nullptr);
    return readText(path);
}

} // namespace sparsescope::fuzz
