#include "CueSheetBlock.hpp"

#include <cstdio>
#include <cstdlib>

#include <taglib/audioproperties.h>
#include <taglib/flacfile.h>

namespace ctaglib {

namespace {

constexpr unsigned headLength = 396;
constexpr unsigned trackLength = 36;
constexpr unsigned indexLength = 12;
/// The largest block: a hundred tracks with a hundred index points each.
constexpr unsigned blockLimit = headLength + 100 * (trackLength + 100 * indexLength);
/// The length from which on a file may have several tracks. To look into all shorter ones would cost an import more than it finds.
constexpr int leastSeconds = 480;
/// The maximum number of blocks before this one.
constexpr int blockCountLimit = 128;

/// Returns the content of the first CUESHEET block; an empty one if there is none.
TagLib::ByteVector findBlock(TagLib::File &file)
{
    file.seek(0);
    long start = 0;
    const TagLib::ByteVector head = file.readBlock(10);
    if (head.size() == 10 && head.startsWith("ID3")) {
        for (unsigned index = 6; index < 10; ++index) start = start << 7 | (head[index] & 0x7f);
        start += 10;
    }
    file.seek(start);
    if (file.readBlock(4) != TagLib::ByteVector("fLaC", 4)) return {};
    long position = start + 4;
    for (int count = 0; count < blockCountLimit; ++count) {
        file.seek(position);
        const TagLib::ByteVector header = file.readBlock(4);
        if (header.size() < 4) return {};
        const unsigned length = header.toUInt(0U, true) & 0xffffff;
        if ((header[0] & 0x7f) == 5) return length <= blockLimit ? file.readBlock(length) : TagLib::ByteVector();
        if ((header[0] & 0x80) != 0) return {};
        position += 4 + static_cast<long>(length);
    }
    return {};
}

/// Returns a number of samples as CUE sheets write times, in minutes, seconds and frames.
std::string timeText(long long samples, int rate)
{
    const long long frames = (samples * 75 + rate / 2) / rate;
    char text[32];
    std::snprintf(text, sizeof text, "%02lld:%02lld:%02lld", frames / 75 / 60, frames / 75 % 60, frames % 75);
    return text;
}

}

std::string textOfCueSheetBlock(TagLib::File &file)
{
    if (dynamic_cast<TagLib::FLAC::File *>(&file) == nullptr) return {};
    const TagLib::AudioProperties *audio = file.audioProperties();
    if (audio == nullptr || audio->sampleRate() <= 0 || audio->lengthInSeconds() < leastSeconds) return {};
    const int rate = audio->sampleRate();
    // The longest possible file: 36 bits.
    constexpr long long sampleLimit = 1ll << 36;
    const TagLib::ByteVector block = findBlock(file);
    if (block.size() < headLength) return {};
    const unsigned trackCount = static_cast<unsigned char>(block[headLength - 1]);
    std::string text = "FILE \"\" WAVE\n";
    unsigned position = headLength;
    int divided = 0;
    for (unsigned track = 0; track < trackCount; ++track) {
        if (block.size() - position < trackLength) return {};
        const long long offset = block.toLongLong(position, true);
        const unsigned number = static_cast<unsigned char>(block[position + 8]);
        const bool isAudio = (block[position + 21] & 0x80) == 0;
        const unsigned indexCount = static_cast<unsigned char>(block[position + 35]);
        position += trackLength;
        if (offset < 0 || offset > sampleLimit || (block.size() - position) / indexLength < indexCount) return {};
        if (track + 1 == trackCount) {
            const long long milliseconds = offset * 1000 / rate;
            return divided > 1 && std::llabs(milliseconds - audio->lengthInMilliseconds()) < 2000 ? text : std::string();
        }
        if (!isAudio || number == 0 || number > 99) return {};
        char line[64];
        std::snprintf(line, sizeof line, "TRACK %02u AUDIO\n", number);
        text += line;
        for (unsigned index = 0; index < indexCount; ++index, position += indexLength) {
            const long long begin = block.toLongLong(position, true);
            if (begin < 0 || begin > sampleLimit) return {};
            if (block[position + 8] == 1) {
                text += "INDEX 01 " + timeText(offset + begin, rate) + "\n";
                ++divided;
            }
        }
    }
    return {};
}

}
