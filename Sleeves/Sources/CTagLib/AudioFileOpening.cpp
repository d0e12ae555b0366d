#include "AudioFileOpening.hpp"
#include "Boxes.hpp"
#include "Comments.hpp"
#include "FLACRepair.hpp"
#include "ID3Repair.hpp"
#include "LegacyTexts.hpp"
#include "OggStreams.hpp"
#include "RIFFChunks.hpp"
#include "Streams.hpp"

#include <new>
#include <string>
#include <string_view>

#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/asffile.h>
#include <taglib/flacfile.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/mp4file.h>
#include <taglib/mpcfile.h>
#include <taglib/mpegfile.h>
#include <taglib/mpegheader.h>
#include <taglib/mpegproperties.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/speexfile.h>
#include <taglib/tbytevectorstream.h>
#include <taglib/trueaudiofile.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>
#include <taglib/wavpackfile.h>

namespace ctaglib {

namespace {

enum class Format { mpeg, frames, flac, vorbis, opus, speex, oggFlac, mp4, wav, aiff, wavPack, monkeys, musepack, trueAudio, windowsMedia };

constexpr size_t headLength = 128;

/// Returns the length of an ID3v2 tag at the start of `head`, which several formats may have before their own first byte.
long lengthOfLeadingTag(std::string_view head)
{
    if (!holds(head, 0, "ID3") || head.size() < 10) {
        return 0;
    }
    long length = 0;
    for (size_t index = 6; index < 10; ++index) {
        length = (length << 7) | (static_cast<unsigned char>(head[index]) & 0x7f);
    }
    return length + 10;
}

std::string headAt(TagLib::IOStream &stream, Offset offset) { return read(stream, offset, headLength); }

/// Returns the offset behind all ID3v2 tags at the start of a file.
Offset endOfLeadingTags(TagLib::IOStream &stream)
{
    Offset start = 0;
    for (long tagLength; (tagLength = lengthOfLeadingTag(headAt(stream, start))) > 0;) {
        start += tagLength;
        if (start >= stream.length()) {
            // The file is truncated within its tag, or nothing follows the tag.
            throw Refusal{CTagLibStatusDamaged};
        }
    }
    return start;
}

/// - Parameter start: The offset behind the leading tags.
std::optional<Format> formatByContent(TagLib::IOStream &stream, Offset start)
{
    const std::string head = headAt(stream, start);
    using namespace std::string_view_literals;
    // TagLib skips a few wrong bytes before the mark.
    if (holds(head, 0, "fLaC") || head.find("fLaC\0\0\0\x22"sv) != std::string::npos) return Format::flac;
    if (holds(head, 0, "OggS")) {
        // The first packet follows the page's header, whose own length depends on the number of segments.
        const size_t packet = head.size() > 26 ? 27 + static_cast<unsigned char>(head[26]) : 27;
        if (holds(head, packet, "OpusHead")) return Format::opus;
        if (holds(head, packet, "\x01vorbis")) return Format::vorbis;
        if (holds(head, packet, "Speex   ")) return Format::speex;
        if (holds(head, packet, "\x7f" "FLAC")) return Format::oggFlac;
        return std::nullopt;
    }
    // QuickTime's own files may lack a type.
    for (const std::string_view type : {"ftyp", "moov", "mdat", "wide"}) {
        if (holds(head, 4, type)) return Format::mp4;
    }
    for (const std::string_view type : {"free", "skip", "styp", "uuid"}) {
        if (holds(head, 4, type) && leadsToMovie(stream, start)) return Format::mp4;
    }
    if (holds(head, 0, "RIFF") && holds(head, 8, "WAVE")) return Format::wav;
    if (holds(head, 0, "FORM") && (holds(head, 8, "AIFF") || holds(head, 8, "AIFC"))) return Format::aiff;
    if (holds(head, 0, "wvpk")) return Format::wavPack;
    if (holds(head, 0, "MAC ")) return Format::monkeys;
    if (holds(head, 0, "MPCK") || holds(head, 0, "MP+")) return Format::musepack;
    if (holds(head, 0, "TTA")) return Format::trueAudio;
    if (holds(head, 0, "\x30\x26\xb2\x75\x8e\x66\xcf\x11"sv)) return Format::windowsMedia;
    if (beginsWithFrames(stream, start)) return Format::frames;
    // Last, because two bytes are all that marks an MPEG frame.
    stream.seek(0);
    if (TagLib::MPEG::File::isSupported(&stream)) return Format::mpeg;
    return std::nullopt;
}

/// Hides the extended header of an ID3v2 tag. TagLib 1.13 counts it twice, which loses the last frame, and reads that of version 2.3 like
/// that of 2.4.
void hideExtendedHeader(BoundedStream &stream)
{
    const std::string head = headAt(stream, 0);
    if (!holds(head, 0, "ID3") || head.size() < 14 || (head[5] & 0x40) == 0) return;
    const bool isNew = head[3] >= 4;
    long length = 0;
    for (size_t index = 10; index < 14; ++index) {
        length = (length << (isNew ? 7 : 8)) | (static_cast<unsigned char>(head[index]) & (isNew ? 0x7f : 0xff));
    }
    if (!isNew) length += 4;
    const long tagLength = lengthOfLeadingTag(head) - 10;
    if (length < 6 || length >= tagLength) return;
    stream.hide(10, length);
    TagLib::ByteVector flags(1U, static_cast<char>(head[5] & ~0x40));
    for (int shift = 21; shift >= 0; shift -= 7) flags.append(static_cast<char>((tagLength - length) >> shift & 0x7f));
    stream.replace(5, flags);
}

/// Returns whether bytes begin like what may follow an ID3v2 tag before music.
bool beginsLikeMusic(std::string_view head)
{
    if (holds(head, 0, "ID3") || holds(head, 0, "fLaC")) return true;
    if (head.size() < 3) return false;
    const auto byte = [&](size_t index) { return static_cast<unsigned char>(head[index]); };
    // An MPEG frame of a layer, with a bit rate and a sampling rate.
    return byte(0) == 0xff && (byte(1) & 0xe0) == 0xe0 && (byte(1) & 0x06) != 0 && (byte(2) & 0xf0) != 0xf0 && (byte(2) & 0x0c) != 0x0c;
}

/// Corrects the size of an ID3v2 tag that has eight bits a byte instead of seven, if only that leads to music.
void correctSize(BoundedStream &stream)
{
    const std::string head = headAt(stream, 0);
    const long narrow = lengthOfLeadingTag(head);
    if (narrow == 0) return;
    long wide = 0;
    for (size_t index = 6; index < 10; ++index) wide = (wide << 8) | static_cast<unsigned char>(head[index]);
    if (wide + 10 == narrow || wide >= stream.length() - 10 || wide >= 1l << 28) return;
    if (beginsLikeMusic(headAt(stream, narrow)) || !beginsLikeMusic(headAt(stream, wide + 10))) return;
    TagLib::ByteVector size;
    for (int shift = 21; shift >= 0; shift -= 7) size.append(static_cast<char>(wide >> shift & 0x7f));
    stream.replace(6, size);
}

/// Returns the offset of the ID3v2 tag in a file of a format.
Offset placeOfTag(BoundedStream &stream, Format format)
{
    return format == Format::wav || format == Format::aiff ? placeOfTagChunk(stream, format == Format::aiff) : 0;
}

std::unique_ptr<TagLib::File> makeFile(Format format, TagLib::IOStream *stream, bool readsLength)
{
    using namespace TagLib;
    constexpr auto style = AudioProperties::Fast;
    ID3v2::FrameFactory *const frames = ID3v2::FrameFactory::instance();
    switch (format) {
    case Format::mpeg: return std::make_unique<MPEG::File>(stream, frames, readsLength, style);
    // Their tags are those of MP3, and TagLib 1.13 would search for frames of that to the end.
    case Format::frames: return std::make_unique<MPEG::File>(stream, frames, false, style);
    case Format::flac: return std::make_unique<FLAC::File>(stream, frames, readsLength, style);
    case Format::vorbis: return std::make_unique<Ogg::Vorbis::File>(stream, readsLength, style);
    case Format::opus: return std::make_unique<Ogg::Opus::File>(stream, readsLength, style);
    case Format::speex: return std::make_unique<Ogg::Speex::File>(stream, readsLength, style);
    case Format::oggFlac: return std::make_unique<Ogg::FLAC::File>(stream, readsLength, style);
    case Format::mp4: return std::make_unique<MP4::File>(stream, readsLength, style);
    case Format::wav: return std::make_unique<RIFF::WAV::File>(stream, readsLength, style);
    case Format::aiff: return std::make_unique<RIFF::AIFF::File>(stream, readsLength, style);
    case Format::wavPack: return std::make_unique<WavPack::File>(stream, readsLength, style);
    case Format::monkeys: return std::make_unique<APE::File>(stream, readsLength, style);
    case Format::musepack: return std::make_unique<MPC::File>(stream, readsLength, style);
    case Format::trueAudio: return std::make_unique<TrueAudio::File>(stream, frames, readsLength, style);
    case Format::windowsMedia: return std::make_unique<ASF::File>(stream, readsLength, style);
    }
    throw Refusal{CTagLibStatusNotAudio};
}

/// Returns a file that is read for its tags only; nothing if TagLib finds none.
std::unique_ptr<AudioFile> readable(Format format, std::unique_ptr<TagLib::IOStream> stream)
{
    auto file = std::make_unique<AudioFile>();
    file->stream = std::move(stream);
    file->file = makeFile(format, file->stream.get(), false);
    if (!file->file->isValid() || file->file->tag() == nullptr) return nullptr;
    return file;
}

/// Returns the ID3v2 tags before another format.
///
/// - Parameter end: The offset behind them.
std::unique_ptr<AudioFile> leadingTags(const CTagLibFile &source, Offset end)
{
    auto stream = std::make_unique<BoundedStream>(source.descriptor, end);
    hideExtendedHeader(*stream);
    return readable(Format::mpeg, std::move(stream));
}

/// Opens the file that the stream contains.
void open(AudioFile &file, Format format, bool readsLength)
{
    file.stream->seek(0);
    file.file = makeFile(format, file.stream.get(), readsLength);
    if (!file.file->isValid() || file.file->tag() == nullptr) throw Refusal{CTagLibStatusDamaged};
}

/// Returns whether TagLib has found frames of MPEG audio, several in a row, behind anything else.
bool hasMusic(TagLib::File &file)
{
    auto *mpeg = dynamic_cast<TagLib::MPEG::File *>(&file);
    if (mpeg == nullptr || mpeg->audioProperties() == nullptr || mpeg->audioProperties()->lengthInMilliseconds() <= 0) return false;
    const auto first = mpeg->firstFrameOffset();
    if (first < 0) return false;
    const TagLib::MPEG::Header header(mpeg, first, true);
    // Each is valid only if another follows.
    return header.isValid() && TagLib::MPEG::Header(mpeg, first + header.frameLength(), true).isValid();
}

/// Returns the comments that TagLib loses.
std::unique_ptr<AudioFile> commentsOf(const AudioFile &file)
{
    const std::optional<TagLib::ByteVector> comments = lostComments(*file.file);
    return comments ? readable(Format::flac, std::make_unique<TagLib::ByteVectorStream>(*comments)) : nullptr;
}

/// Adds a file with further tags, which fills the gaps of all others.
void addLast(AudioFile &file, std::unique_ptr<AudioFile> other)
{
    AudioFile *last = &file;
    while (last->withOtherTag) last = last->withOtherTag.get();
    last->withOtherTag = std::move(other);
}

}

AudioFile openAudioFile(const CTagLibFile &source, bool readsLength)
{
    if (source.length <= 0) {
        throw Refusal{CTagLibStatusEmpty};
    }
    readLegacyTexts();
    AudioFile opened;
    auto stream = std::make_unique<BoundedStream>(source.descriptor, static_cast<Offset>(source.length));
    correctSize(*stream);
    // The data after the first tag, in an otherwise unmodified file.
    const long firstTag = lengthOfLeadingTag(headAt(*stream, 0));
    const bool hasSecondTag = firstTag > 0 && lengthOfLeadingTag(headAt(*stream, firstTag)) > 0;
    hideExtendedHeader(*stream);
    showAsWAVE(*stream);
    Offset start = endOfLeadingTags(*stream);
    std::optional<Format> format = formatByContent(*stream, start);
    std::unique_ptr<AudioFile> front;
    if (start > 0 && (format == Format::mp4 || format == Format::wav || format == Format::aiff)) {
        // TagLib expects these formats at the first byte.
        stream = std::make_unique<BoundedStream>(source.descriptor, static_cast<Offset>(source.length));
        const Offset end = endOfLeadingTags(*stream);
        front = leadingTags(source, end);
        stream->hide(0, end);
        start = 0;
        showAsWAVE(*stream);
    }
    BoundedStream &shown = *stream;
    opened.stream = std::move(stream);
    if (format == Format::mp4 && source.isNamedMP4 && hasVideo(*opened.stream)) {
        throw Refusal{CTagLibStatusNotAudio};
    }
    if (format == Format::mp4) showVersionOfMeta(shown);
    if (const auto sound = !format ? soundOfOgg(shown, start) : std::nullopt) {
        opened.stream = std::make_unique<TagLib::ByteVectorStream>(*sound);
        format = formatByContent(*opened.stream, 0);
        open(opened, *format, readsLength);
        addLast(opened, commentsOf(opened));
        return opened;
    }
    std::optional<Piece> hidden;
    if (source.isNamedStream && (!format || (format == Format::mpeg && !beginsLikeMPEG(shown)))) {
        // A recording of the radio begins anywhere. TagLib 2 takes one of AAC for MPEG audio.
        hidden = beforeFirstFrame(shown);
        if (hidden) {
            shown.hide(hidden->start, hidden->length);
            format = Format::frames;
        }
    }
    if (format == Format::frames) {
        if (readsLength) opened.seconds = secondsOfFrames(shown);
        if (needsSearch(shown)) {
            const Piece frames = framesOf(shown);
            // What is hidden already is right before them.
            shown.hide(frames.start, frames.length + (hidden ? hidden->length : 0));
        }
    }
    const bool goesByName = !format && source.isNamedStream;
    if (goesByName) {
        format = Format::mpeg;
    }
    if (!format) {
        throw Refusal{CTagLibStatusNotAudio};
    }
    if (format == Format::flac) {
        if (const std::optional<TagLib::ByteVector> repaired = repairedFLAC(shown, start)) {
            if (start > 0) {
                BoundedStream whole(source.descriptor, static_cast<Offset>(source.length));
                front = leadingTags(source, endOfLeadingTags(whole));
            }
            opened.stream = std::make_unique<TagLib::ByteVectorStream>(*repaired);
            open(opened, *format, readsLength);
            addLast(opened, std::move(front));
            return opened;
        }
    }
    open(opened, *format, readsLength);
    if (goesByName && opened.file->tag()->isEmpty() && !hasMusic(*opened.file)) {
        // A name alone proves nothing, unlike a tag at the end.
        throw Refusal{CTagLibStatusNotAudio};
    }
    const TagLib::ID3v2::Tag *const tag = id3Tag(*opened.file);
    const TagFaults faults = tag != nullptr ? faultsOf(*tag) : TagFaults();
    if (const std::optional<TagLib::ByteVector> repaired = repairedTag(shown, placeOfTag(shown, *format), faults)) {
        opened.withOtherTag = readable(Format::mpeg, std::make_unique<TagLib::ByteVectorStream>(*repaired));
        // The comments of FLAC come before it in any case.
        opened.isRepaired = opened.withOtherTag != nullptr && format != Format::flac;
    } else if (hasSecondTag && format == Format::mpeg) {
        // Each stream reads at its own offsets, so both can share the descriptor.
        auto rest = std::make_unique<BoundedStream>(source.descriptor, static_cast<Offset>(source.length));
        rest->hide(0, firstTag);
        opened.withOtherTag = readable(*format, std::move(rest));
    }
    addLast(opened, commentsOf(opened));
    if (format == Format::wav && !hasNames(*opened.file->tag())) {
        if (const auto texts = textsOfWAVE(shown)) addLast(opened, readable(*format, std::make_unique<TagLib::ByteVectorStream>(*texts)));
    }
    addLast(opened, std::move(front));
    return opened;
}

bool hasNames(const TagLib::Tag &tag) { return !tag.title().isEmpty() && !tag.artist().isEmpty() && !tag.album().isEmpty(); }

TagLib::ID3v2::Tag *id3Tag(TagLib::File &file)
{
    if (auto *mpeg = dynamic_cast<TagLib::MPEG::File *>(&file)) return mpeg->ID3v2Tag();
    if (auto *wave = dynamic_cast<TagLib::RIFF::WAV::File *>(&file)) return wave->ID3v2Tag();
    if (auto *aiff = dynamic_cast<TagLib::RIFF::AIFF::File *>(&file)) return aiff->tag();
    if (auto *trueAudio = dynamic_cast<TagLib::TrueAudio::File *>(&file)) return trueAudio->ID3v2Tag();
    if (auto *flac = dynamic_cast<TagLib::FLAC::File *>(&file)) return flac->ID3v2Tag();
    return nullptr;
}

CTagLibResult resultOfCurrentException() noexcept
{
    try {
        throw;
    } catch (const Refusal &refusal) {
        return {refusal.status, refusal.systemError};
    } catch (const std::bad_alloc &) {
        return {CTagLibStatusOutOfMemory, 0};
    } catch (...) {
        return {CTagLibStatusDamaged, 0};
    }
}

}
