#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sinew/kernel/diagnostics/activity.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/storage/artifact.hpp>
#include <sinew/storage/hdf5_archive.hpp>

namespace sinew {

namespace {

constexpr const char* label = "artifact";
/// The first bytes of every archive that Sinew writes.
constexpr std::string_view archive_start = "sinew archive";

std::string key_of(int part, const char* name) {
    return fmt::format("{}/key/{:02}/{}", label, part, name);
}

void put_label(Archive& archive, const ArtifactLabel& of) {
    archive.put(std::string(label) + "/kind", of.kind);
    archive.put(std::string(label) + "/seconds", of.seconds);
    int k = 0;
    for (const ArtifactKey::KeyPart& part : of.key.parts()) {
        archive.put(key_of(k, "name"), part.name);
        archive.put(key_of(k, "text"), part.text);
        archive.put(key_of(k, "fingerprint"), part.fingerprint);
        ++k;
    }
}

/// "mesh: of the file ..., of the scene ...; material: ..." for each part that differs.
std::string differences(const ArtifactKey& there, const ArtifactKey& here) {
    const auto words = [](const ArtifactKey& key, const std::string& name) -> std::string {
        for (const ArtifactKey::KeyPart& part : key.parts())
            if (part.name == name)
                return part.text + (part.fingerprint.empty() ? "" : " [" + part.fingerprint + "]");
        return "(nothing)";
    };
    std::vector<std::string> names;
    for (const ArtifactKey* key : {&here, &there})
        for (const ArtifactKey::KeyPart& part : key->parts())
            if (std::find(names.begin(), names.end(), part.name) == names.end())
                names.push_back(part.name);
    std::string list;
    for (const std::string& name : names)
        if (words(there, name) != words(here, name))
            list += fmt::format("{}{}: of the file {}, of the scene {}", list.empty() ? "" : "; ",
                                name, words(there, name), words(here, name));
    return list;
}

void refuse(const Path& named, const std::string& kind, const ArtifactKey& key,
            const std::optional<ArtifactLabel>& found) {
    if (!found)
        throw InputError(named.mark, named.written + " is no artifact",
                         "name a file that Sinew has made, or one that is not there yet");
    if (found->kind != kind)
        throw InputError(named.mark,
                         fmt::format("{} holds a {}, not a {}", named.written, found->kind, kind),
                         "name another file, or take this one away to have it made anew");
    throw InputError(named.mark,
                     fmt::format("{} (key {}) does not fit this scene (key {}); {}", named.written,
                                 found->key.hash(), key.hash(), differences(found->key, key)),
                     "name another file, or take this one away to have it made anew");
}

void warn(const std::string& message, const std::string& remedy) {
    log_diagnostic(Diagnostic::warning(message).remedy(remedy));
}

/// An artifact that is asked for, and the files in which it may lie.
struct Wanted {
    const std::string& kind;
    const ArtifactKey& key;
    const Path& named;  ///< by the scene; empty for a file of the cache
    std::filesystem::path file;

    /// Warns that a damaged artifact is computed again.
    void warn_of_damage(const std::string& reason) const {
        log_diagnostic(Diagnostic::warning(fmt::format("{} is made anew, since {}", kind, reason))
                           .at(named.mark));
    }
};

/// A named file that Sinew has not written is not touched.
void refuse_foreign(const Path& named) {
    const char* remedy =
        "name another file: one that Sinew made for a scene like this, or one that is not there "
        "yet";
    if (!std::filesystem::is_regular_file(named.absolute))
        throw InputError(
            named.mark,
            fmt::format("{} is {}, not an artifact", named.written,
                        std::filesystem::is_directory(named.absolute) ? "a folder" : "no file"),
            remedy);
    std::ifstream stream(named.absolute, std::ios::binary);
    if (!stream)
        throw InputError(named.mark, named.written + " cannot be read", "check its permissions");
    std::string start(archive_start.size(), ' ');
    stream.read(start.data(), std::streamsize(start.size()));
    start.resize(std::size_t(stream.gcount()));
    if (!archive_start.starts_with(start))
        throw InputError(named.mark, named.written + " is no artifact: Sinew has not written it",
                         remedy);
}

/// A mistyped folder is not made.
void require_folder(const Path& named) {
    std::error_code ignored;
    const std::filesystem::path folder = named.absolute.parent_path();
    if (folder.empty() || std::filesystem::is_directory(folder, ignored)) return;
    throw InputError(
        named.mark,
        fmt::format("there is no folder '{}' for the artifact {}", folder.string(), named.written),
        "correct `artifact`, or make that folder");
}

std::optional<Archive> read_whole(const Wanted& wanted) {
    try {
        Archive archive = read_archive(wanted.file);
        (void)artifact_label(archive);
        return archive;
    } catch (const InputError& error) {
        wanted.warn_of_damage(error.diagnostics().front().message);
    } catch (const ComputationError& error) {
        wanted.warn_of_damage(
            fmt::format("{} is damaged: {}", wanted.file.string(), error.diagnostic().message));
    }
    return std::nullopt;
}

/// The content of the file, if it is the artifact that is asked for.
std::optional<Archive> read_there(const Wanted& wanted,
                                  const std::function<void(const Archive&)>& check) {
    if (!wanted.named.empty()) refuse_foreign(wanted.named);
    std::optional<Archive> archive = read_whole(wanted);
    if (!archive) return archive;
    const auto found = artifact_label(*archive);
    if (!found || found->kind != wanted.kind || !(found->key == wanted.key)) {
        if (!wanted.named.empty()) refuse(wanted.named, wanted.kind, wanted.key, found);
        wanted.warn_of_damage(wanted.file.string() + " holds something else than its name says");
        return std::nullopt;
    }
    try {
        if (check) check(*archive);
        return archive;
    } catch (const ComputationError& error) {
        wanted.warn_of_damage(
            fmt::format("{} is damaged: {}", wanted.file.string(), error.diagnostic().message));
        return std::nullopt;
    }
}

std::vector<FetchedArtifact>& fetched() {
    static std::vector<FetchedArtifact> list;
    return list;
}

Artifact loaded(const std::string& kind, Archive archive, const std::filesystem::path& file) {
    const double seconds = artifact_label(archive)->seconds;
    fetched().push_back({kind, file, false, seconds, true});
    return {std::move(archive), file, false, seconds, true};
}

/// Writes the artifact; true if the file exists afterwards.
bool keep(const Artifact& artifact) {
    const char* advice =
        "write to another file (`artifact:`), or set SINEW_CACHE to a folder that "
        "can be written";
    try {
        if (artifact.file.has_parent_path())
            std::filesystem::create_directories(artifact.file.parent_path());
        write_archive(artifact.file, artifact.content);
        return true;
    } catch (const std::filesystem::filesystem_error& error) {
        warn(fmt::format("{} cannot be kept: {}", artifact.file.string(), error.code().message()),
             advice);
    } catch (const ComputationError& error) {
        warn(fmt::format("{} cannot be kept: {}", artifact.file.string(),
                         error.diagnostic().message),
             advice);
    }
    return false;
}

std::string file_name(const std::string& kind, const ArtifactKey& key) {
    std::string name = kind;
    std::replace(name.begin(), name.end(), '/', '-');
    return name + "-" + key.hash() + ".h5";
}

Artifact made(Artifact artifact, const std::string& kind, const ArtifactKey& key,
              const std::function<Archive()>& make) {
    const auto start = std::chrono::steady_clock::now();
    {
        const Activity activity("what " + kind + " computes ahead");
        artifact.content = make();
    }
    artifact.was_made = true;
    artifact.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    put_label(artifact.content, {kind, key, artifact.seconds});
    artifact.is_kept = keep(artifact);
    fetched().push_back({kind, artifact.file, true, artifact.seconds, artifact.is_kept});
    if (!artifact.is_kept) return artifact;
    log_info(fmt::format("{}: made in {}, kept in {}", kind, seconds_words(artifact.seconds),
                         artifact.file.string()));
    return artifact;
}

}  // namespace

const std::vector<FetchedArtifact>& fetched_artifacts() {
    return fetched();
}

std::filesystem::path artifact_cache() {
    const auto variable = [](const char* name) -> std::string {
        const char* value = std::getenv(name);
        return value ? value : "";
    };
    if (const std::string here = variable("SINEW_CACHE"); !here.empty()) return here;
    if (const std::string caches = variable("XDG_CACHE_HOME"); !caches.empty())
        return std::filesystem::path(caches) / "sinew";
    if (const std::string home = variable("HOME"); !home.empty())
        return std::filesystem::path(home) / ".cache" / "sinew";
    return std::filesystem::temp_directory_path() / "sinew-cache";
}

std::optional<ArtifactLabel> artifact_label(const Archive& archive) {
    if (!archive.has(std::string(label) + "/kind")) return std::nullopt;
    ArtifactLabel found;
    found.kind = archive.text(std::string(label) + "/kind");
    found.seconds = archive.number(std::string(label) + "/seconds");
    for (int k = 0; archive.has(key_of(k, "name")); ++k)
        found.key.add(archive.text(key_of(k, "name")), archive.text(key_of(k, "text")),
                      archive.text(key_of(k, "fingerprint")));
    return found;
}

Artifact fetch_artifact(const AlgorithmVersion& algorithm, const ArtifactKey& inputs,
                        const Path& named, const std::function<Archive()>& make,
                        const std::function<void(const Archive&)>& check) {
    const std::string kind(algorithm.kind);
    ArtifactKey key = inputs;
    key.add("algorithm", std::to_string(algorithm.number));
    Artifact artifact;
    artifact.file = named.empty() ? artifact_cache() / file_name(kind, key) : named.absolute;
    std::error_code ignored;
    if (std::filesystem::exists(artifact.file, ignored))
        if (auto archive = read_there({kind, key, named, artifact.file}, check))
            return loaded(kind, std::move(*archive), artifact.file);
    if (!named.empty()) require_folder(named);
    return made(std::move(artifact), kind, key, make);
}

}  // namespace sinew
