#include "Comments.hpp"

#include "AudioFileOpening.hpp"
#include "LegacyTexts.hpp"

#include <algorithm>
#include <set>

#include <taglib/oggfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/speexfile.h>
#include <taglib/vorbisfile.h>
#include <taglib/xiphcomment.h>

namespace ctaglib {

namespace {

constexpr size_t entryLimit = 10000;
/// The number of segments of a packet from which on it may have a picture.
constexpr unsigned int pictureSegments = 4;
/// The largest content of a block: its length has 24 bits.
constexpr size_t blockLimit = (1u << 24) - 1;

size_t little(std::string_view bytes, size_t offset)
{
    size_t value = 0;
    for (size_t index = 4; index > 0; --index) value = value << 8 | static_cast<unsigned char>(bytes[offset + index - 1]);
    return value;
}

std::string littleBytes(size_t value)
{
    std::string bytes;
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift & 0xff);
    return bytes;
}

/// Returns the name of an entry in upper case.
std::string nameOf(std::string_view entry)
{
    std::string name(entry.substr(0, entry.find('=')));
    for (char &sign : name) {
        if (sign >= 'a' && sign <= 'z') sign = static_cast<char>(sign - 'a' + 'A');
    }
    return name;
}

bool isPicture(std::string_view name) { return name == "METADATA_BLOCK_PICTURE" || name == "COVERART"; }

/// Returns base 64 without line breaks and with its padding, as TagLib needs it; nothing if it is like that.
std::optional<std::string> wholeBase64(std::string_view text)
{
    const auto isBreak = [](char sign) { return sign == '\n' || sign == '\r' || sign == ' ' || sign == '\t' || sign == '\0'; };
    if (text.size() % 4 == 0 && std::none_of(text.begin(), text.end(), isBreak)) return std::nullopt;
    std::string whole;
    std::copy_if(text.begin(), text.end(), std::back_inserter(whole), [&](char sign) { return !isBreak(sign); });
    // One letter more than groups of four is half a byte.
    if (whole.size() % 4 == 1) whole.pop_back();
    while (whole.size() % 4 != 0) whole += '=';
    return whole;
}

/// Returns the bytes of a packet of comments, without what marks it.
std::string_view contentOf(std::string_view packet)
{
    for (const std::string_view mark : {"\x03vorbis", "OpusTags"}) {
        if (packet.substr(0, mark.size()) == mark) return packet.substr(mark.size());
    }
    return packet;
}

/// Returns whether the packet of comments, which begins the second page, is as long as that of a picture.
bool mayHavePicture(TagLib::File &file)
{
    constexpr unsigned int headLength = 27;
    file.seek(0);
    const TagLib::ByteVector first = file.readBlock(headLength + 255);
    if (first.size() < headLength) return false;
    const unsigned int count = static_cast<unsigned char>(first[headLength - 1]);
    long length = static_cast<long>(headLength + count);
    for (unsigned int index = headLength; index < std::min(headLength + count, first.size()); ++index) {
        length += static_cast<unsigned char>(first[static_cast<int>(index)]);
    }
    file.seek(length + headLength);
    // A packet goes on after each segment of 255 bytes.
    return file.readBlock(pictureSegments) == TagLib::ByteVector(pictureSegments, '\xff');
}

}

void Comments::add(const Comments &others)
{
    std::set<std::string> names;
    for (const std::string &entry : entries) names.insert(nameOf(entry));
    for (const std::string &entry : others.entries) {
        if (entries.size() < entryLimit && names.count(nameOf(entry)) == 0) entries.push_back(entry);
    }
}

std::string Comments::block() const
{
    std::string list;
    size_t count = 0;
    for (const std::string &entry : entries) {
        if (list.size() + entry.size() + 16 > blockLimit) continue;
        list += littleBytes(entry.size()) + entry;
        ++count;
    }
    return littleBytes(0) + littleBytes(count) + list;
}

Comments readComments(std::string_view bytes)
{
    Comments comments;
    comments.isFaulty = true;
    if (bytes.size() < 8) return comments;
    const size_t maker = little(bytes, 0);
    if (maker > bytes.size() - 8) return comments;
    const size_t count = little(bytes, 4 + maker);
    size_t offset = 8 + maker;
    bool isFaulty = false;
    size_t found = 0;
    while (found < std::min(count, entryLimit) && bytes.size() - offset >= 4) {
        const size_t length = little(bytes, offset);
        if (length > bytes.size() - offset - 4) break;
        const std::string_view entry = bytes.substr(offset + 4, length);
        const size_t separator = entry.find('=');
        offset += 4 + length;
        ++found;
        if (separator == std::string_view::npos || separator == 0) continue;
        const std::string_view value = entry.substr(separator + 1);
        const std::optional<std::string> mended = isPicture(nameOf(entry)) ? wholeBase64(value) : readableUTF8(value);
        isFaulty = isFaulty || mended;
        comments.entries.push_back(mended ? std::string(entry.substr(0, separator + 1)) + *mended : std::string(entry));
    }
    comments.length = offset;
    comments.isFaulty = isFaulty || found < std::min(count, entryLimit);
    return comments;
}

TagLib::ByteVector flacFile(const std::vector<Block> &blocks)
{
    std::string file = "fLaC";
    for (size_t index = 0; index < blocks.size(); ++index) {
        const Block &block = blocks[index];
        file += static_cast<char>(block.type | (index + 1 == blocks.size() ? 0x80 : 0));
        for (int shift = 16; shift >= 0; shift -= 8) file += static_cast<char>(block.content.size() >> shift & 0xff);
        file += block.content;
    }
    return TagLib::ByteVector(file.data(), static_cast<unsigned int>(file.size()));
}

std::optional<TagLib::ByteVector> lostComments(TagLib::File &file)
{
    auto *ogg = dynamic_cast<TagLib::Ogg::File *>(&file);
    auto *comment = dynamic_cast<TagLib::Ogg::XiphComment *>(file.tag());
    if (ogg == nullptr || comment == nullptr) return std::nullopt;
    if (hasNames(*comment) && (!comment->pictureList().isEmpty() || !mayHavePicture(file))) return std::nullopt;
    const TagLib::ByteVector packet = ogg->packet(1);
    std::string_view content = contentOf(std::string_view(packet.data(), packet.size()));
    // FLAC's packet is a block with its head.
    if (dynamic_cast<TagLib::Ogg::FLAC::File *>(&file) != nullptr) content.remove_prefix(std::min<size_t>(4, content.size()));
    const Comments comments = readComments(content);
    if (!comments.isFaulty || comments.entries.empty()) return std::nullopt;
    return flacFile({{0, std::string(34, '\0')}, {4, comments.block()}});
}

}
