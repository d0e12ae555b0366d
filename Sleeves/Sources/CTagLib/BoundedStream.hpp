// A file's bytes for TagLib, read in large pieces and bounded to what a valid file needs.

#ifndef CTAGLIB_BOUNDED_STREAM_HPP
#define CTAGLIB_BOUNDED_STREAM_HPP

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <taglib/taglib.h>
#include <taglib/tiostream.h>

namespace ctaglib {

#if TAGLIB_MAJOR_VERSION >= 2
using Offset = TagLib::offset_t;
using Length = size_t;
#else
using Offset = long;
using Length = unsigned long;
#endif

/// A file that is open for reading. TagLib reads a few bytes at a time. Its own stream makes a system call for each, and three for the
/// length of the file. This one buffers pieces of the file and keeps its own position.
///
/// It throws a `Refusal` if a file makes its reader read without end: a tag of half a gigabyte, boxes that contain themselves, a search
/// through a film without a sound track.
class BoundedStream : public TagLib::IOStream {
public:
    /// Reads from an open descriptor of a regular file of this length. The descriptor must outlive the stream.
    BoundedStream(int descriptor, Offset length) : descriptor(descriptor), fileLength(length) {}

    TagLib::FileName name() const override { return ""; }
    TagLib::ByteVector readBlock(Length length) override;
    bool readOnly() const override { return true; }
    bool isOpen() const override { return true; }
    void seek(Offset offset, Position from = Beginning) override;
    Offset tell() const override { return position; }
    Offset length() override { return fileLength; }

    /// Hides a part of the file, instead of one that was hidden before.
    void hide(Offset from, Offset count);
    /// Replaces bytes of the file for the reader. The offset doesn't count hidden bytes.
    void replace(Offset offset, const TagLib::ByteVector &bytes);

    // The stream is read-only.
    void writeBlock(const TagLib::ByteVector &) override {}
    void truncate(Offset) override {}
#if TAGLIB_MAJOR_VERSION >= 2
    void insert(const TagLib::ByteVector &, Offset, size_t) override {}
    void removeBlock(Offset, size_t) override {}
#else
    void insert(const TagLib::ByteVector &, unsigned long, unsigned long) override {}
    void removeBlock(unsigned long, unsigned long) override {}
#endif

private:
    static constexpr size_t pieceSize = 16u << 10;
    static constexpr size_t blockLimit = 64u << 20;
    /// The block size for searches. TagLib's own small blocks are slow.
    static constexpr size_t searchedBlock = 4096;

    int descriptor;
    Offset fileLength;
    Offset position = 0;
    struct Piece {
        Offset start = 0;
        std::vector<char> bytes;
    };
    /// The pieces that were used last, the latest first: TagLib goes back and forth between the beginning and the end of a file.
    std::array<Piece, 4> pieces;
    Offset hiddenFrom = 0;
    Offset hiddenCount = 0;
    std::vector<std::pair<Offset, TagLib::ByteVector>> replacements;
    long long bytesLeft = 192ll << 20;
    long long searchedLeft = 16ll << 20;
    long blocksLeft = 200000;

    /// Returns the piece with some bytes at the current position. Reads it if it isn't there.
    const Piece &piece(size_t count);
    void forgetPieces();
    size_t readAt(Offset offset, char *target, size_t length) const;
    size_t readFile(Offset offset, char *target, size_t length) const;
};

/// Reads a part of a stream, or less at its end.
std::string read(TagLib::IOStream &stream, Offset offset, size_t length);

/// Returns whether bytes have others at an offset.
bool holds(std::string_view bytes, size_t offset, std::string_view others);

}

#endif
