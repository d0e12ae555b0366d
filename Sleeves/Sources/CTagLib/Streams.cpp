#include "Streams.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace ctaglib {

namespace {

constexpr size_t headLength = 7;
/// The number of frames in a row that prove a stream, because a frame begins with twelve bits only.
constexpr int proof = 3;
/// The length of the longest frame, which thirteen bits can say, with one more behind it.
constexpr size_t longestFrame = 2 * 8192;
/// The number of frames whose lengths are read, for a length of the whole.
constexpr int measuredFrames = 4000;
constexpr int samplesPerBlock = 1024;
constexpr int rates[] = {96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350};

struct Frame {
    size_t length;
    int rate;
    int samples;
};

/// The length of the end of a file that may be a tag.
constexpr Offset tailLength = 1024;

/// Source: ISO/IEC 11172-3, 2.4.1.3, and 13818-3, 2.4.2.3 (layer I).
std::optional<Frame> frameOfLayerI(unsigned int version, unsigned int rates, unsigned int padding)
{
    constexpr int sampling[] = {44100, 48000, 32000};
    constexpr int halfKilobits[] = {32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256};
    const unsigned int index = rates >> 4;
    const unsigned int rate = rates >> 2 & 3;
    if (index == 0 || index == 15 || rate == 3) return std::nullopt;
    const bool isFull = version == 3;
    const int samples = sampling[rate] / (isFull ? 1 : 2);
    const int kilobits = isFull ? static_cast<int>(index) * 32 : halfKilobits[index - 1];
    return Frame{static_cast<size_t>(12000 * kilobits / samples + static_cast<int>(padding)) * 4, samples, 384};
}

/// Source: ISO/IEC 13818-7, 6.2 (ADTS), and 14496-3, 1.7.2 (LOAS, which says nothing of the rate).
std::optional<Frame> frameIn(const std::string &head, size_t offset)
{
    if (head.size() < headLength || offset > head.size() - headLength) return std::nullopt;
    const auto byte = [&](size_t index) { return static_cast<unsigned int>(static_cast<unsigned char>(head[offset + index])); };
    if (byte(0) == 0x56 && (byte(1) & 0xe0) == 0xe0) {
        const size_t length = ((byte(1) & 0x1f) << 8 | byte(2)) + 3;
        if (length <= headLength) return std::nullopt;
        return Frame{length, 0, 0};
    }
    if (byte(0) == 0xff && (byte(1) & 0xf6) == 0xf6) return frameOfLayerI(byte(1) >> 3 & 3, byte(2), byte(2) >> 1 & 1);
    const unsigned int rate = byte(2) >> 2 & 15;
    if (byte(0) != 0xff || (byte(1) & 0xf6) != 0xf0 || rate >= std::size(rates)) return std::nullopt;
    const size_t length = (byte(3) & 3) << 11 | byte(4) << 3 | byte(5) >> 5;
    if (length <= headLength) return std::nullopt;
    return Frame{length, rates[rate], samplesPerBlock * static_cast<int>((byte(6) & 3) + 1)};
}

/// Returns the length of a tag of ID3 before the first frame.
Offset lengthOfTag(TagLib::IOStream &stream)
{
    const std::string head = read(stream, 0, 10);
    if (head.size() < 10 || head.compare(0, 3, "ID3") != 0) return 0;
    Offset length = 10;
    for (size_t index = 6; index < 10; ++index) length += static_cast<Offset>(head[index] & 0x7f) << 7 * (9 - index);
    return length;
}

}

bool beginsLikeMPEG(TagLib::IOStream &stream)
{
    const std::string head = read(stream, lengthOfTag(stream), 2);
    return head.size() == 2 && head[0] == '\xff' && (head[1] & 0xe0) == 0xe0;
}

bool beginsWithFrames(TagLib::IOStream &stream, Offset start)
{
    Offset offset = start;
    for (int count = 0; count < proof; ++count) {
        const std::optional<Frame> frame = frameIn(read(stream, offset, headLength), 0);
        // A very short file may have fewer.
        if (!frame) return count > 0 && offset == stream.length();
        offset += static_cast<Offset>(frame->length);
    }
    return true;
}

std::optional<Piece> beforeFirstFrame(TagLib::IOStream &stream)
{
    const Offset tag = lengthOfTag(stream);
    const std::string head = read(stream, tag, longestFrame);
    for (size_t index = 1; index + headLength <= head.size(); ++index) {
        if (!frameIn(head, index)) continue;
        const Offset start = tag + static_cast<Offset>(index);
        if (beginsWithFrames(stream, start)) return Piece{tag, static_cast<Offset>(index)};
    }
    return std::nullopt;
}

bool needsSearch(BoundedStream &stream)
{
    const std::string head = read(stream, 0, 2);
    return head.size() == 2 && head != "ID" && head != "\xff\xf1" && head != "\xff\xf9" && head != "\xff\xf0" && head != "\xff\xf8";
}

Piece framesOf(BoundedStream &stream)
{
    const Offset start = lengthOfTag(stream);
    return Piece{start, std::max<Offset>(0, stream.length() - start - tailLength)};
}

int secondsOfFrames(BoundedStream &stream)
{
    const Offset start = lengthOfTag(stream);
    Offset offset = start;
    double seconds = 0;
    for (int count = 0; count < measuredFrames; ++count) {
        const std::optional<Frame> frame = frameIn(read(stream, offset, headLength), 0);
        if (!frame) break;
        if (frame->rate <= 0) return -1;
        seconds += static_cast<double>(frame->samples) / frame->rate;
        offset += static_cast<Offset>(frame->length);
        if (offset >= stream.length()) return static_cast<int>(seconds + 0.5);
    }
    if (offset <= start) return -1;
    const double whole = seconds * static_cast<double>(stream.length() - start) / static_cast<double>(offset - start);
    return whole < 4e8 ? static_cast<int>(whole + 0.5) : -1;
}

}
