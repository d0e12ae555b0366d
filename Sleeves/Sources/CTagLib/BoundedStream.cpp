#include "BoundedStream.hpp"

#include "AudioFileOpening.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace ctaglib {

TagLib::ByteVector BoundedStream::readBlock(Length length)
{
    if (position < 0 || position >= fileLength) return {};
    const size_t count = std::min<size_t>(length, static_cast<size_t>(fileLength - position));
    bytesLeft -= static_cast<long long>(count);
    if (count <= searchedBlock) searchedLeft -= static_cast<long long>(count);
    if (count > blockLimit || bytesLeft < 0 || searchedLeft < 0 || --blocksLeft < 0) {
        throw Refusal{CTagLibStatusTooMuch};
    }
    TagLib::ByteVector bytes;
    if (count > pieceSize) {
        bytes = TagLib::ByteVector(static_cast<unsigned int>(count), '\0');
        bytes.resize(static_cast<unsigned int>(readAt(position, bytes.data(), count)));
    } else {
        const bool isInPiece =
            position >= pieceStart && position + static_cast<Offset>(count) <= pieceStart + static_cast<Offset>(piece.size());
        if (!isInPiece) loadPiece();
        const size_t offset = std::min(static_cast<size_t>(position - pieceStart), piece.size());
        bytes = TagLib::ByteVector(piece.data() + offset, static_cast<unsigned int>(std::min(count, piece.size() - offset)));
    }
    position += static_cast<Offset>(bytes.size());
    return bytes;
}

void BoundedStream::loadPiece()
{
    // Include some bytes before the position, for backward searches.
    pieceStart = std::max<Offset>(0, position - static_cast<Offset>(searchedBlock));
    piece.resize(pieceSize + searchedBlock);
    piece.resize(readAt(pieceStart, piece.data(), piece.size()));
}

void BoundedStream::seek(Offset offset, Position from)
{
    switch (from) {
    case Beginning: position = offset; break;
    case Current: position += offset; break;
    case End: position = fileLength + offset; break;
    }
}

void BoundedStream::hide(Offset from, Offset count)
{
    fileLength += hiddenCount;
    hiddenFrom = from;
    hiddenCount = std::min(count, fileLength - from);
    fileLength -= hiddenCount;
    piece.clear();
}

void BoundedStream::replace(Offset offset, const TagLib::ByteVector &bytes)
{
    replacements.emplace_back(offset, bytes);
    piece.clear();
}

size_t BoundedStream::readAt(Offset offset, char *target, size_t length) const
{
    size_t filled = 0;
    if (hiddenCount > 0 && offset < hiddenFrom) {
        const size_t before = std::min(length, static_cast<size_t>(hiddenFrom - offset));
        filled = readFile(offset, target, before);
        if (filled < before) return filled;
    }
    if (filled < length) {
        filled += readFile(offset + static_cast<Offset>(filled) + hiddenCount, target + filled, length - filled);
    }
    for (const auto &[place, bytes] : replacements) {
        for (unsigned int index = 0; index < bytes.size(); ++index) {
            const Offset at = place + static_cast<Offset>(index) - offset;
            if (at >= 0 && static_cast<size_t>(at) < filled) target[at] = bytes[index];
        }
    }
    return filled;
}

size_t BoundedStream::readFile(Offset offset, char *target, size_t length) const
{
    size_t filled = 0;
    while (filled < length) {
        const ssize_t count = pread(descriptor, target + filled, length - filled, offset + static_cast<Offset>(filled));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw Refusal{CTagLibStatusUnreadable, errno};
        // The file has been truncated meanwhile.
        if (count == 0) break;
        filled += static_cast<size_t>(count);
    }
    return filled;
}

}
