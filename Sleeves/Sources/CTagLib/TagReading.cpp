#include "AudioFileOpening.hpp"
#include "Pictures.hpp"

#include <deque>
#include <initializer_list>
#include <string>

#include <taglib/audioproperties.h>
#include <taglib/mpegfile.h>
#include <taglib/id3v2tag.h>
#include <taglib/tag.h>
#include <taglib/tpropertymap.h>

namespace {

/// The C struct with the texts that it points to. A deque doesn't move its elements.
struct OwnedTags : CTagLibTags {
    std::deque<std::string> texts;
};

class TextCollector {
public:
    TextCollector(OwnedTags &tags, const TagLib::PropertyMap &properties, size_t limit)
        : tags(tags), properties(properties), limit(limit)
    {
    }

    /// Returns the values of the first of `keys` with any, each once, separated by commas.
    CTagLibText joined(std::initializer_list<const char *> keys, const TagLib::String &fallback = TagLib::String())
    {
        const TagLib::StringList values = find(keys);
        TagLib::StringList different;
        for (auto value = values.begin(); value != values.end(); ++value) {
            const TagLib::String text = value->stripWhiteSpace();
            if (!different.contains(text)) different.append(text);
        }
        return keep(different.isEmpty() ? fallback : different.toString(", "));
    }

    /// Returns the first value of the first of `keys` with any.
    CTagLibText first(std::initializer_list<const char *> keys, const TagLib::String &fallback = TagLib::String())
    {
        const TagLib::StringList values = find(keys);
        return keep(values.isEmpty() ? fallback : values.front());
    }

private:
    OwnedTags &tags;
    const TagLib::PropertyMap &properties;
    size_t limit;

    TagLib::StringList find(std::initializer_list<const char *> keys) const
    {
        for (const char *key : keys) {
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
        std::string text = value.stripWhiteSpace().to8Bit(true);
        if (text.size() > limit) {
            size_t end = limit;
            // Bytes that continue a character begin with the bits 10.
            while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
            text.resize(end);
            tags.textWasCut = true;
        }
        if (text.empty()) return {nullptr, 0};
        tags.texts.push_back(std::move(text));
        return {tags.texts.back().data(), tags.texts.back().size()};
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

bool saysCompilation(TagLib::File &file, const TagLib::PropertyMap &properties)
{
    if (isYes(properties.value("COMPILATION"))) return true;
    // The property map of older TagLib versions lacks this frame.
    auto *mpeg = dynamic_cast<TagLib::MPEG::File *>(&file);
    if (mpeg == nullptr || !mpeg->hasID3v2Tag()) return false;
    const TagLib::ID3v2::FrameList &frames = mpeg->ID3v2Tag()->frameList("TCMP");
    return !frames.isEmpty() && isYes(TagLib::StringList(frames.front()->toString()));
}

/// - Parameter second: The file with its second tag, if it has two, which fills the gaps of the first.
void fill(OwnedTags &tags, TagLib::File &file, TagLib::File *second, size_t textLimit, size_t pictureLimit)
{
    TagLib::PropertyMap properties = file.properties();
    if (second != nullptr) {
        const TagLib::PropertyMap others = second->properties();
        for (auto other = others.begin(); other != others.end(); ++other) {
            if (properties.value(other->first).isEmpty()) properties.replace(other->first, other->second);
        }
    }
    const TagLib::Tag &basic = *file.tag();
    TextCollector texts(tags, properties, textLimit);
    tags.title = texts.first({"TITLE"}, basic.title());
    tags.artist = texts.joined({"ARTIST"}, basic.artist());
    tags.artistSort = texts.first({"ARTISTSORT"});
    tags.albumArtist = texts.joined({"ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST"});
    tags.albumArtistSort = texts.first({"ALBUMARTISTSORT"});
    tags.album = texts.first({"ALBUM"}, basic.album());
    tags.albumSort = texts.first({"ALBUMSORT"});
    tags.date = texts.first({"DATE", "YEAR", "RELEASEDATE", "ORIGINALDATE", "ORIGINALYEAR"}, textOfNumber(basic.year()));
    tags.genre = texts.joined({"GENRE"}, basic.genre());
    tags.trackNumber = texts.first({"TRACKNUMBER"}, textOfNumber(basic.track()));
    tags.discNumber = texts.first({"DISCNUMBER"});
    tags.musicBrainzRelease = texts.first({"MUSICBRAINZ_ALBUMID"});
    tags.musicBrainzReleaseGroup = texts.first({"MUSICBRAINZ_RELEASEGROUPID"});
    tags.isCompilation = saysCompilation(file, properties) || (second != nullptr && saysCompilation(*second, properties));

    const TagLib::AudioProperties *audio = file.audioProperties();
    tags.seconds = audio != nullptr && audio->lengthInMilliseconds() > 0 ? audio->lengthInSeconds() : -1;

    std::optional<TagLib::ByteVector> picture = ctaglib::findPicture(file);
    if (!picture && second != nullptr) picture = ctaglib::findPicture(*second);
    if (picture) {
        tags.picture = picture->size() > pictureLimit ? CTagLibPictureStateTooLarge : CTagLibPictureStatePresent;
    }
}

}

CTagLibResult ctaglib_tags_read(CTagLibFile file, size_t textLimit, size_t pictureLimit, CTagLibTags **tags)
{
    try {
        const ctaglib::AudioFile opened = ctaglib::openAudioFile(file, true);
        auto owned = std::make_unique<OwnedTags>();
        TagLib::File *const second = opened.withSecondTag ? opened.withSecondTag->file.get() : nullptr;
        fill(*owned, *opened.file, second, textLimit, pictureLimit);
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
