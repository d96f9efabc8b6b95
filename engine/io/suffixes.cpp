#include "engine/io/suffixes.h"

#include <algorithm>
#include <array>

namespace sparsescope {

namespace {

constexpr std::array<const char*, 4> compressions = {".gz", ".bz2", ".xz", ".zst"};

std::vector<std::string> suffixesOfMatrices()
{
    std::vector<std::string> all;
    for (const char* text : {".mtx", ".smtx", ".tns"}) {
        all.emplace_back(text);
        for (const char* compression : compressions)
            all.push_back(std::string(text) + compression);
    }
    all.insert(all.end(), {".npz", ".mat", ".bsp.h5", ".h5"});
    return all;
}

std::vector<std::string> suffixesOfArchives()
{
    std::vector<std::string> all{".tar"};
    for (const char* compression : compressions)
        all.push_back(std::string(".tar") + compression);
    all.insert(all.end(), {".tgz", ".zip"});
    return all;
}

std::vector<std::string> suffixesOfEdges()
{
    std::vector<std::string> all;
    for (const char* text : {".txt", ".csv", ".tsv", ".edges"}) {
        all.emplace_back(text);
        for (const char* compression : compressions)
            all.push_back(std::string(text) + compression);
    }
    return all;
}

const std::vector<std::string>& ofEdges()
{
    static const std::vector<std::string> all = suffixesOfEdges();
    return all;
}

const std::vector<std::string>& ofMatrices()
{
    static const std::vector<std::string> all = suffixesOfMatrices();
    return all;
}

const std::vector<std::string>& ofArchives()
{
    static const std::vector<std::string> all = suffixesOfArchives();
    return all;
}

bool endsAs(std::string_view name, const std::vector<std::string>& suffixes)
{
    return std::ranges::any_of(suffixes, [&](const std::string& suffix) { return name.ends_with(suffix); });
}

} // namespace

const std::vector<std::string>& matrixSuffixes()
{
    static const std::vector<std::string> all = [] {
        std::vector<std::string> both = ofMatrices();
        both.insert(both.end(), ofEdges().begin(), ofEdges().end());
        both.insert(both.end(), ofArchives().begin(), ofArchives().end());
        return both;
    }();
    return all;
}

bool namesMatrix(std::string_view name)
{
    return endsAs(name, ofMatrices());
}

bool namesArchive(std::string_view name)
{
    return endsAs(name, ofArchives());
}

bool namesEdges(std::string_view name)
{
    return endsAs(name, ofEdges()) || (lastPart(name).starts_with("out.") && !namesMatrix(name)); // KONECT's
}

std::string_view lastPart(std::string_view name)
{
    return name.substr(name.rfind('/') + 1); // 0 where there is no slash
}

std::string_view withoutCompression(std::string_view name)
{
    for (const std::string_view suffix : compressions)
        if (name.ends_with(suffix))
            return name.substr(0, name.size() - suffix.size());
    return name;
}

std::string_view withoutMatrixSuffix(std::string_view name)
{
    for (const std::string& suffix : matrixSuffixes())
        if (name.ends_with(suffix))
            return name.substr(0, name.size() - suffix.size());
    return name;
}

} // namespace sparsescope
