#include "tests/kernels/emulated_source.h"

#include "engine/core/files.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <cctype>
#include <dlfcn.h>
#include <fmt/format.h>

namespace sparsescope {

namespace {

// Behind the end of what opens at `at`, a parenthesis; texts in quotes hold none that count.
std::size_t behindParenthesis(const std::string& text, std::size_t at)
{
    int depth = 0;
    bool quoted = false;
    for (; at < text.size(); ++at) {
        quoted ^= text[at] == '"';
        depth += quoted ? 0 : text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
        if (!quoted && depth == 0)
            return at + 1;
    }
    return text.size();
}

// "mma.sync.aligned {%0}, ..." : "+f"(x) as "ptx::mma_sync_aligned(x)"; what orders the compiler alone as nothing.
std::string callOf(const std::string& statement)
{
    const std::size_t name = statement.find('"') + 1;
    if (statement[name] == '"')
        return "void()";
    std::string call = "ptx::" + statement.substr(name, statement.find_first_of(" ;", name) - name);
    std::replace(call.begin() + 5, call.end(), '.', '_');
    std::string operands;
    for (std::size_t at = statement.find('('); (at = statement.find("\"(", at)) != std::string::npos;) {
        const std::size_t end = behindParenthesis(statement, at + 1);
        operands += (operands.empty() ? "" : ", ") + statement.substr(at + 2, end - at - 3);
        at = end;
    }
    return call + "(" + operands + ")";
}

std::string withoutAssembly(std::string text)
{
    for (std::size_t at = 0; (at = text.find("asm", at)) != std::string::npos;) {
        const std::size_t open = text.find('(', at);
        const std::string between = text.substr(at + 3, open - at - 3);
        if ((at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0) ||
            (!between.empty() && between != " volatile")) {
            ++at;
            continue;
        }
        const std::size_t end = behindParenthesis(text, open);
        text.replace(at, end - at, callOf(text.substr(at, end - at)));
    }
    return text;
}

} // namespace

std::string emulatedText(std::string source, const std::vector<std::int64_t>& sharedBytes)
{
    for (const std::int64_t bytes : sharedBytes) {
        const std::size_t begin = source.find("extern __shared__"), size = source.find("[]", begin) + 3 - begin;
        source.replace(begin, size,
                       fmt::format("__shared__ __align__(1024) unsigned char shared[{}]; emulated::dynamicShared = "
                                   "reinterpret_cast<const char*>(shared);",
                                   std::max<std::int64_t>(bytes, 1)));
    }
    return withoutAssembly(std::move(source));
}

std::string withWarpgroups(std::string source)
{
    const auto change = [&](const std::string& from, const std::string& to) {
        const std::size_t at = source.find(from);
        if (at == std::string::npos)
            FAIL("the source has no " + from);
        source.replace(at, from.size(), to);
    };
    change("constexpr bool warpgroups = false;", "constexpr bool warpgroups = true;");
    change("struct GroupProduct;", R"(struct GroupProduct {
    static void add(float (*sum)[4], unsigned long long a, unsigned long long b)
    {
        emulated::groupProduct<Strips, AAlong, BAlong>(sum, a, b, [](unsigned bits) {
            return std::is_same_v<T, Half> ? emulated::ofHalf(bits) : emulated::ofBfloat(bits);
        });
    }
};)");
    return source;
}

bool EmulatedSource::possible()
{
    static const bool there = std::system("c++ --version > /dev/null 2>&1") == 0;
    return there;
}

EmulatedSource::EmulatedSource(const std::string& text)
{
    writeText(m_folder / "kernel.cpp", "#include \"" + builtFile("emulated/cuda.h") + "\"\n" + text);
    const std::string library = m_folder / "kernel.so";
    const std::string command = fmt::format("c++ " EMULATED_FLAGS " -shared -o '{}' '{}' > '{}' 2>&1", library,
                                            m_folder / "kernel.cpp", m_folder / "log");
    if (std::system(command.c_str()) != 0)
        FAIL(readText(m_folder / "log"));
    m_library = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!m_library)
        FAIL(::dlerror());
}

EmulatedSource::~EmulatedSource()
{
    if (m_library)
        ::dlclose(m_library);
}

void* EmulatedSource::function(const char* name) const
{
    void* const found = ::dlsym(m_library, name);
    if (!found)
        FAIL(::dlerror());
    return found;
}

} // namespace sparsescope
