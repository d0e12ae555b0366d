#include "Streams.hpp"

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

/// Source: ISO/IEC 13818-7, 6.2 (ADTS).
std::optional<Frame> frameIn(const std::string &head, size_t offset)
{
    if (head.size() < headLength || offset > head.size() - headLength) return std::nullopt;
    const auto byte = [&](size_t index) { return static_cast<unsigned int>(static_cast<unsigned char>(head[offset + index])); };
    const unsigned int rate = byte(2) >> 2 & 15;
    if (byte(0) != 0xff || (byte(1) & 0xf6) != 0xf0 || rate >= std::size(rates)) return std::nullopt;
    const size_t length = (byte(3) & 3) << 11 | byte(4) << 3 | byte(5) >> 5;
    if (length <= headLength) return std::nullopt;
    return Frame{length, rates[rate], samplesPerBlock * static_cast<int>((byte(6) & 3) + 1)};
}

std::string read(TagLib::IOStream &stream, Offset offset, size_t length)
{
    stream.seek(offset);
    const TagLib::ByteVector bytes = stream.readBlock(static_cast<Length>(length));
    return std::string(bytes.data(), bytes.size());
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

bool beginsWithAAC(TagLib::IOStream &stream, Offset start)
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

std::optional<Piece> beforeFirstAAC(TagLib::IOStream &stream)
{
    const Offset tag = lengthOfTag(stream);
    const std::string head = read(stream, tag, longestFrame);
    for (size_t index = 1; index + headLength <= head.size(); ++index) {
        if (!frameIn(head, index)) continue;
        const Offset start = tag + static_cast<Offset>(index);
        if (beginsWithAAC(stream, start)) return Piece{tag, static_cast<Offset>(index)};
    }
    return std::nullopt;
}

int secondsOfAAC(BoundedStream &stream)
{
    const Offset start = lengthOfTag(stream);
    Offset offset = start;
    double seconds = 0;
    for (int count = 0; count < measuredFrames; ++count) {
        const std::optional<Frame> frame = frameIn(read(stream, offset, headLength), 0);
        if (!frame) break;
        seconds += static_cast<double>(frame->samples) / frame->rate;
        offset += static_cast<Offset>(frame->length);
        if (offset >= stream.length()) return static_cast<int>(seconds + 0.5);
    }
    if (offset <= start) return -1;
    const double whole = seconds * static_cast<double>(stream.length() - start) / static_cast<double>(offset - start);
    return whole < 4e8 ? static_cast<int>(whole + 0.5) : -1;
}

}
