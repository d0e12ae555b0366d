// AAC as a stream of frames (ADTS), which TagLib 1.13 doesn't know.

#ifndef CTAGLIB_STREAMS_HPP
#define CTAGLIB_STREAMS_HPP

#include <optional>

#include "BoundedStream.hpp"

namespace ctaglib {

/// Returns whether frames of AAC begin at an offset.
bool beginsWithAAC(TagLib::IOStream &stream, Offset start);

/// A part of a file.
struct Piece {
    Offset start;
    Offset length;
};

/// Returns what is before the first frame of AAC in a file that begins within one, after a tag or without.
std::optional<Piece> beforeFirstAAC(TagLib::IOStream &stream);

/// Returns the playing time of a stream of AAC; -1 if it is unknown. In a long file, the first minutes stand for the rest.
int secondsOfAAC(BoundedStream &stream);

}

#endif
