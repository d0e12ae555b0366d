// Comments as Vorbis, Opus and FLAC have them, before TagLib reads them.

#ifndef CTAGLIB_COMMENTS_HPP
#define CTAGLIB_COMMENTS_HPP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <taglib/tfile.h>

namespace ctaglib {

/// The entries of a block of comments, `NAME=value`.
struct Comments {
    std::vector<std::string> entries;
    /// Whether TagLib loses some of the entries as they are in the file.
    bool isFaulty = false;
    /// The length of the block as its entries state it; 0 if it begins with none.
    size_t length = 0;

    /// Adds the entries of another block whose names this one lacks, up to a limit.
    void add(const Comments &others);
    /// Returns the entries as a block for TagLib.
    std::string block() const;
};

/// Reads a block of comments, as far as its bytes go.
///
/// Source: Vorbis I specification, 5.2.1.
Comments readComments(std::string_view bytes);

/// A block of a FLAC file's metadata.
struct Block {
    unsigned int type;
    std::string content;
};

/// Returns a FLAC file without music, which TagLib reads. The first block describes the stream.
TagLib::ByteVector flacFile(const std::vector<Block> &blocks);

/// Returns the comments of an Ogg file that TagLib loses, as a FLAC file with only them; nothing if it has read all names and a picture.
std::optional<TagLib::ByteVector> lostComments(TagLib::File &file);

}

#endif
