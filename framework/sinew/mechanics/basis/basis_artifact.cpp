#include <regex>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/mechanics/basis/basis_artifact.hpp>

namespace sinew {

namespace {

/// A file may be called otherwise, and hold the same.
std::string without_file(const std::string& written) {
    static const std::regex entry(R"re(artifact: ("([^"\\]|\\.)*"|[^,}"]*)(, )?)re");
    return std::regex_replace(written, entry, "");
}

void put(const char* name, const Eigen::MatrixXd& columns, Archive& archive) {
    archive.put(name, Vector(columns.reshaped()));
}

Archive archive_of(Basis::Vectors vectors) {
    Archive archive = std::move(vectors.details);
    archive.put("size", std::int64_t(vectors.U.cols()));
    put("U", vectors.U, archive);
    if (!vectors.groups.empty())
        archive.put("groups",
                    std::vector<std::int64_t>(vectors.groups.begin(), vectors.groups.end()));
    if (vectors.weights.size() > 0) archive.put("weights", vectors.weights);
    if (vectors.supports.cols() > 0) {
        archive.put("constraint_modes", std::int64_t(vectors.supports.cols()));
        put("supports", vectors.supports, archive);
    }
    return archive;
}

Basis::Vectors vectors_of(const Archive& archive, Index n) {
    Basis::Vectors vectors;
    const Index r = Index(archive.integer("size"));
    vectors.U = archive.vector("U", n * r).reshaped(n, r);
    if (archive.has("groups")) {
        const std::vector<std::int64_t>& groups = archive.integers("groups");
        vectors.groups.assign(groups.begin(), groups.end());
    }
    if (archive.has("weights")) vectors.weights = archive.vector("weights", r);
    if (archive.has("constraint_modes")) {
        const Index m = Index(archive.integer("constraint_modes"));
        vectors.supports = archive.vector("supports", n * m).reshaped(n, m);
    }
    return vectors;
}

}  // namespace

void add_to_key(const Basis& basis, const FullBody& full, ArtifactKey& key) {
    key.add("basis", basis.provenance.plugin + " " + without_file(basis.provenance.written()));
    basis.add_to_key(full, key);
}

FetchedBasis fetch_basis(const Basis& basis, FullBody& full) {
    ArtifactKey key = full.key;
    add_to_key(basis, full, key);
    FetchedBasis fetched;
    attribute_errors_to(basis.provenance, [&] {
        Artifact artifact = fetch_artifact(
            {basis.provenance.plugin, basis.algorithm()}, key, basis.common.artifact,
            [&] { return archive_of(basis.compute(full)); },
            [&](const Archive& there) { vectors_of(there, full.size()); });
        fetched = {vectors_of(artifact.content, full.size()), artifact.file, artifact.seconds};
    });
    return fetched;
}

}  // namespace sinew
