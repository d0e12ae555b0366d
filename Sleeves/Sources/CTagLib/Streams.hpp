// Streams of frames that TagLib 1.13 doesn't know, and whose lengths TagLib 2 doesn't know: AAC as ADTS and LOAS, and MPEG audio of layer I
// without checksums.

#ifndef CTAGLIB_STREAMS_HPP
#define CTAGLIB_STREAMS_HPP

#include <optional>

#include "BoundedStream.hpp"

namespace ctaglib {

/// Returns whether a stream begins like a frame of MPEG audio, after a tag or without.
bool beginsLikeMPEG(TagLib::IOStream &stream);

/// Returns whether such frames begin at an offset.
bool beginsWithFrames(TagLib::IOStream &stream, Offset start);

/// A part of a file.
struct Piece {
    Offset start;
    Offset length;
};

/// Returns what is before the first such frame in a file that begins within one, after a tag or without.
std::optional<Piece> beforeFirstFrame(TagLib::IOStream &stream);

/// Returns whether TagLib would search the stream for a tag from its first frame on, because it doesn't know the two bytes that begin it.
bool needsSearch(BoundedStream &stream);

/// Returns the part of a stream that is nothing but frames, behind a tag and before what may be another.
Piece framesOf(BoundedStream &stream);

/// Returns the playing time of a stream; -1 if it is unknown. In a long file, the first minutes stand for the rest.
int secondsOfFrames(BoundedStream &stream);

}

#endif
