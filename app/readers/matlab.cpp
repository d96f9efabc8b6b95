// sparsescope-matlab: reads MATLAB's files by libmatio for the other programs (child.h).
//   sparsescope-matlab FILE BYTES SECONDS             a line for each variable: kind, rows, columns, name
//   sparsescope-matlab FILE BYTES SECONDS PLACE OUT   the sparse variable of that line, from 0, into OUT
// It takes no more memory and time than these. Why it fails is its last line on standard error, with status 2.
#include "app/readers/child.h"
#include "engine/io/mat_result.h"

#include <cmath>
#include <exception>
#include <functional>
#include <matio.h>
#include <memory>
#include <vector>

namespace {

using namespace sparsescope;
using child::writeAll;

std::string lastMessage; // of libmatio

[[noreturn]] void fail(const std::string& reason)
{
    child::fail(reason.empty() ? "libmatio reads nothing of it" : reason);
}

const char* kindOf(const matvar_t& variable)
{
    switch (variable.class_type) {
    case MAT_C_SPARSE:
        return "sparse";
    case MAT_C_STRUCT:
        return "struct";
    case MAT_C_CELL:
        return "cell";
    case MAT_C_CHAR:
        return "text";
    case MAT_C_DOUBLE:
    case MAT_C_SINGLE:
    case MAT_C_INT8:
    case MAT_C_UINT8:
    case MAT_C_INT16:
    case MAT_C_UINT16:
    case MAT_C_INT32:
    case MAT_C_UINT32:
    case MAT_C_INT64:
    case MAT_C_UINT64:
        return "dense";
    default:
        return "other";
    }
}

std::size_t extent(const matvar_t& variable, int axis)
{
    return variable.dims && axis < variable.rank ? variable.dims[axis] : 0;
}

// Calls visit(variable, name) for every variable, and for the fields of structures behind them, until it returns false.
void visitAll(mat_t* file, const std::function<bool(matvar_t&, const std::string&)>& visit)
{
    using Variable = std::unique_ptr<matvar_t, void (*)(matvar_t*)>;
    while (const Variable variable{Mat_VarReadNextInfo(file), Mat_VarFree}) {
        const std::string name = variable->name ? variable->name : "";
        if (!visit(*variable, name))
            return;
        if (variable->class_type != MAT_C_STRUCT || variable->rank != 2 || extent(*variable, 0) != 1 ||
            extent(*variable, 1) != 1)
            continue;
        const unsigned fields = Mat_VarGetNumberOfFields(variable.get());
        char* const* const names = Mat_VarGetStructFieldnames(variable.get());
        for (unsigned i = 0; names && i < fields; ++i)
            if (matvar_t* const field = Mat_VarGetStructFieldByIndex(variable.get(), i, 0))
                if (!visit(*field, name + "." + (names[i] ? names[i] : "")))
                    return;
    }
}

void list(mat_t* file)
{
    bool any = false;
    visitAll(file, [&](const matvar_t& variable, std::string name) {
        std::replace_if(
            name.begin(), name.end(), [](char c) { return c == '\n' || c == '\r'; }, '?');
        std::printf("%s %zu %zu %s\n", kindOf(variable), extent(variable, 0), extent(variable, 1), name.c_str());
        any = true;
        return true;
    });
    if (!lastMessage.empty() || !any)
        fail(any || !lastMessage.empty() ? lastMessage : "it holds no variable");
}

template <class T>
void copyAs(std::vector<double>& out, const void* from)
{
    const T* const values = static_cast<const T*>(from);
    std::copy(values, values + out.size(), out.begin());
}

std::vector<double> doubles(const void* data, std::size_t count, matio_types type)
{
    std::vector<double> out(count);
    if (count > 0 && !data)
        fail("it holds no values");
    switch (type) {
    case MAT_T_DOUBLE:
        copyAs<double>(out, data);
        break;
    case MAT_T_SINGLE:
        copyAs<float>(out, data);
        break;
    case MAT_T_INT8:
        copyAs<std::int8_t>(out, data);
        break;
    case MAT_T_UINT8:
        copyAs<std::uint8_t>(out, data);
        break;
    case MAT_T_INT16:
        copyAs<std::int16_t>(out, data);
        break;
    case MAT_T_UINT16:
        copyAs<std::uint16_t>(out, data);
        break;
    case MAT_T_INT32:
        copyAs<std::int32_t>(out, data);
        break;
    case MAT_T_UINT32:
        copyAs<std::uint32_t>(out, data);
        break;
    case MAT_T_INT64:
        copyAs<std::int64_t>(out, data);
        break;
    case MAT_T_UINT64:
        copyAs<std::uint64_t>(out, data);
        break;
    default:
        fail("its values are of no type of numbers");
    }
    return out;
}

std::vector<double> valuesOf(const matvar_t& variable, const mat_sparse_t& sparse)
{
    if (!variable.isComplex)
        return doubles(sparse.data, sparse.ndata, variable.data_type);
    const auto* const parts = static_cast<const mat_complex_split_t*>(sparse.data);
    if (!parts)
        fail("it holds no values");
    std::vector<double> values = doubles(parts->Re, sparse.ndata, variable.data_type);
    const std::vector<double> imaginary = doubles(parts->Im, sparse.ndata, variable.data_type);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::hypot(values[i], imaginary[i]);
    return values;
}

void read(mat_t* file, matvar_t& variable, const char* out)
{
    if (variable.class_type != MAT_C_SPARSE || Mat_VarReadDataAll(file, &variable) != 0 || !variable.data)
        fail(lastMessage);
    const auto& sparse = *static_cast<const mat_sparse_t*>(variable.data);
    if ((sparse.njc > 0 && !sparse.jc) || (sparse.nir > 0 && !sparse.ir))
        fail("it holds no indices");
    MatResult result;
    result.rows = static_cast<std::int64_t>(extent(variable, 0));
    result.cols = static_cast<std::int64_t>(extent(variable, 1));
    result.colPtrs = sparse.njc;
    result.rowIds = sparse.nir;
    result.logical = variable.isLogical ? 1 : 0;
    result.complex = variable.isComplex ? 1 : 0;
    std::vector<double> values;
    if (!variable.isLogical && sparse.ndata > 0)
        values = valuesOf(variable, sparse);
    result.values = static_cast<std::int64_t>(values.size());
    const int to = child::openOutput(out);
    writeAll(to, &result, sizeof result);
    writeAll(to, sparse.jc, sparse.njc * sizeof *sparse.jc);
    writeAll(to, sparse.ir, sparse.nir * sizeof *sparse.ir);
    writeAll(to, values.data(), values.size() * sizeof(double));
}

} // namespace

int main(int argc, char** argv)
{
    child::errors = ::dup(STDERR_FILENO);
    if (argc != 4 && argc != 6)
        fail("is started by the other programs, which read MATLAB's files by it");
    child::begin(argv[2], argv[3]);
    Mat_LogInitFunc("sparsescope-matlab", [](int level, char* message) {
        if (level & (MATIO_LOG_LEVEL_ERROR | MATIO_LOG_LEVEL_CRITICAL | MATIO_LOG_LEVEL_WARNING))
            lastMessage = message ? message : "";
    });
    try {
        mat_t* const file = Mat_Open(argv[1], MAT_ACC_RDONLY);
        if (!file)
            fail(lastMessage);
        if (argc == 4) {
            list(file);
        } else {
            long left = std::strtol(argv[4], nullptr, 10);
            bool found = false;
            visitAll(file, [&](matvar_t& variable, const std::string&) {
                if (left-- > 0)
                    return true;
                found = true;
                read(file, variable, argv[5]);
                return false;
            });
            if (!found)
                fail("the variable is not found again");
        }
    } catch (const std::exception& e) {
        fail(e.what());
    }
    std::fflush(stdout);
    std::_Exit(0);
}
