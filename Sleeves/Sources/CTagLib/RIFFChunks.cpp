#include "RIFFChunks.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace ctaglib {

namespace {

constexpr size_t headLength = 36;
constexpr int chunkLimit = 64;
/// The maximum length of a list of texts, and of a tag.
constexpr size_t listLimit = 1u << 20;
constexpr size_t tagLimit = 16u << 20;

unsigned long long little(std::string_view bytes, size_t offset, size_t count)
{
    unsigned long long value = 0;
    for (size_t index = count; index > 0; --index) value = (value << 8) | static_cast<unsigned char>(bytes[offset + index - 1]);
    return value;
}

TagLib::ByteVector bytesOf(unsigned long long value)
{
    return TagLib::ByteVector::fromUInt(static_cast<unsigned int>(value), false);
}

std::string chunk(std::string_view name, std::string_view content)
{
    const TagLib::ByteVector length = bytesOf(content.size());
    std::string chunk(name);
    chunk.append(length.data(), length.size()).append(content);
    if (content.size() % 2 != 0) chunk += '\0';
    return chunk;
}

/// Calls `visit(name, content, length)` for each chunk until it returns true.
template <typename Visit> void eachChunk(BoundedStream &stream, bool isBig, Visit visit)
{
    Offset offset = 12;
    for (int count = 0; count < chunkLimit && offset >= 0 && offset < stream.length(); ++count) {
        const std::string head = read(stream, offset, headLength);
        if (head.size() < 8) return;
        std::string length = head.substr(4, 4);
        if (isBig) std::reverse(length.begin(), length.end());
        const unsigned long long size = little(length, 0, 4);
        if (visit(std::string_view(head).substr(0, 4), offset + 8, size)) return;
        offset += 8 + static_cast<Offset>(size + (size & 1));
    }
}

bool isTextName(std::string_view name)
{
    return name.size() == 4 && std::all_of(name.begin(), name.end(), [](char sign) { return (sign >= 'A' && sign <= 'Z') || (sign >= '0' && sign <= '9'); });
}

/// Returns the texts of a list, each with an even length.
std::string evenTexts(std::string_view list)
{
    std::string texts;
    while (list.size() >= 8) {
        const std::string_view name = list.substr(0, 4);
        const size_t size = static_cast<size_t>(little(list, 4, 4));
        list.remove_prefix(8);
        if (!isTextName(name) || size > list.size()) break;
        texts += chunk(name, list.substr(0, size));
        list.remove_prefix(size);
        if (size % 2 != 0 && !list.empty() && !isTextName(list.substr(0, 4))) list.remove_prefix(1);
    }
    return texts;
}

}

void showAsWAVE(BoundedStream &stream)
{
    const std::string head = read(stream, 0, headLength);
    if (!(holds(head, 0, "RF64") || holds(head, 0, "BW64")) || !holds(head, 8, "WAVE") || !holds(head, 12, "ds64") || head.size() < 36) return;
    const unsigned long long dataLength = little(head, 28, 8);
    Offset chunk = 12;
    for (int count = 0; count < 64 && chunk < stream.length(); ++count) {
        const std::string name = read(stream, chunk, headLength);
        if (name.size() < 8) return;
        if (holds(name, 0, "data")) {
            const Offset content = chunk + 8;
            if (dataLength > static_cast<unsigned long long>(stream.length() - content)) return;
            const bool fits = dataLength < 0xfffffff0ull;
            if (!fits) stream.hide(content, static_cast<Offset>(dataLength));
            stream.replace(chunk + 4, bytesOf(fits ? dataLength : 0));
            stream.replace(0, TagLib::ByteVector("RIFF", 4));
            stream.replace(4, bytesOf(static_cast<unsigned long long>(stream.length()) - 8));
            return;
        }
        const unsigned long long length = little(name, 4, 4);
        chunk += 8 + static_cast<Offset>(length + (length & 1));
    }
}

Offset placeOfTagChunk(BoundedStream &stream, bool isBig)
{
    Offset place = stream.length();
    eachChunk(stream, isBig, [&](std::string_view name, Offset content, unsigned long long) {
        const bool isTag = name == "ID3 " || name == "id3 ";
        if (isTag) place = content;
        return isTag;
    });
    return place;
}

std::optional<TagLib::ByteVector> textsOfWAVE(BoundedStream &stream)
{
    std::string texts = "INFO";
    std::string tag;
    eachChunk(stream, false, [&](std::string_view name, Offset content, unsigned long long length) {
        if (name == "LIST" && length >= 4 && texts.size() < listLimit) {
            const std::string list = read(stream, content, std::min<size_t>(static_cast<size_t>(length), listLimit));
            if (holds(list, 0, "INFO")) texts += evenTexts(std::string_view(list).substr(4));
        } else if ((name == "ID3 " || name == "id3 ") && tag.empty() && length <= tagLimit) {
            tag = read(stream, content, static_cast<size_t>(length));
        }
        return false;
    });
    if (texts.size() == 4 && tag.empty()) return std::nullopt;
    std::string content = "WAVE";
    if (texts.size() > 4) content += chunk("LIST", texts);
    if (!tag.empty()) content += chunk("id3 ", tag);
    const std::string file = chunk("RIFF", content);
    return TagLib::ByteVector(file.data(), static_cast<unsigned int>(file.size()));
}

}
