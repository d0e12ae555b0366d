#include "ID3Repair.hpp"

#include "LegacyTexts.hpp"
#include "Pictures.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include <taglib/attachedpictureframe.h>
#include <taglib/textidentificationframe.h>

namespace ctaglib {

namespace {

/// The maximum size of a tag to repair, and the maximum number of its frames.
constexpr size_t tagLimit = 32u << 20;
constexpr int frameLimit = 10000;
/// The length of a text's beginning that shows its byte order.
constexpr size_t sampleLength = 512;
/// The length of the zeros behind a repaired tag's frames.
constexpr size_t paddingLength = 10;
/// The maximum length of what is before a picture in its frame.
constexpr size_t pictureOffsetLimit = 512;
constexpr unsigned int frontCoverKind = 3;
constexpr unsigned int lastPictureKind = 20;

unsigned int byteAt(std::string_view bytes, size_t index) { return static_cast<unsigned char>(bytes[index]); }

/// A big-endian number of bytes with so many bits.
size_t number(std::string_view bytes, size_t offset, size_t count, int bits)
{
    size_t value = 0;
    for (size_t index = 0; index < count; ++index) value = (value << bits) | (byteAt(bytes, offset + index) & ((1u << bits) - 1));
    return value;
}

std::string bytesOf(size_t value, size_t count, int bits)
{
    std::string bytes;
    for (size_t index = count; index > 0; --index) bytes += static_cast<char>(value >> (bits * (index - 1)) & ((1u << bits) - 1));
    return bytes;
}

/// The sizes of a tag's version.
struct Layout {
    unsigned int version;
    size_t nameLength() const { return version == 2 ? 3 : 4; }
    size_t headLength() const { return version == 2 ? 6 : 10; }
};

bool isName(std::string_view name)
{
    return std::all_of(name.begin(), name.end(), [](char sign) { return (sign >= 'A' && sign <= 'Z') || (sign >= '0' && sign <= '9'); });
}

/// Returns the size of the frame at an offset. Some programs write that of version 2.4 with eight bits a byte, or that of version 2.3 with seven:
/// then the next frame shows it.
size_t sizeOfFrame(std::string_view body, size_t offset, Layout layout)
{
    if (layout.version == 2) return number(body, offset + 3, 3, 8);
    const size_t wide = number(body, offset + 4, 4, 8);
    const size_t narrow = number(body, offset + 4, 4, 7);
    if (wide == narrow) return wide;
    const size_t size = layout.version == 3 ? wide : narrow;
    const size_t other = layout.version == 3 ? narrow : wide;
    const auto endsWell = [&](size_t candidate) {
        const size_t next = offset + layout.headLength() + candidate;
        if (next == body.size()) return true;
        if (next > body.size()) return false;
        return body[next] == '\0' || (next + 4 <= body.size() && isName(body.substr(next, 4)));
    };
    return !endsWell(size) && endsWell(other) ? other : size;
}

bool isText(std::string_view name) { return name[0] == 'T'; }

enum class Order { little, big };

std::optional<Order> markOf(std::string_view text)
{
    if (text.substr(0, 2) == "\xff\xfe") return Order::little;
    if (text.substr(0, 2) == "\xfe\xff") return Order::big;
    return std::nullopt;
}

/// Returns how likely a UTF-16 unit is part of a name.
int likelihood(unsigned int unit)
{
    if (unit >= 0x20 && unit < 0x0250) return 3;                    // Latin
    if ((unit >= 0x0370 && unit < 0x0600) || (unit >= 0x3040 && unit < 0x3100)) return 3; // Greek, Cyrillic, Hebrew; kana
    if ((unit >= 0x4e00 && unit < 0xa000) || (unit >= 0xac00 && unit < 0xd7a4)) return 2; // ideographs, Hangul
    if (unit < 0x20 || (unit >= 0xd800 && unit < 0xf900) || unit >= 0xfffe) return -2;
    return 0;
}

/// Guesses the byte order of a text without a mark. If both are as likely, it is that of Windows.
Order guess(std::string_view text)
{
    int little = 0;
    int big = 0;
    for (size_t index = 0; index + 1 < std::min(text.size(), sampleLength); index += 2) {
        little += likelihood(byteAt(text, index) | byteAt(text, index + 1) << 8);
        big += likelihood(byteAt(text, index) << 8 | byteAt(text, index + 1));
    }
    return big > little ? Order::big : Order::little;
}

/// Returns a text frame's content in UTF-16 with the high byte first, whose encoding needs no marks; nothing if all its texts have marks.
std::optional<std::string> withoutMarks(std::string_view content)
{
    if (content.size() < 3) return std::nullopt;
    const bool isUTF16 = content[0] == 1;
    // A mark shows that a text isn't Latin 1, as it claims.
    if (!isUTF16 && (content[0] != 0 || !markOf(content.substr(1)))) return std::nullopt;
    bool isDamaged = !isUTF16;
    std::string repaired("\2", 1);
    std::optional<Order> order;
    std::string_view rest = content.substr(1);
    while (rest.size() >= 2) {
        size_t end = 0;
        while (end + 1 < rest.size() && (rest[end] != '\0' || rest[end + 1] != '\0')) end += 2;
        std::string_view text = rest.substr(0, std::min(end, rest.size()));
        const bool isLast = end + 2 > rest.size();
        rest = isLast ? std::string_view() : rest.substr(end + 2);
        if (const std::optional<Order> mark = markOf(text)) {
            order = mark;
            text.remove_prefix(2);
        } else if (text.size() >= 2) {
            isDamaged = true;
            if (!order) order = guess(text);
        }
        for (size_t index = 0; index + 1 < text.size(); index += 2) {
            const bool isBig = order == Order::big;
            repaired += text[index + (isBig ? 0 : 1)];
            repaired += text[index + (isBig ? 1 : 0)];
        }
        if (!isLast) repaired.append(2, '\0');
    }
    if (!isDamaged) return std::nullopt;
    return repaired;
}

/// Returns a text frame's content in UTF-8, as it is declared; nothing if it is in UTF-8, or declared otherwise.
std::optional<std::string> withoutWrongBytes(std::string_view content)
{
    if (content.size() < 2 || content[0] != 3) return std::nullopt;
    const std::optional<std::string> text = readableUTF8(content.substr(1));
    return text ? std::optional("\3" + *text) : std::nullopt;
}

bool isGenre(std::string_view name, Layout layout) { return name == (layout.version == 2 ? "TCO" : "TCON"); }

/// Returns whether a genre has parentheses that are a part of it. TagLib removes them as it does those around a number.
bool beginsWithParenthesis(std::string_view content)
{
    return content.size() > 2 && (content[0] == 0 || content[0] == 3) && content[1] == '(' && (content[2] < '0' || content[2] > '9');
}

/// Returns a user's text for such a genre, which TagLib reads as it is.
std::string genreFrame(std::string_view content, Layout layout)
{
    std::string text(content.substr(0, 1));
    text.append("GENRE").append(1, '\0');
    // Two parentheses stand for one.
    text += content.substr(content[2] == '(' ? 2 : 1);
    std::string frame(layout.version == 2 ? "TXX" : "TXXX");
    frame += layout.version == 2 ? bytesOf(text.size(), 3, 8) : bytesOf(text.size(), 4, layout.version == 4 ? 7 : 8) + std::string(2, '\0');
    return frame + text;
}

bool isPictureFrame(std::string_view name, Layout layout) { return name == (layout.version == 2 ? "PIC" : "APIC"); }

/// Returns the content of a picture frame without a description, if the picture isn't where the frame's texts end: some programs end them with
/// too many or too few zeros, or write the texts of another version.
std::optional<std::string> withoutDescription(std::string_view content, Layout layout)
{
    size_t place = std::string_view::npos;
    for (const std::string_view magic : {std::string_view("\xff\xd8\xff"), std::string_view("\x89PNG\r\n")}) {
        place = std::min(place, content.substr(0, pictureOffsetLimit).find(magic));
    }
    if (place == std::string_view::npos || place < 3) return std::nullopt;
    const size_t format = layout.version == 2 ? 4 : content.find('\0', 1);
    const size_t kind = layout.version == 2 ? format : format + 1;
    const bool hasKind = format < place && kind < place && byteAt(content, kind) <= lastPictureKind;
    std::string repaired(1, '\0');
    repaired += layout.version == 2 ? std::string("JPG") : std::string("image/", 7);
    repaired += static_cast<char>(hasKind ? byteAt(content, kind) : frontCoverKind);
    repaired += '\0';
    repaired += content.substr(place);
    return repaired;
}

/// Removes the zeros that keep a tag from looking like music: each after a byte of ones.
std::string withoutZeros(std::string_view bytes)
{
    std::string plain;
    plain.reserve(bytes.size());
    for (size_t index = 0; index < bytes.size(); ++index) {
        plain += bytes[index];
        if (byteAt(bytes, index) == 0xff && index + 1 < bytes.size() && bytes[index + 1] == '\0') ++index;
    }
    return plain;
}

/// Returns whether TagLib 2 would take a tag's last frame for padding. It does so up to ten bytes, and only frames of version 2.2 are as short.
///
/// - Parameter end: The offset at which the frame ends.
bool isTakenForPadding(size_t frameLength, size_t end, size_t tagLength, Layout layout)
{
    return layout.version == 2 && end == tagLength && frameLength <= paddingLength;
}

/// Returns the frames that TagLib can read, the texts among them with their byte order; nothing if those are all as they were.
///
/// - Parameter findsPictures: Whether TagLib finds no picture in a frame of one.
std::optional<std::string> repairedFrames(std::string_view body, Layout layout, bool findsPictures)
{
    std::string frames;
    bool isRepaired = false;
    size_t offset = 0;
    for (int count = 0; count < frameLimit && offset + layout.headLength() <= body.size() && body[offset] != '\0'; ++count) {
        const std::string_view name = body.substr(offset, layout.nameLength());
        const size_t size = sizeOfFrame(body, offset, layout);
        const size_t content = offset + layout.headLength();
        if (size > body.size() - content) break;
        const std::string_view text = body.substr(content, size);
        // Compressed or encrypted frames, and those with other additions before the text, stay as they are.
        const bool isPlain = layout.version == 2 || body[offset + 9] == '\0';
        std::optional<std::string> repaired;
        if (isPlain && isText(name)) repaired = withoutMarks(text);
        if (isPlain && isText(name) && !repaired) repaired = withoutWrongBytes(text);
        if (isPlain && findsPictures && isPictureFrame(name, layout)) repaired = withoutDescription(text, layout);
        if (size == 0 || !isName(name)) {
            isRepaired = true;
        } else if (isPlain && isGenre(name, layout) && beginsWithParenthesis(text)) {
            isRepaired = true;
            frames += genreFrame(text, layout);
        } else {
            isRepaired = isRepaired || repaired || (layout.version == 3 && size != number(body, offset + 4, 4, 8));
            const std::string_view whole = repaired ? *repaired : text;
            frames += name;
            frames += layout.version == 2 ? bytesOf(whole.size(), 3, 8) : bytesOf(whole.size(), 4, layout.version == 4 ? 7 : 8);
            if (layout.version != 2) frames += body.substr(offset + 8, 2);
            frames += whole;
        }
        isRepaired = isRepaired || isTakenForPadding(layout.headLength() + size, content + size, body.size(), layout);
        offset = content + size;
    }
    if (!isRepaired) return std::nullopt;
    return frames;
}

/// Returns whether a frame of the tag needs repair, and reads no more of the tag than its frames' heads.
bool needsRepair(BoundedStream &stream, Offset start, size_t length, Layout layout)
{
    size_t offset = 0;
    for (int count = 0; count < frameLimit && offset + layout.headLength() <= length; ++count) {
        const std::string head = read(stream, start + static_cast<Offset>(offset), layout.headLength() + 3);
        if (head.size() < layout.headLength() + 3 || head[0] == '\0') return false;
        const std::string_view name = std::string_view(head).substr(0, layout.nameLength());
        if (!isName(name)) return true;
        const size_t plain = layout.version == 2 ? number(head, 3, 3, 8) : number(head, 4, 4, 8);
        const size_t size = layout.version == 4 ? number(head, 4, 4, 7) : plain;
        if (size == 0) return true;
        const std::string_view content = std::string_view(head).substr(layout.headLength());
        if (isText(name) && size >= 3) {
            // The first of several texts may be empty.
            const bool hasMark = markOf(content.substr(1)).has_value() || content.substr(1) == std::string_view("\0\0", 2);
            if (content[0] == 1 ? !hasMark : content[0] == 0 && markOf(content.substr(1))) return true;
            if (isGenre(name, layout) && beginsWithParenthesis(content)) return true;
        }
        // The size may have seven bits a byte.
        if (layout.version == 3 && size > length - offset - layout.headLength()) return true;
        offset += layout.headLength() + size;
        if (isTakenForPadding(layout.headLength() + size, offset, length, layout)) return true;
    }
    return false;
}

}

TagFaults faultsOf(const TagLib::ID3v2::Tag &tag)
{
    TagFaults faults;
    const TagLib::ID3v2::FrameList &frames = tag.frameList();
    for (auto entry = frames.begin(); entry != frames.end(); ++entry) {
        if (const auto *text = dynamic_cast<const TagLib::ID3v2::TextIdentificationFrame *>(*entry)) {
            // The encoding, and more than a zero.
            if (text->textEncoding() == TagLib::String::UTF8 && text->size() > 2 && text->toString().isEmpty()) faults.hasLostTexts = true;
        } else if (const auto *picture = dynamic_cast<const TagLib::ID3v2::AttachedPictureFrame *>(*entry)) {
            if (picture->mimeType() != "-->" && !isPicture(picture->picture())) faults.hasLostPictures = true;
        }
    }
    return faults;
}

std::optional<TagLib::ByteVector> repairedTag(BoundedStream &stream, Offset start, TagFaults faults)
{
    const std::string head = read(stream, start, 10);
    if (head.size() < 10 || head.compare(0, 3, "ID3") != 0) return std::nullopt;
    const Layout layout{byteAt(head, 3)};
    if (layout.version < 2 || layout.version > 4) return std::nullopt;
    const unsigned int flags = byteAt(head, 5);
    const size_t declared = number(head, 6, 4, 7);
    const Offset rest = stream.length() - start - 10;
    if (rest <= 0) return std::nullopt;
    const size_t length = std::min(declared, static_cast<size_t>(rest));
    const bool isScattered = layout.version < 4 && (flags & 0x80) != 0;
    // Version 2.2 has a compression that no program knows. Extended headers are hidden from the stream.
    if (length > tagLimit || (flags & 0x40) != 0) return std::nullopt;
    if (!isScattered && !faults.hasLostTexts && !faults.hasLostPictures && !needsRepair(stream, start + 10, length, layout)) return std::nullopt;
    const std::string body = read(stream, start + 10, length);
    std::optional<std::string> frames = repairedFrames(isScattered ? withoutZeros(body) : body, layout, faults.hasLostPictures);
    if (!frames || frames->empty()) return std::nullopt;
    frames->append(paddingLength, '\0');
    std::string tag = head.substr(0, 5);
    tag += static_cast<char>(layout.version == 4 ? flags & 0x80 : 0);
    tag += bytesOf(frames->size(), 4, 7) + *frames;
    return TagLib::ByteVector(tag.data(), static_cast<unsigned int>(tag.size()));
}

}
