#include "Boxes.hpp"
#include "Pictures.hpp"

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

using Found = std::optional<TagLib::ByteVector>;

/// The best picture so far: the largest front cover, or else the first picture.
class Choice {
public:
    void offer(const TagLib::ByteVector &bytes, bool isFrontCover)
    {
        if (bytes.isEmpty()) return;
        if (isFrontCover && (!frontCover || bytes.size() > frontCover->size())) frontCover = bytes;
        if (!first) first = bytes;
    }

    Found best() const { return frontCover ? frontCover : first; }

private:
    Found frontCover;
    Found first;
};

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
        choice.offer(frame->picture(), frame->type() == Frame::FrontCover);
    }
    return choice.best();
}

Found inFLACPictures(const TagLib::List<TagLib::FLAC::Picture *> &pictures)
{
    Choice choice;
    for (auto entry = pictures.begin(); entry != pictures.end(); ++entry) {
        const TagLib::FLAC::Picture *picture = *entry;
        if (picture == nullptr || picture->mimeType() == "-->") continue;
        choice.offer(picture->data(), picture->type() == TagLib::FLAC::Picture::FrontCover);
    }
    return choice.best();
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
        choice.offer(entry->data(), false);
    }
    return choice.best();
}

Found inAPE(TagLib::APE::Tag *tag)
{
    if (tag == nullptr) return std::nullopt;
    const TagLib::APE::ItemListMap &items = tag->itemListMap();
    const auto entry = items.find("COVER ART (FRONT)");
    if (entry == items.end()) return std::nullopt;
    // The picture follows its file name, which ends in a zero byte.
    const TagLib::ByteVector bytes = entry->second.binaryData();
    const int end = bytes.find('\0');
    if (end < 0) return std::nullopt;
    Choice choice;
    choice.offer(bytes.mid(static_cast<unsigned int>(end) + 1), true);
    return choice.best();
}

Found inASF(TagLib::ASF::Tag *tag)
{
    if (tag == nullptr) return std::nullopt;
    Choice choice;
    const TagLib::ASF::AttributeList attributes = tag->attribute("WM/Picture");
    for (auto entry = attributes.begin(); entry != attributes.end(); ++entry) {
        const TagLib::ASF::Picture picture = entry->toPicture();
        if (!picture.isValid()) continue;
        choice.offer(picture.picture(), picture.type() == TagLib::ASF::Picture::FrontCover);
    }
    return choice.best();
}

template <typename File> File *as(TagLib::File &file) { return dynamic_cast<File *>(&file); }

}

std::optional<TagLib::ByteVector> findPicture(TagLib::File &file)
{
    using namespace TagLib;
    if (auto *mpeg = as<MPEG::File>(file)) {
        const Found found = mpeg->hasID3v2Tag() ? inID3(mpeg->ID3v2Tag()) : std::nullopt;
        return found || !mpeg->hasAPETag() ? found : inAPE(mpeg->APETag());
    }
    if (auto *flac = as<FLAC::File>(file)) {
        const Found found = inFLACPictures(flac->pictureList());
        if (found) return found;
        const Found inComment = flac->hasXiphComment() ? inXiphComment(flac->xiphComment()) : std::nullopt;
        return inComment || !flac->hasID3v2Tag() ? inComment : inID3(flac->ID3v2Tag());
    }
    if (auto *vorbis = as<Ogg::Vorbis::File>(file)) return inXiphComment(vorbis->tag());
    if (auto *opus = as<Ogg::Opus::File>(file)) return inXiphComment(opus->tag());
    if (auto *speex = as<Ogg::Speex::File>(file)) return inXiphComment(speex->tag());
    if (auto *flac = as<Ogg::FLAC::File>(file)) return inXiphComment(flac->tag());
    if (auto *mp4 = as<MP4::File>(file)) {
        const Found found = inMP4(mp4->tag());
        return found ? found : coverInBoxes(file);
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
