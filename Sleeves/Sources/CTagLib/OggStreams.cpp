#include "OggStreams.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace ctaglib {

namespace {

using namespace std::string_view_literals;

/// The maximum number of pages up to the comments, and the maximum size of those of the sound.
constexpr int pageLimit = 4096;
constexpr size_t sizeLimit = 16u << 20;
/// The length of the end of a file with the last page.
constexpr Offset tailLength = 128 << 10;
constexpr size_t headLength = 27;
/// The packets that TagLib reads: the head and the comments.
constexpr int packetCount = 2;

/// A page's head, with the first bytes of its content.
///
/// Source: RFC 3533, section 6.
struct Page {
    std::string bytes;
    size_t segments() const { return static_cast<unsigned char>(bytes[26]); }
    bool isFirst() const { return (bytes[5] & 2) != 0; }
    std::string_view stream() const { return std::string_view(bytes).substr(14, 4); }
    std::string_view lacing() const { return std::string_view(bytes).substr(headLength, segments()); }

    size_t length() const
    {
        size_t length = headLength + segments();
        for (const char segment : lacing()) length += static_cast<unsigned char>(segment);
        return length;
    }

    int endedPackets() const
    {
        const std::string_view all = lacing();
        return static_cast<int>(std::count_if(all.begin(), all.end(), [](char segment) { return segment != '\xff'; }));
    }

    bool isSound() const
    {
        const std::string_view packet = std::string_view(bytes).substr(headLength + segments());
        for (const std::string_view mark : {"OpusHead"sv, "\x01vorbis"sv, "Speex   "sv, "\x7f" "FLAC"sv}) {
            if (packet.substr(0, mark.size()) == mark) return true;
        }
        return false;
    }
};

std::optional<Page> pageAt(BoundedStream &stream, Offset offset)
{
    Page page{read(stream, offset, headLength + 255 + 8)};
    if (page.bytes.size() < headLength || page.bytes.compare(0, 4, "OggS") != 0) return std::nullopt;
    if (page.bytes.size() < headLength + page.segments()) return std::nullopt;
    return page;
}

/// Returns the last whole page of a stream.
std::string lastPage(BoundedStream &stream, std::string_view number)
{
    const Offset from = std::max<Offset>(0, stream.length() - tailLength);
    const std::string tail = read(stream, from, static_cast<size_t>(tailLength));
    for (size_t place = tail.rfind("OggS"); place != std::string::npos && place > 0; place = tail.rfind("OggS", place - 1)) {
        const Page page{tail.substr(place, headLength + 255)};
        if (page.bytes.size() < headLength || page.bytes.size() < headLength + page.segments() || page.stream() != number) continue;
        if (page.length() <= tail.size() - place) return tail.substr(place, page.length());
    }
    return {};
}

}

std::optional<TagLib::ByteVector> soundOfOgg(BoundedStream &stream, Offset start)
{
    std::string number;
    std::string pages;
    int packets = 0;
    Offset offset = start;
    for (int count = 0; count < pageLimit && packets < packetCount; ++count) {
        const std::optional<Page> page = pageAt(stream, offset);
        // The first pages of all streams come before all others.
        if (!page || (number.empty() && !page->isFirst())) break;
        if (number.empty() && page->isSound()) number = page->stream();
        if (!number.empty() && page->stream() == number) {
            if (pages.size() + page->length() > sizeLimit) break;
            pages += read(stream, offset, page->length());
            packets += page->endedPackets();
        }
        offset += static_cast<Offset>(page->length());
    }
    if (packets < packetCount) return std::nullopt;
    pages += lastPage(stream, number);
    return TagLib::ByteVector(pages.data(), static_cast<unsigned int>(pages.size()));
}

}
