// sparsescope-binsparse: reads and writes Binsparse's files by HDF5's library for the other programs (child.h).
//   sparsescope-binsparse FILE BYTES SECONDS                         a line for each group that is described: name,
//   tab,
//                                                                    its descriptor
//   sparsescope-binsparse FILE BYTES SECONDS GROUP OUT NAME=COUNT... these arrays of a group into OUT; -1: of any
//   length sparsescope-binsparse FILE BYTES SECONDS write OUT               what is in FILE (binsparse_arrays.h) as OUT
// It takes no more memory and time than these. Why it fails is its last line on standard error, with status 2.
#define H5_USE_110_API // newer libraries have these functions too
#include "app/readers/child.h"
#include "engine/io/binsparse_arrays.h"

#include <exception>
#include <hdf5.h>
#include <set>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <vector>

namespace {

using namespace sparsescope;
using child::fail;

// An object of the library, closed when it goes.
class Handle {
public:
    Handle(hid_t id, const std::string& reason) : m_id(id)
    {
        if (id < 0)
            fail(reason);
    }
    ~Handle() { H5Idec_ref(m_id); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    operator hid_t() const { return m_id; }

private:
    hid_t m_id;
};

constexpr const char* attributeName = "binsparse";
constexpr std::size_t mostText = std::size_t{1} << 20;

std::string_view contentsOf(const char* path)
{
    const int from = ::open(path, O_RDONLY);
    struct stat info {};
    if (from < 0 || ::fstat(from, &info) != 0)
        fail(std::string("nothing was handed over: ") + std::strerror(errno));
    const auto size = static_cast<std::size_t>(info.st_size);
    const void* const all = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, from, 0);
    if (all == MAP_FAILED)
        fail(std::string("nothing was handed over: ") + std::strerror(errno));
    return {static_cast<const char*>(all), size};
}

hid_t openFile(const char* path)
{
    const Handle how(H5Pcreate(H5P_FILE_ACCESS), "out of memory");
    const bool inMemory = std::string_view(path).starts_with("/proc/"); // a file without a name, which it wants
    if (inMemory) {
        const std::string_view all = contentsOf(path);
        constexpr std::size_t growth = 1 << 20;
        H5Pset_fapl_core(how, growth, 0);
        if (H5Pset_file_image(how, const_cast<char*>(all.data()), all.size()) < 0)
            fail("there is no memory for it");
    }
    const hid_t file = H5Fopen(inMemory ? "memory" : path, H5F_ACC_RDONLY, how);
    if (file < 0)
        fail("HDF5 does not open it");
    return file;
}

// The text of a group's descriptor; empty where there is none.
std::string descriptorOf(hid_t group)
{
    if (H5Aexists(group, attributeName) <= 0)
        return {};
    const Handle attribute(H5Aopen(group, attributeName, H5P_DEFAULT), "its attribute binsparse cannot be read");
    const Handle type(H5Aget_type(attribute), "its attribute binsparse has no type");
    const Handle space(H5Aget_space(attribute), "its attribute binsparse has no size");
    if (H5Tget_class(type) != H5T_STRING || H5Sget_simple_extent_npoints(space) != 1)
        fail("its attribute binsparse is not one text");
    std::string text;
    if (H5Tis_variable_str(type) > 0) {
        const Handle inMemory(H5Tcopy(H5T_C_S1), "out of memory");
        H5Tset_size(inMemory, H5T_VARIABLE);
        H5Tset_cset(inMemory, H5Tget_cset(type));
        char* words = nullptr;
        if (H5Aread(attribute, inMemory, &words) < 0 || !words)
            fail("its attribute binsparse cannot be read");
        text = words;
        std::free(words);
    } else {
        const std::size_t size = H5Tget_size(type);
        if (size > mostText)
            fail("its attribute binsparse is too long");
        std::vector<char> words(size + 1, '\0');
        const Handle inMemory(H5Tcopy(type), "out of memory");
        if (H5Aread(attribute, inMemory, words.data()) < 0)
            fail("its attribute binsparse cannot be read");
        text = words.data();
    }
    if (text.size() > mostText)
        fail("its attribute binsparse is too long");
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

// Every group is come to once, by links within the file.
herr_t listGroup(hid_t file, const char* name, const H5O_info_t* info, void*)
{
    if (info->type != H5O_TYPE_GROUP)
        return 0;
    const Handle group(H5Gopen2(file, name, H5P_DEFAULT), "a group of it cannot be opened");
    std::string line = std::string_view(name) == "." ? "/" : name;
    std::replace_if(
        line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, '?');
    if (const std::string text = descriptorOf(group); !text.empty())
        std::printf("%s\t%s\n", line.c_str(), text.c_str());
    return 0;
}

void list(hid_t file)
{
    if (H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, listGroup, nullptr) < 0)
        fail("its groups cannot be listed");
}

// Whether `name` of the group is in this file and nowhere else.
bool isWithin(hid_t group, const std::string& name)
{
    H5L_info_t link;
    return H5Lget_info(group, name.c_str(), &link, H5P_DEFAULT) >= 0 && link.type == H5L_TYPE_HARD;
}

// As numbers of 64 bits, a block after the other. No more than `left` bytes of them, which become fewer.
void handOver(hid_t group, const std::string& name, std::int64_t expected, int to, std::uint64_t& left)
{
    const std::string itself = "its array " + name;
    if (H5Lexists(group, name.c_str(), H5P_DEFAULT) <= 0)
        fail(itself + " is missing");
    if (!isWithin(group, name))
        fail(itself + " is a link to elsewhere");
    const Handle data(H5Dopen2(group, name.c_str(), H5P_DEFAULT), itself + " cannot be opened");
    const Handle made(H5Dget_create_plist(data), itself + " cannot be opened");
    if (H5Pget_layout(made) == H5D_VIRTUAL || H5Pget_external_count(made) != 0)
        fail(itself + " is stored in another file");
    const Handle type(H5Dget_type(data), itself + " has no type");
    const bool real = name == "values" || name == "fill_value";
    const H5T_class_t kind = H5Tget_class(type);
    if (kind != H5T_INTEGER && !(real && kind == H5T_FLOAT))
        fail(itself + (real ? " does not hold numbers" : " does not hold whole numbers"));
    const Handle space(H5Dget_space(data), itself + " has no size");
    if (H5Sget_simple_extent_ndims(space) != 1)
        fail(itself + " has " + std::to_string(H5Sget_simple_extent_ndims(space)) + " axes where 1 is expected");
    hsize_t count = 0;
    H5Sget_simple_extent_dims(space, &count, nullptr);
    if (expected >= 0 && count != static_cast<hsize_t>(expected))
        fail(itself + " has " + std::to_string(count) + " elements where " + std::to_string(expected) +
             " are expected");
    if (count > left / sizeof(std::int64_t))
        fail(itself + " has " + std::to_string(count) + " elements, more than there is memory");
    left -= count * sizeof(std::int64_t);

    const BinsparseArray head{static_cast<std::int64_t>(count)};
    child::writeAll(to, &head, sizeof head);
    constexpr hsize_t most = 1 << 20;
    std::vector<std::int64_t> block(std::min(count, most));
    for (hsize_t at = 0; at < count; at += block.size()) {
        const hsize_t some = std::min<hsize_t>(count - at, block.size());
        const Handle inMemory(H5Screate_simple(1, &some, nullptr), "out of memory");
        if (H5Sselect_hyperslab(space, H5S_SELECT_SET, &at, nullptr, &some, nullptr) < 0 ||
            H5Dread(data, real ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64, inMemory, space, H5P_DEFAULT, block.data()) < 0)
            fail(itself + " cannot be read");
        child::writeAll(to, block.data(), some * sizeof(std::int64_t));
    }
}

void read(hid_t file, const std::string& path, const char* out, std::uint64_t bytes, char** arrays, int count)
{
    // From the root on, a name at a time: links lead nowhere else.
    for (std::size_t end = path.find('/', 1); path != "/"; end = path.find('/', end + 1)) {
        if (!isWithin(file, path.substr(0, end)))
            fail("its group " + path + " is a link to elsewhere");
        if (end == std::string::npos)
            break;
    }
    const Handle group(H5Gopen2(file, path.c_str(), H5P_DEFAULT), "its group " + path + " cannot be opened");
    const int to = child::openOutput(out);
    for (int i = 0; i < count; ++i) {
        const std::string array = arrays[i];
        const std::size_t equals = array.find('=');
        handOver(group, array.substr(0, equals), std::strtoll(array.c_str() + equals + 1, nullptr, 10), to, bytes);
    }
}

// A dataset, compressed in blocks where it is not tiny.
void put(hid_t file, const char* name, hid_t stored, hid_t inMemory, const void* data, std::int64_t count)
{
    constexpr hsize_t block = 1 << 17, tiny = 1 << 10;
    const hsize_t size = static_cast<hsize_t>(count);
    const Handle space(H5Screate_simple(1, &size, nullptr), "out of memory");
    const Handle how(H5Pcreate(H5P_DATASET_CREATE), "out of memory");
    if (size > tiny) {
        const hsize_t chunk = std::min(size, block);
        H5Pset_chunk(how, 1, &chunk);
        H5Pset_shuffle(how);
        H5Pset_deflate(how, 1);
    }
    const Handle made(H5Dcreate2(file, name, stored, space, H5P_DEFAULT, how, H5P_DEFAULT), "cannot be written");
    if (size > 0 && H5Dwrite(made, inMemory, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
        fail("cannot be written");
}

void putText(hid_t file, const char* text, std::int64_t size)
{
    const Handle type(H5Tcopy(H5T_C_S1), "out of memory");
    H5Tset_size(type, static_cast<std::size_t>(size));
    H5Tset_cset(type, H5T_CSET_UTF8);
    const Handle space(H5Screate(H5S_SCALAR), "out of memory");
    const Handle attribute(H5Acreate2(file, attributeName, type, space, H5P_DEFAULT, H5P_DEFAULT), "cannot be written");
    if (H5Awrite(attribute, type, text) < 0)
        fail("cannot be written");
}

void write(const char* in, const char* out)
{
    const void* const all = contentsOf(in).data();
    const auto& head = *static_cast<const BinsparseCsr*>(all);
    const auto* const pointers = reinterpret_cast<const std::int64_t*>(&head + 1);
    const auto* const values = reinterpret_cast<const double*>(pointers + head.rows + 1);
    const auto* const columns = reinterpret_cast<const std::int32_t*>(values + head.values);
    const auto* const text = reinterpret_cast<const char*>(columns + head.nnz);

    const hid_t file = H5Fcreate(out, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    if (file < 0)
        fail("cannot be written");
    put(file, "pointers_to_1", H5T_STD_U64LE, H5T_NATIVE_INT64, pointers, head.rows + 1);
    put(file, "indices_1", H5T_STD_U32LE, H5T_NATIVE_INT32, columns, head.nnz);
    constexpr std::uint8_t one = 1;
    if (head.values > 0)
        put(file, "values", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values, head.values);
    else
        put(file, "values", H5T_STD_U8LE, H5T_NATIVE_UINT8, &one, 1);
    putText(file, text, head.text);
    if (H5Fclose(file) < 0)
        fail("cannot be written");
}

} // namespace

int main(int argc, char** argv)
{
    child::errors = ::dup(STDERR_FILENO);
    if (argc != 4 && argc < 6)
        fail("is started by the other programs, which read Binsparse's files by it");
    child::begin(argv[2], argv[3]);
    try {
        if (argc == 6 && std::string_view(argv[4]) == "write") {
            write(argv[1], argv[5]);
            std::_Exit(0);
        }
        const hid_t file = openFile(argv[1]);
        if (argc == 4)
            list(file);
        else
            read(file, argv[4], argv[5], std::strtoull(argv[2], nullptr, 10), argv + 6, argc - 6);
    } catch (const std::exception& e) {
        fail(e.what());
    }
    if (std::fflush(stdout) != 0)
        fail("cannot hand it over");
    std::_Exit(0);
}
