#include "AudioFileOpening.hpp"
#include "CueSheetBlock.hpp"
#include "LegacyTexts.hpp"
#include "Pictures.hpp"

#include <deque>
#include <string>
#include <vector>

#include <taglib/apetag.h>
#include <taglib/asffile.h>
#include <taglib/asftag.h>
#include <taglib/audioproperties.h>
#include <taglib/flacfile.h>
#include <taglib/id3v1genres.h>
#include <taglib/id3v2tag.h>
#include <taglib/infotag.h>
#include <taglib/mp4file.h>
#include <taglib/mp4tag.h>
#include <taglib/mpegfile.h>
#include <taglib/tag.h>
#include <taglib/tpropertymap.h>
#include <taglib/trueaudiofile.h>
#include <taglib/wavfile.h>

namespace {

/// The C struct with the texts that it points to. A deque doesn't move its elements.
struct OwnedTags : CTagLibTags {
    std::deque<std::string> texts;
    std::vector<CTagLibText> ownedFields;
};

using Keys = std::vector<std::string>;

/// Returns the parts of a text between separators.
Keys parts(const std::string &text, char separator)
{
    Keys parts;
    size_t start = 0;
    for (size_t end; (end = text.find(separator, start)) != std::string::npos; start = end + 1) parts.push_back(text.substr(start, end - start));
    parts.push_back(text.substr(start));
    return parts;
}

class TextCollector {
public:
    TextCollector(OwnedTags &tags, const TagLib::PropertyMap &properties, size_t limit)
        : tags(tags), properties(properties), limit(limit)
    {
    }

    /// Returns the values of the first of `keys` with any, each once, separated by commas.
    CTagLibText joined(const Keys &keys, const TagLib::String &fallback = TagLib::String())
    {
        const TagLib::StringList values = different(keys);
        return keep(values.isEmpty() ? fallback : values.toString(", "));
    }

    /// Returns the values of the first of `keys` with any, each once, separated by line feeds.
    CTagLibText listed(const Keys &keys)
    {
        return keep(different(keys).toString("\n"));
    }

    /// Returns the first value of `key`, which may have another limit; one byte more than the limit of a longer one.
    CTagLibText whole(const char *key, size_t limit)
    {
        const TagLib::StringList values = find({key});
        TagLib::String value = values.isEmpty() ? TagLib::String() : values.front();
        const std::optional<std::string> bytes = ctaglib::undeclaredBytes(value);
        std::string text = bytes ? *bytes : value.to8Bit(true);
        if (text.size() > limit) text.resize(limit + 1);
        return keep(std::move(text), bytes.has_value());
    }

    /// Returns a text that no key has; none if it is longer than its limit.
    CTagLibText made(std::string &&text, size_t limit)
    {
        return keep(text.size() > limit ? std::string() : std::move(text));
    }

    /// Returns the first value of any of `keys` with a year; if there is none, the first value.
    CTagLibText dated(const Keys &keys, const TagLib::String &fallback = TagLib::String())
    {
        for (const std::string &key : keys) {
            const TagLib::StringList values = find({key});
            for (auto value = values.begin(); value != values.end(); ++value) {
                if (hasYear(*value)) return keep(*value);
            }
        }
        return hasYear(fallback) ? keep(fallback) : first(keys);
    }

    /// Returns the first value of the first of `keys` with any.
    CTagLibText first(const Keys &keys, const TagLib::String &fallback = TagLib::String())
    {
        const TagLib::StringList values = find(keys);
        return keep(values.isEmpty() ? fallback : values.front());
    }

private:
    OwnedTags &tags;
    const TagLib::PropertyMap &properties;
    size_t limit;

    /// Returns whether a text has four digits together that aren't zeros.
    static bool hasYear(const TagLib::String &text)
    {
        unsigned int digits = 0;
        bool hasOthers = false;
        for (unsigned int index = 0; index < text.size(); ++index) {
            const auto character = text[static_cast<int>(index)];
            const bool isDigit = character >= '0' && character <= '9';
            digits = isDigit ? digits + 1 : 0;
            hasOthers = isDigit && (hasOthers || character != '0');
            if (digits >= 4 && hasOthers) return true;
        }
        return false;
    }

    TagLib::StringList different(const Keys &keys) const
    {
        const TagLib::StringList values = find(keys);
        TagLib::StringList different;
        for (auto value = values.begin(); value != values.end(); ++value) {
            const TagLib::String text = value->stripWhiteSpace();
            if (!different.contains(text)) different.append(text);
        }
        return different;
    }

    TagLib::StringList find(const Keys &keys) const
    {
        for (const std::string &key : keys) {
            TagLib::StringList filled;
            const TagLib::StringList values = properties.value(key);
            for (auto value = values.begin(); value != values.end(); ++value) {
                if (!value->stripWhiteSpace().isEmpty()) filled.append(*value);
            }
            if (!filled.isEmpty()) return filled;
        }
        return {};
    }

    CTagLibText keep(const TagLib::String &value)
    {
        TagLib::String stripped = value.stripWhiteSpace();
        const std::optional<std::string> bytes = ctaglib::undeclaredBytes(stripped);
        std::string text = bytes ? *bytes : stripped.to8Bit(true);
        if (text.size() > limit) {
            size_t end = limit;
            // Bytes that continue a character begin with the bits 10.
            while (!bytes && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
            text.resize(end);
            tags.textWasCut = true;
        }
        return keep(std::move(text), bytes.has_value());
    }

    CTagLibText keep(std::string &&text, bool isUndeclared = false)
    {
        if (text.empty()) return {nullptr, 0, false};
        tags.texts.push_back(std::move(text));
        return {tags.texts.back().data(), tags.texts.back().size(), isUndeclared};
    }
};

TagLib::String textOfNumber(unsigned int number)
{
    return number == 0 ? TagLib::String() : TagLib::String::number(static_cast<int>(number));
}

bool isYes(const TagLib::StringList &values)
{
    if (values.isEmpty()) return false;
    const TagLib::String value = values.front().stripWhiteSpace().upper();
    return !value.isEmpty() && value != "0" && value != "FALSE" && value != "NO";
}

/// Returns the text of an ID3v2 frame that the property maps of older TagLib versions lack; an empty one if the file has none.
TagLib::String textOfFrame(TagLib::File &file, const char *name)
{
    TagLib::ID3v2::Tag *const tag = ctaglib::id3Tag(file);
    if (tag == nullptr) return {};
    const TagLib::ID3v2::FrameList &frames = tag->frameList(name);
    return frames.isEmpty() ? TagLib::String() : frames.front()->toString();
}

bool saysCompilation(TagLib::File &file, const TagLib::PropertyMap &properties)
{
    return isYes(properties.value("COMPILATION")) || isYes(TagLib::StringList(textOfFrame(file, "TCMP")));
}

/// Returns whether values have no text, as one that TagLib couldn't read.
bool isBlank(const TagLib::StringList &values)
{
    for (auto value = values.begin(); value != values.end(); ++value) {
        if (!value->stripWhiteSpace().isEmpty()) return false;
    }
    return true;
}

void add(TagLib::PropertyMap &properties, const TagLib::String &key, const TagLib::StringList &values)
{
    if (!isBlank(values) && isBlank(properties.value(key))) properties.replace(key, values);
}

void addAll(TagLib::PropertyMap &properties, const TagLib::PropertyMap &others)
{
    for (auto other = others.begin(); other != others.end(); ++other) add(properties, other->first, other->second);
}

/// Adds the tag that TagLib's property maps leave out beside another one, which may have no more than the name of a program.
void addHidden(TagLib::PropertyMap &properties, TagLib::File &file)
{
    if (auto *mpeg = dynamic_cast<TagLib::MPEG::File *>(&file); mpeg != nullptr && mpeg->hasAPETag()) {
        addAll(properties, mpeg->APETag()->properties());
    }
    if (auto *flac = dynamic_cast<TagLib::FLAC::File *>(&file); flac != nullptr && flac->hasID3v2Tag()) {
        addAll(properties, flac->ID3v2Tag()->properties());
    }
}

/// Adds what TagLib's property maps leave out: a frame of ID3v2, names of MP4 and Windows Media that TagLib doesn't know, and RIFF's own texts.
void addUnmapped(TagLib::PropertyMap &properties, TagLib::File &file)
{
    const TagLib::String subtitle = textOfFrame(file, "TSST");
    if (!subtitle.isEmpty()) add(properties, "DISCSUBTITLE", TagLib::StringList(subtitle));
    if (auto *mp4 = dynamic_cast<TagLib::MP4::File *>(&file); mp4 != nullptr && mp4->tag() != nullptr) {
        const TagLib::MP4::ItemMap &items = mp4->tag()->itemMap();
        for (auto item = items.begin(); item != items.end(); ++item) {
            // "----:com.apple.iTunes:CATALOGNUMBER"
            const TagLib::String name = item->first;
            const int colon = name.rfind(":");
            if (name.startsWith("----:") && colon > 4) add(properties, name.substr(colon + 1).upper(), item->second.toStringList());
        }
    }
    if (auto *media = dynamic_cast<TagLib::ASF::File *>(&file); media != nullptr && media->tag() != nullptr) {
        const TagLib::ASF::AttributeListMap &attributes = media->tag()->attributeListMap();
        for (auto attribute = attributes.begin(); attribute != attributes.end(); ++attribute) {
            TagLib::StringList values;
            for (auto value = attribute->second.begin(); value != attribute->second.end(); ++value) {
                if (value->type() == TagLib::ASF::Attribute::UnicodeType) values.append(value->toString());
                if (value->type() == TagLib::ASF::Attribute::BoolType) values.append(value->toBool() ? "1" : "0");
            }
            const TagLib::String name = attribute->first;
            const TagLib::String key = name == "WM/OriginalReleaseTime" ? "ORIGINALDATE" : name == "WM/IsCompilation" ? "COMPILATION" : name.upper();
            add(properties, key, values);
        }
    }
    if (auto *wave = dynamic_cast<TagLib::RIFF::WAV::File *>(&file); wave != nullptr && wave->hasInfoTag()) {
        // Beside a tag of ID3, TagLib leaves out all of them.
        for (const auto &[name, key] : {
                 std::pair("INAM", "TITLE"), std::pair("IART", "ARTIST"), std::pair("IPRD", "ALBUM"), std::pair("IAAR", "ALBUMARTIST"),
                 std::pair("ICRD", "DATE"), std::pair("IGNR", "GENRE"), std::pair("ITRK", "TRACKNUMBER"), std::pair("IPRT", "TRACKNUMBER"),
                 std::pair("IFRM", "TRACKNUMBER"), std::pair("IPUB", "LABEL"), std::pair("IMUS", "COMPOSER"), std::pair("IMED", "MEDIA"),
             }) {
            const TagLib::String text = wave->InfoTag()->fieldText(name);
            if (!text.isEmpty()) add(properties, key, TagLib::StringList(text));
        }
    }
}

/// Returns genres with the names of those that are numbers, which the tags of other formats have too: `17`, `(17)`, `(17)(RX)Folk`.
///
/// Source: ID3v2.3.0, 4.2.1.
TagLib::StringList genreNames(const TagLib::StringList &genres)
{
    const auto named = [](const TagLib::String &reference) {
        if (reference == "RX") return TagLib::String("Remix");
        if (reference == "CR") return TagLib::String("Cover");
        bool isNumber = false;
        const int number = reference.toInt(&isNumber);
        return isNumber ? TagLib::ID3v1::genre(number) : TagLib::String();
    };
    TagLib::StringList names;
    for (auto genre = genres.begin(); genre != genres.end(); ++genre) {
        TagLib::String rest = genre->stripWhiteSpace();
        while (rest.startsWith("(")) {
            const int end = rest.find(")");
            const TagLib::String name = end > 1 ? named(rest.substr(1, static_cast<unsigned int>(end) - 1)) : TagLib::String();
            if (name.isEmpty()) break;
            names.append(name);
            rest = rest.substr(static_cast<unsigned int>(end) + 1).stripWhiteSpace();
        }
        const TagLib::String name = named(rest);
        if (!rest.isEmpty()) names.append(name.isEmpty() ? rest : name);
    }
    return names;
}

/// - Parameter opened: The file, with its other tags, which fill the gaps of the first.
void fill(
    OwnedTags &tags, const ctaglib::AudioFile &opened, const char *fields, size_t textLimit, size_t sheetLimit, size_t pictureLimit)
{
    TagLib::File &file = *opened.file;
    TagLib::PropertyMap properties = file.properties();
    addUnmapped(properties, file);
    addHidden(properties, file);
    bool isCompilation = saysCompilation(file, properties);
    // A repaired tag takes precedence over the same one with its faults.
    bool takesPrecedence = opened.isRepaired;
    for (const auto *other = opened.withOtherTag.get(); other != nullptr; other = other->withOtherTag.get()) {
        const TagLib::PropertyMap others = other->file->properties();
        for (auto each = others.begin(); each != others.end(); ++each) {
            if (takesPrecedence && !isBlank(each->second)) properties.replace(each->first, each->second);
        }
        addAll(properties, others);
        addUnmapped(properties, *other->file);
        isCompilation = isCompilation || saysCompilation(*other->file, others);
        takesPrecedence = false;
    }
    if (properties.contains("GENRE")) properties.replace("GENRE", genreNames(properties.value("GENRE")));
    const TagLib::Tag &basic = *file.tag();
    TextCollector texts(tags, properties, textLimit);
    tags.title = texts.first({"TITLE"}, basic.title());
    tags.artist = texts.joined({"ARTIST"}, basic.artist());
    tags.artistSort = texts.first({"ARTISTSORT"});
    tags.albumArtist = texts.joined({"ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST"});
    tags.albumArtistSort = texts.first({"ALBUMARTISTSORT"});
    tags.album = texts.first({"ALBUM"}, basic.album());
    tags.albumSort = texts.first({"ALBUMSORT"});
    tags.date = texts.dated(
        {"DATE", "YEAR", "RELEASEDATE", "RELEASE DATE", "RELEASE_DATE", "ORIGINALDATE", "ORIGINALYEAR"}, textOfNumber(basic.year()));
    tags.genre = texts.joined({"GENRE"}, basic.genre());
    tags.trackNumber = texts.first({"TRACKNUMBER", "TRACK"}, textOfNumber(basic.track()));
    tags.discNumber = texts.first({"DISCNUMBER", "DISC"});
    tags.musicBrainzRelease = texts.first({"MUSICBRAINZ_ALBUMID"});
    tags.musicBrainzReleaseGroup = texts.first({"MUSICBRAINZ_RELEASEGROUPID"});
    for (const std::string &field : parts(fields, '\n')) tags.ownedFields.push_back(texts.listed(parts(field, '\t')));
    tags.fields = tags.ownedFields.data();
    tags.fieldCount = tags.ownedFields.size();
    tags.discSubtitle = texts.first({"DISCSUBTITLE", "DISC SUBTITLE", "SETSUBTITLE"});
    tags.media = texts.first({"MEDIA", "SOURCEMEDIA", "MEDIATYPE"});
    tags.originalDate = texts.dated(
        {"ORIGINALDATE", "ORIGINALYEAR", "ORIGINAL YEAR", "ORIGYEAR", "ORIGINALRELEASEDATE", "ORIGINAL RELEASE DATE", "ORIGINAL_DATE"});
    tags.cueSheet = texts.whole("CUESHEET", sheetLimit);
    if (tags.cueSheet.bytes == nullptr) tags.cueSheet = texts.made(ctaglib::textOfCueSheetBlock(file), sheetLimit);
    tags.isCompilation = isCompilation;

    const TagLib::AudioProperties *audio = file.audioProperties();
    tags.seconds = audio != nullptr && audio->lengthInMilliseconds() > 0 ? audio->lengthInSeconds() : opened.seconds;

    if (const std::optional<ctaglib::FoundPicture> picture = ctaglib::findPicture(opened)) {
        tags.picture = picture->bytes.size() > pictureLimit ? CTagLibPictureStateTooLarge
            : picture->mayBeFront                           ? CTagLibPictureStatePresent
                                                            : CTagLibPictureStateOther;
    }
}

}

CTagLibResult ctaglib_tags_read(
    CTagLibFile file, const char *fields, size_t textLimit, size_t sheetLimit, size_t pictureLimit, CTagLibTags **tags)
{
    try {
        const ctaglib::AudioFile opened = ctaglib::openAudioFile(file, true);
        auto owned = std::make_unique<OwnedTags>();
        fill(*owned, opened, fields, textLimit, sheetLimit, pictureLimit);
        *tags = owned.release();
        return {CTagLibStatusRead, 0};
    } catch (...) {
        return ctaglib::resultOfCurrentException();
    }
}

void ctaglib_tags_free(CTagLibTags *tags)
{
    delete static_cast<OwnedTags *>(tags);
}
