#include "FLACRepair.hpp"

#include "Comments.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace ctaglib {

namespace {

/// Source: RFC 9639, 8.1.
enum BlockType : unsigned int { streamInfo = 0, padding = 1, seekTable = 3, comment = 4, cueSheet = 5, picture = 6, noBlock = 127 };

constexpr int blockCountLimit = 128;
constexpr size_t commentCountLimit = 8;
constexpr size_t streamInfoLength = 34;
/// The largest block of comments that is checked: a larger one has pictures.
constexpr size_t checkedCommentLimit = 64u << 10;
/// The largest block of comments with a wrong size.
constexpr size_t commentLimit = 1u << 20;
/// The maximum length of the texts before a picture.
constexpr size_t pictureHeadLimit = 512;
/// The maximum size of all blocks of a repaired file, and of one.
constexpr size_t fileLimit = 32u << 20;
constexpr size_t blockLimit = (1u << 24) - 1;

size_t big(std::string_view bytes, size_t offset, size_t count)
{
    size_t value = 0;
    for (size_t index = 0; index < count; ++index) value = value << 8 | static_cast<unsigned char>(bytes[offset + index]);
    return value;
}

/// Returns whether a block, or the first frame of the music, may begin at an offset.
bool mayFollow(BoundedStream &stream, Offset offset)
{
    const std::string head = read(stream, offset, 4);
    if (head.size() < 4) return offset == stream.length();
    if (head[0] == '\xff') return (head[1] & 0xfc) == 0xf8;
    return (big(head, 0, 1) & 0x7f) <= picture && static_cast<Offset>(big(head, 1, 3)) <= stream.length() - offset - 4;
}

/// Returns the size of a picture's block as its content states it; 0 if it can't be told.
size_t sizeOfPicture(BoundedStream &stream, Offset content)
{
    const std::string head = read(stream, content, pictureHeadLimit);
    if (head.size() < 8) return 0;
    const size_t type = big(head, 4, 4);
    if (type > head.size() - 8 || head.size() - 8 - type < 4) return 0;
    const size_t description = big(head, 8 + type, 4);
    const size_t rest = 12 + type;
    if (description > head.size() - rest || head.size() - rest - description < 20) return 0;
    return rest + description + 20 + big(head, rest + description + 16, 4);
}

/// The blocks of a file, and whether TagLib would read them all.
class Walk {
public:
    Walk(BoundedStream &stream, Offset start) : stream(stream), position(start) {}

    std::optional<TagLib::ByteVector> run()
    {
        bool isLast = false;
        for (int count = 0; count < blockCountLimit && !isLast; ++count) {
            const std::string head = read(stream, position, 4);
            // The file ends before its music.
            if (head.size() < 4) return std::nullopt;
            const unsigned int type = static_cast<unsigned int>(big(head, 0, 1)) & 0x7f;
            const size_t length = big(head, 1, 3);
            const Offset end = position + 4 + static_cast<Offset>(length);
            if (type == noBlock || (type > picture && !mayFollow(stream, end))) {
                // The music, or anything else, follows a block that isn't marked as the last.
                isFaulty = true;
                break;
            }
            if (end > stream.length()) return std::nullopt;
            isLast = (head[0] & 0x80) != 0;
            isFaulty = isFaulty || (count == 0) != (type == streamInfo) || (length == 0 && type != padding && type != seekTable);
            const Offset content = position + 4;
            position = end;
            if (length > 0) visit({type, content, length});
        }
        if (!isFaulty || info.size() < streamInfoLength) return std::nullopt;
        return file();
    }

private:
    struct Place {
        unsigned int type;
        Offset content;
        size_t length;
    };

    BoundedStream &stream;
    /// The offset of the next block.
    Offset position;
    bool isFaulty = false;
    std::string info;
    std::vector<Place> comments;
    std::vector<Place> others;

    void visit(Place place)
    {
        switch (place.type) {
        case streamInfo:
            if (info.empty()) info = read(stream, place.content, std::min(place.length, streamInfoLength));
            break;
        case comment:
            isFaulty = isFaulty || !comments.empty();
            if (place.length <= checkedCommentLimit) check(place);
            if (comments.size() < commentCountLimit) comments.push_back(place);
            break;
        case picture:
            correct(place, sizeOfPicture(stream, place.content));
            others.push_back(place);
            break;
        case cueSheet: others.push_back(place); break;
        default: break;
        }
    }

    void check(Place &place)
    {
        if (!readComments(read(stream, place.content, place.length)).isFaulty) return;
        isFaulty = true;
        correct(place, readComments(read(stream, place.content, commentLimit)).length);
    }

    /// Makes a block as long as its content states, if that leads on.
    void correct(Place &place, size_t length)
    {
        if (length <= place.length) return;
        isFaulty = true;
        const Offset rest = stream.length() - place.content;
        if (rest < 0 || length > static_cast<size_t>(rest) || !mayFollow(stream, place.content + static_cast<Offset>(length))) return;
        place.length = length;
        position = place.content + static_cast<Offset>(length);
    }

    TagLib::ByteVector file()
    {
        std::vector<Block> blocks = {{streamInfo, info}};
        Comments all;
        size_t total = 0;
        for (const Place &place : comments) {
            if (total + place.length > fileLimit) continue;
            total += place.length;
            all.add(readComments(read(stream, place.content, place.length)));
        }
        if (!all.entries.empty()) blocks.push_back({comment, all.block()});
        for (const Place &place : others) {
            if (place.length > blockLimit || total + place.length > fileLimit) continue;
            total += place.length;
            blocks.push_back({place.type, read(stream, place.content, place.length)});
        }
        return flacFile(blocks);
    }
};

}

std::optional<TagLib::ByteVector> repairedFLAC(BoundedStream &stream, Offset start)
{
    // TagLib skips what is before the mark.
    const std::string head = read(stream, start, 128);
    const size_t mark = head.find("fLaC");
    if (mark == std::string::npos) return std::nullopt;
    return Walk(stream, start + static_cast<Offset>(mark) + 4).run();
}

}
