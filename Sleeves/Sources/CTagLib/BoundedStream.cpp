#include "BoundedStream.hpp"

#include "AudioFileOpening.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>

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
        const auto &[start, known] = piece(count);
        const size_t offset = std::min(static_cast<size_t>(position - start), known.size());
        bytes = TagLib::ByteVector(known.data() + offset, static_cast<unsigned int>(std::min(count, known.size() - offset)));
    }
    position += static_cast<Offset>(bytes.size());
    return bytes;
}

const BoundedStream::Piece &BoundedStream::piece(size_t count)
{
    const Offset end = position + static_cast<Offset>(count);
    auto found = std::find_if(pieces.begin(), pieces.end(), [&](const Piece &each) {
        return position >= each.start && end <= each.start + static_cast<Offset>(each.bytes.size());
    });
    const bool isKnown = found != pieces.end();
    if (!isKnown) found = std::prev(pieces.end());
    std::rotate(pieces.begin(), found, std::next(found));
    Piece &latest = pieces.front();
    if (isKnown) return latest;
    // Include some bytes before the position, for backward searches.
    latest.start = std::max<Offset>(0, position - static_cast<Offset>(searchedBlock));
    latest.bytes.resize(std::min<size_t>(pieceSize + searchedBlock, static_cast<size_t>(fileLength - latest.start)));
    latest.bytes.resize(readAt(latest.start, latest.bytes.data(), latest.bytes.size()));
    return latest;
}

void BoundedStream::forgetPieces()
{
    for (Piece &each : pieces) each.bytes.clear();
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
    forgetPieces();
}

void BoundedStream::replace(Offset offset, const TagLib::ByteVector &bytes)
{
    replacements.emplace_back(offset, bytes);
    forgetPieces();
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

std::string read(TagLib::IOStream &stream, Offset offset, size_t length)
{
    stream.seek(offset);
    const TagLib::ByteVector bytes = stream.readBlock(static_cast<Length>(length));
    return std::string(bytes.data(), bytes.size());
}

bool holds(std::string_view bytes, size_t offset, std::string_view others)
{
    return bytes.size() >= offset + others.size() && bytes.compare(offset, others.size(), others) == 0;
}

}
