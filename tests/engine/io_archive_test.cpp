// Archives of matrix files and what is compressed by others than gzip.
#include "engine/io/archive.h"
#include "engine/io/gzip.h"
#include "engine/io/masks.h"
#include "engine/io/npy.h"
#include "engine/io/parts.h"
#include "engine/io/suffixes.h"
#include "tests/engine/io_fixtures.h"
#include "tests/support/archives.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

using namespace sparsescope;

namespace {

const std::string oneEntry = "%%MatrixMarket matrix coordinate pattern general\n3 4 1\n2 3\n";
const std::string twoEntries = "%%MatrixMarket matrix coordinate pattern general\n3 4 2\n2 3\n3 4\n";

// As SuiteSparse packs a matrix with its right-hand side and names.
ArchivedFiles suiteSparse(const std::string& name)
{
    return {{name + "/" + name + "_b.mtx", twoEntries},
            {name + "/" + name + "_nodename.txt", "a\nb\n"},
            {name + "/" + name + ".mtx", oneEntry}};
}

std::string partRefused(const std::vector<std::string>& names, const std::string& file, const std::string& part)
{
    try {
        choosePart(names, {file, part});
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        CHECK(e.where().file == file);
        return e.reason();
    }
    return "no error";
}

} // namespace

TEST_CASE("the matrix of an archive of SuiteSparse is read, however it is packed")
{
    const ArchivedFiles files = suiteSparse("west0067");
    const std::uint64_t pattern = readBytes("m.mtx", oneEntry)->fingerprint().pattern;
    for (const auto& [suffix, format, filter] :
         std::vector<std::tuple<std::string, std::string, std::string>>{{".tar", "ustar", "none"},
                                                                        {".tar.gz", "ustar", "gzip"},
                                                                        {".tgz", "pax", "gzip"},
                                                                        {".tar.bz2", "gnutar", "bzip2"},
                                                                        {".tar.xz", "v7tar", "xz"},
                                                                        {".tar.zst", "pax", "zstd"},
                                                                        {".zip", "zip", "none"}}) {
        INFO(suffix);
        const MatrixPtr m = readBytes("west0067" + suffix, archiveOf(files, format, filter));
        CHECK(m->fingerprint().pattern == pattern);
        CHECK(m->source().name == "west0067" + suffix);
        CHECK(notes(*m, "Read west0067/west0067.mtx of an archive of 3 files."));
        CHECK(readBytes("another.dat", archiveOf(files, format, filter))->nnz() == 1); // by its folder, and by content
    }
}

TEST_CASE("what is compressed by bzip2, xz or Zstandard is read as what is in it")
{
    for (const char* filter : {"bzip2", "xz", "zstd"}) {
        const std::string suffix = filter == std::string("bzip2") ? ".bz2"
                                   : filter == std::string("xz")  ? ".xz"
                                                                  : ".zst";
        INFO(suffix);
        CHECK(readBytes("m.mtx" + suffix, compressedBy(filter, oneEntry))->nnz() == 1);
        CHECK(readBytes("m.smtx" + suffix, compressedBy(filter, "3, 4, 4\n0 2 2 4\n0 3 1 2\n"))->nnz() == 4);
        CHECK(readBytes("m.tns" + suffix, compressedBy(filter, "1 1 2\n2 1 2\n"))->slices() == 2);
        CHECK(readBytes("m", compressedBy(filter, oneEntry))->nnz() == 1);
        const std::vector<std::string>& all = matrixSuffixes();
        for (const char* text : {".mtx", ".smtx", ".tns", ".tar"})
            CHECK(std::ranges::find(all, text + suffix) != all.end());
        const std::string long_(9u << 20, 'x');
        CHECK(decompress(compressedBy(filter, long_), "m", noProgress()) == long_);
        CHECK(decompress(compressedBy(filter, "ab") + compressedBy(filter, "c"), "m", noProgress()) == "abc");
    }
    CHECK(decompress(deflateGzip("abc"), "m", noProgress()) == "abc");
}

TEST_CASE("files of an archive may be compressed, or be of NumPy")
{
    CHECK(readBytes("a.tar", archiveOf({{"a.mtx.xz", compressedBy("xz", oneEntry)}}))->nnz() == 1);
    CHECK(readBytes("a.zip", archiveOf({{"x/a.smtx.gz", deflateGzip("1, 1, 1\n0 1\n0\n")}}, "zip"))->nnz() == 1);
    NpzArrays arrays;
    arrays["indptr"] = toArray(std::vector<std::int32_t>{0, 1});
    arrays["indices"] = toArray(std::vector<std::int32_t>{4});
    CHECK(readBytes("a.tar", archiveOf({{"a.npz", writeNpz(arrays, true)}}))->cols() == 5);
}

TEST_CASE("one of several matrices is chosen by its name, the archive's or its folder's")
{
    const std::vector<std::string> several = {"x/x_b.mtx", "x/x.mtx", "x/README", "y/y_b.mtx"};
    CHECK(choosePart(several, {"dir/x.tar.gz", {}}) == 1);
    CHECK(choosePart(several, {"dir/y_b.tar", {}}) == 3);
    CHECK(choosePart(several, {"dir/z.zip", {}}) == 1); // the one named as its folder
    CHECK(choosePart(several, {"x.tar.gz", "x_b.mtx"}) == 0);
    CHECK(choosePart(several, {"x.tar.gz", "x/x_b.mtx"}) == 0);
    CHECK(choosePart(several, {"x.tar.gz", "README"}) == 2); // its contents say what it is
    CHECK(choosePart({"README", "._a.mtx", "a.smtx.xz"}, {"x.tar", {}}) == 2);
    const std::vector<std::string> alike = {"x/a.mtx", "y/a.mtx", "b.tns.gz"};
    CHECK(choosePart(alike, {"b.tar", {}}) == 2);
    CHECK(choosePart(alike, {"b.tar", "y/a.mtx"}) == 1);
    CHECK(partRefused(alike, "z.tar", {}) ==
          "is an archive of 3 matrices: x/a.mtx, y/a.mtx, b.tns.gz; add #NAME to choose one");
    CHECK(partRefused(alike, "z.tar", "a.mtx") == "holds a.mtx 2 times: x/a.mtx, y/a.mtx");
    CHECK(partRefused(alike, "z.tar", "c.mtx") == "holds no c.mtx: it holds x/a.mtx, y/a.mtx, b.tns.gz");
    CHECK(partRefused({"a\n\x1b[2J", "b"}, "z.tar", {}) == "is an archive that holds no matrix, but a??[2J, b");
    CHECK(partRefused({}, "z.tar", {}) == "is an archive without files");
    const std::vector<std::string> many(20, "a/a.mtx");
    CHECK(contains(partRefused(many, "z.tar", {}), "is an archive of 20 matrices: "));
    CHECK(contains(partRefused(many, "z.tar", {}), " and 12 more"));
}

TEST_CASE("FILE#PART names a file of an archive, from where it is read again")
{
    const TemporaryFolder folder;
    const std::string file = folder / "a.tar.gz", part = file + "#a_b.mtx";
    writeText(file, archiveOf(suiteSparse("a"), "ustar", "gzip"));
    CHECK(readMatrix(file, noProgress())->nnz() == 1);
    const MatrixPtr m = readMatrix(part, noProgress());
    CHECK(m->nnz() == 2);
    CHECK(m->source().path == part);
    CHECK(m->source().name == "a.tar.gz#a_b.mtx");
    CHECK(stillInFile(*m));
    writeText(file, archiveOf(suiteSparse("a"), "zip"));
    CHECK_FALSE(stillInFile(*m));

    CHECK(splitPath(file).file == file);
    CHECK(splitPath(part).part == "a_b.mtx");
    CHECK(splitPath(folder / "none.tar#a.mtx").part.empty());
    const std::string odd = folder / "a.tar.gz#odd";
    writeText(odd, oneEntry); // a file of that name is meant itself
    CHECK(splitPath(odd).file == odd);
    CHECK(splitPath(odd + "#x").file == file); // the first that is there
    CHECK_FALSE(holdsMasks(part));
    CHECK_THROWS_WITH(readMatrix(odd + "#x", noProgress()), Catch::Contains("holds no odd#x"));
    writeText(folder / "m.mtx", oneEntry);
    CHECK_THROWS_WITH(readMatrix(folder / "m.mtx#a", noProgress()),
                      Catch::Contains("holds one matrix alone, and no #a"));
}

TEST_CASE("an error in a file of an archive names both and the line")
{
    const Error e = readingFails("a.tar", archiveOf({{"x/a.mtx", "%%MatrixMarket matrix coordinate pattern general\n"
                                                                 "3 4 1\n9 1\n"}}));
    CHECK(e.where().file.ends_with("a.tar#x/a.mtx"));
    CHECK(e.where().line == 3);
    CHECK(readingFails("a.tar", archiveOf({{"a.mtx", ""}})).reason() == "the file is empty");
    CHECK(contains(readingFails("a.zip", archiveOf({{"a.mtx", "3 4"}}, "zip")).reason(), "%%MatrixMarket"));
}

TEST_CASE("an archive that is cut off is refused at every length")
{
    const ArchivedFiles files = suiteSparse("west0067");
    for (const auto& [format, filter] : std::vector<std::pair<std::string, std::string>>{{"ustar", "none"},
                                                                                         {"ustar", "gzip"},
                                                                                         {"ustar", "xz"},
                                                                                         {"ustar", "bzip2"},
                                                                                         {"ustar", "zstd"},
                                                                                         {"zip", "none"}}) {
        const std::string whole = archiveOf(files, format, filter);
        // Behind the last file a tar ends by zeros, which may be missing.
        const std::size_t most = filter == "none" && format == "ustar" ? 5 * 512 + oneEntry.size() : whole.size();
        for (std::size_t n = 0; n < most; n += 7) {
            INFO(format << " " << filter << ": first " << n << " of " << whole.size());
            CHECK(readingFails("west0067", whole.substr(0, n)).kind() == ErrorKind::Input);
        }
    }
}

TEST_CASE("what is damaged, goes on behind its end or is packed twice is refused with its reason")
{
    for (const char* filter : {"bzip2", "xz", "zstd"}) {
        INFO(filter);
        const std::string whole = compressedBy(filter, oneEntry);
        CHECK(contains(readingFails("m.mtx", whole + "more").reason(),
                       filter == std::string("bzip2") ? "4 bytes behind" : "damaged"));
        CHECK(contains(readingFails("m.mtx", compressedBy(filter, whole)).reason(), "packed several times"));
        CHECK(contains(readingFails("m.mtx", compressedBy(filter, "")).reason(), "empty"));
        std::string damaged = whole;
        damaged[damaged.size() / 2] = static_cast<char>(~damaged[damaged.size() / 2]);
        CHECK(readingFails("m.mtx", damaged).kind() == ErrorKind::Input);
        try {
            decompress(compressedBy(filter, std::string(5u << 20, 'x')), "m", noProgress(), 1u << 20);
            FAIL("more than the limit was given");
        } catch (const Error& e) {
            CHECK(e.reason() == "holds more than 1048576 bytes when uncompressed");
        }
    }
    CHECK(contains(readingFails("a.tar.gz", deflateGzip(deflateGzip(oneEntry))).reason(), "packed several times"));
    const std::string inner = archiveOf({{"a.mtx", oneEntry}});
    CHECK(contains(readingFails("a.tar", archiveOf({{"a.tar", inner}})).reason(), "holds no matrix, but a.tar"));
    CHECK(contains(readingFails("a.tar", archiveOf({{"a.mtx.gz", deflateGzip(inner)}})).reason(), "several times"));
}

TEST_CASE("links, folders and devices of an archive are no files, and wild names lead nowhere")
{
    ArchiveInMemory made("pax", "none");
    made.add("a/a.mtx", "", AE_IFLNK, "/etc/passwd");
    made.add("a", "", AE_IFDIR);
    made.add("b/b.mtx", "", AE_IFIFO);
    made.add("../../c.mtx", twoEntries);
    made.add(std::string(5000, 'x'), "x");
    const std::string bytes = made.finish();
    CHECK(filesInArchive(bytes, "a.tar", noProgress()) ==
          std::vector<std::string>{"../../c.mtx", std::string(5000, 'x')});
    const MatrixPtr m = readBytes("a.tar", bytes);
    CHECK(m->nnz() == 2);
    CHECK(notes(*m, "Read ../../c.mtx of an archive of 2 files."));
    CHECK(readBytes("a.tar", archiveOf({{"\xc3\xa4\xff.mtx", oneEntry}}))->nnz() == 1);
    CHECK(
        contains(readingFails("a.tar", archiveOf({{"a.mtx", oneEntry}, {"a.mtx", oneEntry}})).reason(), "2 matrices"));
}

TEST_CASE("a file that is encrypted, or that a tar stores with holes, is refused")
{
    std::string zip = archiveOf({{"a.mtx", oneEntry}}, "zip");
    for (const char* const header : {"PK\x03\x04", "PK\x01\x02"}) // the flag of both
        zip[zip.find(header) + (header[2] == 3 ? 6 : 8)] |= 1;
    CHECK(readingFails("a.zip", zip).reason() == "is encrypted");

    std::string tar = archiveOf({{"a.mtx", oneEntry}}, "gnutar");
    const auto setField = [&](std::size_t at, const std::string& text) { tar.replace(at, text.size(), text); };
    setField(156, "S");           // GNU's sparse files
    setField(386, "00000001000"); // 9 bytes from place 512 on ...
    setField(398, "00000000011");
    setField(483, "77777777777"); // ... of 8 GB
    setField(124, "00000000011");
    setField(148, "        ");
    unsigned sum = 0;
    for (std::size_t i = 0; i < 512; ++i)
        sum += static_cast<unsigned char>(tar[i]);
    setField(148, fmt::format("{:06o}", sum) + std::string(1, '\0'));
    CHECK(isTar(tar));
    CHECK(readingFails("a.tar", tar).reason() == "is stored with holes, as no text is");
}

TEST_CASE("unpacking stops when it is cancelled")
{
    const auto cancelled = [](const auto& body) {
        Progress progress;
        progress.cancel();
        try {
            body(progress);
        } catch (const Error& e) {
            return e.kind() == ErrorKind::Cancelled;
        }
        return false;
    };
    const std::string tar = archiveOf(suiteSparse("a"));
    std::string kept;
    CHECK(cancelled([&](Progress& p) { decompress(compressedBy("xz", oneEntry), "m", p); }));
    CHECK(cancelled([&](Progress& p) { filesInArchive(tar, "m", p); }));
    CHECK(cancelled([&](Progress& p) { contentsInArchive(tar, 0, "m", kept, p); }));
    CHECK(contentsInArchive(tar, 2, "m", kept, noProgress()) == oneEntry);
    CHECK(kept.empty()); // it lies in the tar
}
