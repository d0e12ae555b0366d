#include "Boxes.hpp"

#include "Pictures.hpp"

#include <string>

#include <taglib/tiostream.h>

namespace ctaglib {

namespace {

/// The maximum nesting of boxes.
constexpr int depthLimit = 8;
/// The maximum number of boxes before a file's type.
constexpr int leadLimit = 16;

/// Calls `visit(type, content, end)` for each box in a range until it returns true. The stream bounds their number.
template <typename Source, typename Visit>
bool eachBox(Source &source, Offset from, Offset to, Visit visit)
{
    while (from >= 0 && to - from >= 8) {
        source.seek(from);
        const TagLib::ByteVector head = source.readBlock(16);
        if (head.size() < 8) return false;
        long long length = head.toUInt(0U, true);
        Offset content = from + 8;
        if (length == 1) {
            if (head.size() < 16) return false;
            length = head.toLongLong(8U, true);
            content = from + 16;
        } else if (length == 0) {
            length = to - from;
        }
        if (length < content - from || length > to - from) return false;
        const Offset end = from + static_cast<Offset>(length);
        if (visit(std::string(head.data() + 4, 4), content, end)) return true;
        from = end;
    }
    return false;
}

/// A track's statements about itself.
struct Track {
    bool isVideo = false;
    /// Whether it states that it has one sample, which is a whole picture.
    bool isSinglePicture = false;
};

void readTrack(TagLib::IOStream &stream, Offset from, Offset to, int depth, Track &track)
{
    eachBox(stream, from, to, [&](const std::string &type, Offset content, Offset end) {
        if (type == "hdlr" && end - content >= 12) {
            stream.seek(content + 8);
            // The data of a track may have a handler of its own.
            track.isVideo = track.isVideo || stream.readBlock(4) == TagLib::ByteVector("vide", 4);
        } else if (type == "stsz" && end - content >= 12) {
            // A version, the samples' common size, and their number.
            stream.seek(content + 8);
            track.isSinglePicture = stream.readBlock(4) == TagLib::ByteVector::fromUInt(1, true);
        } else if ((type == "mdia" || type == "minf" || type == "stbl") && depth < depthLimit) {
            readTrack(stream, content, end, depth + 1, track);
        }
        return false;
    });
}

bool hasVideoBetween(TagLib::IOStream &stream, Offset from, Offset to, bool isMovie)
{
    return eachBox(stream, from, to, [&](const std::string &type, Offset content, Offset end) {
        if (!isMovie) return type == "moov" && hasVideoBetween(stream, content, end, true);
        if (type != "trak") return false;
        Track track;
        readTrack(stream, content, end, 0, track);
        return track.isVideo && !track.isSinglePicture;
    });
}

/// - Returns: Whether the box was found, which ends the search.
bool skipHandler(BoundedStream &stream, Offset from, Offset to, const char *const *path)
{
    return eachBox(stream, from, to, [&](const std::string &type, Offset content, Offset end) {
        if (type != *path) return false;
        if (path[1] != nullptr) return skipHandler(stream, content, end, path + 1);
        stream.seek(content);
        const TagLib::ByteVector head = stream.readBlock(8);
        if (head.size() < 8 || !head.containsAt("hdlr", 4)) return true;
        const unsigned int length = head.toUInt(0U, true);
        if (length < 12 || static_cast<long long>(length) > end - content) return true;
        // The rest of the box begins four bytes later, as an empty box.
        stream.replace(content + 4, TagLib::ByteVector::fromUInt(length - 4, true) + TagLib::ByteVector("free", 4));
        return true;
    });
}

bool findCover(TagLib::File &file, Offset from, Offset to, bool isCover, int depth, TagLib::ByteVector &found)
{
    return eachBox(file, from, to, [&](const std::string &type, Offset content, Offset end) {
        if (isCover && type == "data") {
            if (end - content <= 8) return false;
            file.seek(content + 8);
            found = file.readBlock(static_cast<Length>(end - content - 8));
            return isPicture(found);
        }
        if (depth >= depthLimit) return false;
        if (type == "meta") {
            // Apple's first form of the box begins with its children, the later one with four bytes of a version.
            file.seek(content + 4);
            if (file.readBlock(4) != TagLib::ByteVector("hdlr", 4)) content += 4;
        } else if (type != "moov" && type != "udta" && type != "ilst" && type != "covr") {
            return false;
        }
        return findCover(file, content, end, type == "covr", depth + 1, found);
    });
}

}

bool leadsToMovie(TagLib::IOStream &stream, Offset start)
{
    int count = 0;
    bool isMovie = false;
    eachBox(stream, start, stream.length(), [&](const std::string &type, Offset, Offset) {
        isMovie = type == "ftyp" || type == "moov";
        const bool isSilent = type == "free" || type == "skip" || type == "styp" || type == "uuid" || type == "wide" || type == "mdat";
        return !isSilent || ++count == leadLimit;
    });
    return isMovie;
}

bool hasVideo(TagLib::IOStream &stream)
{
    return hasVideoBetween(stream, 0, stream.length(), false);
}

void showVersionOfMeta(BoundedStream &stream)
{
    static constexpr const char *path[] = {"moov", "udta", "meta", nullptr};
    skipHandler(stream, 0, stream.length(), path);
}

std::optional<TagLib::ByteVector> coverInBoxes(TagLib::File &file)
{
    TagLib::ByteVector found;
    if (!findCover(file, 0, file.length(), false, 0, found)) return std::nullopt;
    return found;
}

}
