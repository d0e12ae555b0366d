#include "LegacyTexts.hpp"

#include <algorithm>
#include <string>

#include <taglib/id3v1tag.h>
#include <taglib/id3v2tag.h>
#include <taglib/infotag.h>
#include <taglib/tbytevector.h>
#include <taglib/tstring.h>

namespace ctaglib {

namespace {

/// The characters of Windows-1252 from 0x80 to 0x9F. Five are unassigned, and stand for themselves.
constexpr wchar_t windowsSigns[32] = {
    0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d, 0x017d, 0x8f,
    0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d, 0x017e, 0x0178,
};

/// Returns the length of a text's beginning that is UTF-8.
size_t lengthOfUTF8(const std::string &text)
{
    size_t index = 0;
    while (index < text.size()) {
        const unsigned char first = static_cast<unsigned char>(text[index]);
        const size_t count = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || count > text.size() - index) return index;
        for (size_t next = 1; next < count; ++next) {
            if ((static_cast<unsigned char>(text[index + next]) & 0xc0) != 0x80) return index;
        }
        index += count;
    }
    return index;
}

bool hasOtherThanASCII(const std::string &text)
{
    return std::any_of(text.begin(), text.end(), [](char sign) { return static_cast<unsigned char>(sign) >= 0x80; });
}

/// - Parameter length: The length at which the tag cuts a text, maybe within a character; 0 if it doesn't.
TagLib::String decoded(const TagLib::ByteVector &data, size_t length)
{
    std::string text(data.data(), data.size());
    text.erase(std::min(text.find('\0'), text.size()));
    const size_t valid = lengthOfUTF8(text);
    if (valid == text.size()) return TagLib::String(text, TagLib::String::UTF8);
    const std::string beginning = text.substr(0, valid);
    if (text.size() == length && text.size() - valid < 4 && hasOtherThanASCII(beginning)) return TagLib::String(beginning, TagLib::String::UTF8);
    std::wstring wide;
    for (const char sign : text) {
        const unsigned char byte = static_cast<unsigned char>(sign);
        wide += byte >= 0x80 && byte < 0xa0 ? windowsSigns[byte - 0x80] : static_cast<wchar_t>(byte);
    }
    return TagLib::String(wide);
}

class InfoTexts : public TagLib::RIFF::Info::StringHandler {
public:
    TagLib::String parse(const TagLib::ByteVector &data) const override { return decoded(data, 0); }
};

class Latin1Texts : public TagLib::ID3v2::Latin1StringHandler {
public:
    TagLib::String parse(const TagLib::ByteVector &data) const override { return decoded(data, 0); }
};

/// The texts of ID3v1 have 30 bytes, or 28 if a track's number follows.
class ShortTexts : public TagLib::ID3v1::StringHandler {
public:
    TagLib::String parse(const TagLib::ByteVector &data) const override { return decoded(data, data.size()).stripWhiteSpace(); }
};

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
