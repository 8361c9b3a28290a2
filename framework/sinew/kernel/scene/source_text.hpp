/// Source texts: read from files with every check, and places in them.
#pragma once

#include <cstddef>
#include <memory>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <string>
#include <string_view>

namespace sinew {

/// Reads a text file. A missing, unreadable, oversized, empty or binary file or a folder is an
/// InputError at `asked_from` (the !include), or at the file itself when nothing asked for it.
std::shared_ptr<const SourceText> read_source(const std::string& file,
                                              const SourceMark& asked_from = {});

/// The checks on a text's content: size, emptiness, control characters, UTF-8. A byte-order mark at
/// its start is dropped.
std::shared_ptr<const SourceText> checked_source(std::string name, std::string text,
                                                 const SourceMark& asked_from = {});

/// Makes marks from byte offsets: yaml-cpp counts bytes, people count characters. Offsets that rise
/// from call to call cost their distance only, also in a file that is one long line.
class MarkMaker {
public:
    /// `first_byte`: where the marked part of the text begins.
    explicit MarkMaker(std::shared_ptr<const SourceText> source, std::size_t first_byte = 0);

    /// The mark of the bytes [begin, begin + size), cut at the end of the line.
    SourceMark at(std::size_t begin, std::size_t size = 1);

    const std::shared_ptr<const SourceText>& source() const { return source_; }

private:
    void advance_to(std::size_t offset);

    std::shared_ptr<const SourceText> source_;
    std::size_t offset_ = 0;
    int line_ = 1;
    int column_ = 1;
};

}  // namespace sinew
