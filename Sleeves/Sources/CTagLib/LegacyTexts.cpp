#include "LegacyTexts.hpp"

#include <algorithm>

#include <taglib/id3v1tag.h>
#include <taglib/id3v2tag.h>
#include <taglib/infotag.h>
#include <taglib/tbytevector.h>
#include <taglib/tstring.h>

namespace ctaglib {

namespace {

/// The character that stands for a byte of an undeclared encoding, from 0x80: one for private use, in TagLib's texts only.
constexpr wchar_t firstMark = 0xee00;

bool isMark(wchar_t sign) { return sign >= firstMark + 0x80 && sign <= firstMark + 0xff; }

/// Returns the length of the character of UTF-8 that begins a text that isn't empty; 0 if there is none.
size_t lengthOfCharacter(std::string_view text)
{
    const auto byte = [&](size_t index) { return static_cast<unsigned char>(text[index]); };
    const unsigned char first = byte(0);
    const size_t count = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || count > text.size()) return 0;
    for (size_t next = 1; next < count; ++next) {
        if ((byte(next) & 0xc0) != 0x80) return 0;
    }
    // Longer forms than necessary, halves of pairs, and what is behind the last character.
    if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f)) return 0;
    if ((first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f)) return 0;
    return count;
}

/// Returns the length of a text's beginning that is UTF-8.
size_t lengthOfUTF8(std::string_view text)
{
    size_t index = 0;
    while (index < text.size()) {
        const size_t count = lengthOfCharacter(text.substr(index));
        if (count == 0) return index;
        index += count;
    }
    return index;
}

bool hasOtherThanASCII(const std::string &text)
{
    return std::any_of(text.begin(), text.end(), [](char sign) { return static_cast<unsigned char>(sign) >= 0x80; });
}

/// Returns a text with a mark for each byte other than ASCII.
///
/// - Parameter length: The length at which the tag cuts a text, maybe within a character of UTF-8; 0 if it doesn't.
TagLib::String marked(const TagLib::ByteVector &data, size_t length)
{
    std::string text(data.data(), data.size());
    text.erase(std::min(text.find('\0'), text.size()));
    if (!hasOtherThanASCII(text)) return TagLib::String(text, TagLib::String::Latin1);
    const size_t valid = lengthOfUTF8(text);
    if (text.size() == length && text.size() - valid < 4 && hasOtherThanASCII(text.substr(0, valid))) text.erase(valid);
    std::wstring wide;
    for (const char sign : text) {
        const unsigned char byte = static_cast<unsigned char>(sign);
        wide += byte >= 0x80 ? static_cast<wchar_t>(firstMark + byte) : static_cast<wchar_t>(byte);
    }
    return TagLib::String(wide);
}

class InfoTexts : public TagLib::RIFF::Info::StringHandler {
public:
    TagLib::String parse(const TagLib::ByteVector &data) const override { return marked(data, 0); }
};

class Latin1Texts : public TagLib::ID3v2::Latin1StringHandler {
public:
    TagLib::String parse(const TagLib::ByteVector &data) const override { return marked(data, 0); }
};

/// The texts of ID3v1 have 30 bytes, or 28 if a track's number follows.
class ShortTexts : public TagLib::ID3v1::StringHandler {
public:
    TagLib::String parse(const TagLib::ByteVector &data) const override { return marked(data, data.size()).stripWhiteSpace(); }
};

}

std::optional<std::string> undeclaredBytes(TagLib::String &text)
{
    if (std::none_of(text.begin(), text.end(), isMark)) return std::nullopt;
    const bool isMixed = std::any_of(text.begin(), text.end(), [](wchar_t sign) { return sign >= 0x80 && !isMark(sign); });
    if (isMixed) {
        std::transform(text.begin(), text.end(), text.begin(), [](wchar_t sign) { return isMark(sign) ? sign - firstMark : sign; });
        return std::nullopt;
    }
    std::string bytes;
    for (const wchar_t sign : text) bytes += static_cast<char>(isMark(sign) ? sign - firstMark : sign);
    return bytes;
}

std::optional<std::string> readableUTF8(std::string_view text)
{
    if (lengthOfUTF8(text) == text.size()) return std::nullopt;
    size_t rightCount = 0;
    size_t wrongCount = 0;
    std::string right;
    std::string undeclared;
    for (size_t index = 0; index < text.size();) {
        const size_t count = lengthOfCharacter(text.substr(index));
        if (count > 1) ++rightCount;
        if (count == 0) ++wrongCount;
        right += text.substr(index, count);
        for (const size_t end = index + std::max<size_t>(count, 1); index < end; ++index) {
            const unsigned char byte = static_cast<unsigned char>(text[index]);
            // The mark of the byte, as three bytes.
            const unsigned int mark = static_cast<unsigned int>(firstMark) + byte;
            if (byte < 0x80) {
                undeclared += text[index];
            } else {
                undeclared += static_cast<char>(0xe0 | mark >> 12);
                undeclared += static_cast<char>(0x80 | (mark >> 6 & 0x3f));
                undeclared += static_cast<char>(0x80 | (mark & 0x3f));
            }
        }
    }
    return rightCount >= wrongCount ? right : undeclared;
}

void readLegacyTexts()
{
    // TagLib keeps the addresses for as long as the process runs.
    static const bool isSet = [] {
        static const InfoTexts info;
        static const Latin1Texts latin1;
        static const ShortTexts shorts;
        TagLib::RIFF::Info::Tag::setStringHandler(&info);
        TagLib::ID3v2::Tag::setLatin1StringHandler(&latin1);
        TagLib::ID3v1::Tag::setStringHandler(&shorts);
        return true;
    }();
    static_cast<void>(isSet);
}

}
