// The bytes of a file for TagLib, read in large pieces, and no more of them than a sane file needs.

#ifndef CTAGLIB_BOUNDED_STREAM_HPP
#define CTAGLIB_BOUNDED_STREAM_HPP

#include <cstddef>
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

/// A file that is open for reading. TagLib looks for a few bytes here and a few there; its own stream asks the system for each, and three
/// times for the length of the file. This one keeps a piece of the file, and its place in it, to itself.
///
/// It gives up, with a `Refusal`, where a file makes its reader read without end: a tag of half a gigabyte, a chain of boxes that lead to
/// themselves, a search through a film for a sound that is not there.
class BoundedStream : public TagLib::IOStream {
public:
    /// Reads from an open descriptor of a plain file of this length, which outlives it.
    BoundedStream(int descriptor, Offset length) : descriptor(descriptor), fileLength(length) {}

    TagLib::FileName name() const override { return ""; }
    TagLib::ByteVector readBlock(Length length) override;
    bool readOnly() const override { return true; }
    bool isOpen() const override { return true; }
    void seek(Offset offset, Position from = Beginning) override;
    Offset tell() const override { return position; }
    Offset length() override { return fileLength; }

    /// Leaves out a part of the file, as if it was not there. Once at most.
    void hide(Offset from, Offset count);
    /// Gives other bytes than the file has. The place is one after what is hidden is left out.
    void replace(Offset offset, const TagLib::ByteVector &bytes);

    // Nothing is ever written.
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
    /// TagLib searches in small blocks, byte for byte, which is slow.
    static constexpr size_t searchedBlock = 4096;

    int descriptor;
    Offset fileLength;
    Offset position = 0;
    std::vector<char> piece;
    Offset pieceStart = 0;
    Offset hiddenFrom = 0;
    Offset hiddenCount = 0;
    std::vector<std::pair<Offset, TagLib::ByteVector>> replacements;
    long long bytesLeft = 192ll << 20;
    long long searchedLeft = 16ll << 20;
    long blocksLeft = 200000;

    /// Reads the piece around the present place.
    void loadPiece();
    size_t readAt(Offset offset, char *target, size_t length) const;
    size_t readFile(Offset offset, char *target, size_t length) const;
};

}

#endif
