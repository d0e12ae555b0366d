#include "Boxes.hpp"
#include "Pictures.hpp"

#include <algorithm>
#include <string_view>

#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/apetag.h>
#include <taglib/asffile.h>
#include <taglib/attachedpictureframe.h>
#include <taglib/flacfile.h>
#include <taglib/flacpicture.h>
#include <taglib/id3v2tag.h>
#include <taglib/mp4coverart.h>
#include <taglib/mp4file.h>
#include <taglib/mpcfile.h>
#include <taglib/mpegfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/speexfile.h>
#include <taglib/trueaudiofile.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>
#include <taglib/wavpackfile.h>
#include <taglib/xiphcomment.h>

namespace ctaglib {

namespace {

using Found = std::optional<FoundPicture>;

/// A file's statements about a picture.
enum class Kind { front, unknown, other };

/// The number of ID3v2 and FLAC that stands for a picture of no kind.
constexpr int otherPicture = 0;
constexpr int frontCover = 3;

Kind kindOf(int type) { return type == frontCover ? Kind::front : type == otherPicture ? Kind::unknown : Kind::other; }

/// The best picture so far: the largest front cover, or else the first picture of the best kind.
class Choice {
public:
    void offer(const TagLib::ByteVector &bytes, Kind kind)
    {
        if (bytes.isEmpty()) return;
        const int rank = (kind == Kind::front ? 4 : kind == Kind::unknown ? 2 : 0) + (isPicture(bytes) ? 1 : 0);
        // Usable bytes of no kind are better than a front that isn't a picture.
        const int order = kind != Kind::other && isPicture(bytes) ? rank + 4 : rank;
        if (best && (order < best->order || (order == best->order && (kind != Kind::front || bytes.size() <= best->bytes.size())))) return;
        best = FoundPicture{bytes, kind != Kind::other, order};
    }

    Found found() const { return best; }

private:
    Found best;
};

/// Returns the better of two tags' pictures: the first, if they are equally good.
Found better(const Found &first, const Found &second)
{
    return first && (!second || first->order >= second->order) ? first : second;
}

Found inID3(TagLib::ID3v2::Tag *tag)
{
    using Frame = TagLib::ID3v2::AttachedPictureFrame;
    Choice choice;
    if (tag == nullptr) return std::nullopt;
    const TagLib::ID3v2::FrameList &frames = tag->frameList("APIC");
    for (auto entry = frames.begin(); entry != frames.end(); ++entry) {
        const auto *frame = dynamic_cast<const Frame *>(*entry);
        // "-->" marks an address instead of a picture.
        if (frame == nullptr || frame->mimeType() == "-->") continue;
        choice.offer(frame->picture(), kindOf(frame->type()));
    }
    return choice.found();
}

Found inFLACPictures(const TagLib::List<TagLib::FLAC::Picture *> &pictures)
{
    Choice choice;
    for (auto entry = pictures.begin(); entry != pictures.end(); ++entry) {
        const TagLib::FLAC::Picture *picture = *entry;
        if (picture == nullptr || picture->mimeType() == "-->") continue;
        choice.offer(picture->data(), kindOf(picture->type()));
    }
    return choice.found();
}

Found inXiphComment(TagLib::Ogg::XiphComment *tag)
{
    return tag == nullptr ? std::nullopt : inFLACPictures(tag->pictureList());
}

Found inMP4(TagLib::MP4::Tag *tag)
{
    if (tag == nullptr || !tag->contains("covr")) return std::nullopt;
    const TagLib::MP4::CoverArtList covers = tag->item("covr").toCoverArtList();
    Choice choice;
    for (auto entry = covers.begin(); entry != covers.end(); ++entry) {
        choice.offer(entry->data(), Kind::unknown);
    }
    return choice.found();
}

Found inAPE(TagLib::APE::Tag *tag)
{
    if (tag == nullptr) return std::nullopt;
    const TagLib::APE::ItemListMap &items = tag->itemListMap();
    Choice choice;
    for (auto entry = items.begin(); entry != items.end(); ++entry) {
        if (!entry->first.startsWith("COVER ART (")) continue;
        const Kind kind = entry->first == "COVER ART (FRONT)" ? Kind::front : entry->first == "COVER ART (OTHER)" ? Kind::unknown : Kind::other;
        // The picture follows its file name, which ends in a zero byte. Some programs write no name.
        const TagLib::ByteVector bytes = entry->second.binaryData();
        const int end = isPicture(bytes) ? -1 : bytes.find('\0');
        if (end >= 0) choice.offer(bytes.mid(static_cast<unsigned int>(end) + 1), kind);
        if (isPicture(bytes)) choice.offer(bytes, kind);
    }
    return choice.found();
}

Found inASF(TagLib::ASF::Tag *tag)
{
    if (tag == nullptr) return std::nullopt;
    Choice choice;
    const TagLib::ASF::AttributeList attributes = tag->attribute("WM/Picture");
    for (auto entry = attributes.begin(); entry != attributes.end(); ++entry) {
        const TagLib::ASF::Picture picture = entry->toPicture();
        if (!picture.isValid()) continue;
        choice.offer(picture.picture(), kindOf(picture.type()));
    }
    return choice.found();
}

template <typename File> File *as(TagLib::File &file) { return dynamic_cast<File *>(&file); }

Found inFile(TagLib::File &file)
{
    using namespace TagLib;
    if (auto *mpeg = as<MPEG::File>(file)) {
        const Found found = mpeg->hasID3v2Tag() ? inID3(mpeg->ID3v2Tag()) : std::nullopt;
        return better(found, mpeg->hasAPETag() ? inAPE(mpeg->APETag()) : std::nullopt);
    }
    if (auto *flac = as<FLAC::File>(file)) {
        const Found inBlocks = inFLACPictures(flac->pictureList());
        const Found found = better(inBlocks, flac->hasXiphComment() ? inXiphComment(flac->xiphComment()) : std::nullopt);
        return better(found, flac->hasID3v2Tag() ? inID3(flac->ID3v2Tag()) : std::nullopt);
    }
    if (auto *vorbis = as<Ogg::Vorbis::File>(file)) return inXiphComment(vorbis->tag());
    if (auto *opus = as<Ogg::Opus::File>(file)) return inXiphComment(opus->tag());
    if (auto *speex = as<Ogg::Speex::File>(file)) return inXiphComment(speex->tag());
    if (auto *flac = as<Ogg::FLAC::File>(file)) return inXiphComment(flac->tag());
    if (auto *mp4 = as<MP4::File>(file)) {
        const Found found = inMP4(mp4->tag());
        if (found) return found;
        const std::optional<TagLib::ByteVector> bytes = coverInBoxes(file);
        if (!bytes) return std::nullopt;
        Choice choice;
        choice.offer(*bytes, Kind::unknown);
        return choice.found();
    }
    if (auto *wav = as<RIFF::WAV::File>(file)) return inID3(wav->ID3v2Tag());
    if (auto *aiff = as<RIFF::AIFF::File>(file)) return inID3(aiff->tag());
    if (auto *wavPack = as<WavPack::File>(file)) return wavPack->hasAPETag() ? inAPE(wavPack->APETag()) : std::nullopt;
    if (auto *monkeys = as<APE::File>(file)) return monkeys->hasAPETag() ? inAPE(monkeys->APETag()) : std::nullopt;
    if (auto *musepack = as<MPC::File>(file)) return musepack->hasAPETag() ? inAPE(musepack->APETag()) : std::nullopt;
    if (auto *trueAudio = as<TrueAudio::File>(file)) {
        return trueAudio->hasID3v2Tag() ? inID3(trueAudio->ID3v2Tag()) : std::nullopt;
    }
    if (auto *windowsMedia = as<ASF::File>(file)) return inASF(windowsMedia->tag());
    return std::nullopt;
}

}

bool isPicture(const TagLib::ByteVector &bytes)
{
    using namespace std::string_view_literals;
    const std::string_view head(bytes.data(), std::min<size_t>(bytes.size(), 16));
    for (const std::string_view magic : {"\xff\xd8\xff"sv, "\x89PNG\r\n"sv, "GIF8"sv, "BM"sv, "II*\0"sv, "MM\0*"sv}) {
        if (head.substr(0, magic.size()) == magic) return true;
    }
    if (head.size() < 12) return false;
    const std::string_view brand = head.substr(8, 4);
    if (head.substr(4, 4) == "ftyp"sv) return brand == "avif"sv || brand == "heic"sv || brand == "heix"sv || brand == "mif1"sv;
    return head.substr(0, 4) == "RIFF"sv && brand == "WEBP"sv;
}

std::optional<FoundPicture> findPicture(const AudioFile &opened)
{
    Found found;
    for (const AudioFile *file = &opened; file != nullptr; file = file->withOtherTag.get()) found = better(found, inFile(*file->file));
    return found;
}

}
