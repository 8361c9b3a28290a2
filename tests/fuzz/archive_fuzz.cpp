/// Checkpoints and artifacts. The first byte says whether the bytes are the whole file, or the HDF5
/// part of one whose header is right: then HDF5 itself gets what nobody wrote.

#include <filesystem>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/storage/archive_header.hpp>
#include <sinew/storage/artifact.hpp>
#include <sinew/storage/hdf5_archive.hpp>

#include "fuzz_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    std::string bytes = sinew::fuzz::text_of(data, size);
    if (data[0] % 2 == 1) bytes = sinew::archive_header::text(bytes) + bytes;
    const auto file = sinew::fuzz::file_of(bytes, ".h5");
    try {
        (void)sinew::artifact_label(sinew::read_archive(file));
    } catch (const sinew::InputError&) {
        // A refusal is a right answer.
    } catch (const sinew::ComputationError&) {
        // So is an artifact without its label.
    }
    std::filesystem::remove(file);
    return 0;
}
