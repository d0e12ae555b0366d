// The chunks of WAVE and AIFF files.

#ifndef CTAGLIB_RIFF_CHUNKS_HPP
#define CTAGLIB_RIFF_CHUNKS_HPP

#include <optional>

#include <taglib/tbytevector.h>

#include "BoundedStream.hpp"

namespace ctaglib {

/// Presents an RF64 file as a WAVE file to TagLib 1.13. RF64 is WAVE with 64-bit lengths in a separate chunk.
///
/// Source: EBU Tech 3306.
void showAsWAVE(BoundedStream &stream);

/// Returns the offset of the ID3v2 tag in a file: it has a chunk of its own.
///
/// - Parameter isBig: Whether lengths begin with their high byte, as in AIFF.
Offset placeOfTagChunk(BoundedStream &stream, bool isBig);

/// Returns a WAVE file of only the texts and the ID3v2 tag of another one; nothing if it has none. TagLib reads the first list of texts only, stops
/// at a chunk without a name, and skips texts that lack the byte that makes their length even.
std::optional<TagLib::ByteVector> textsOfWAVE(BoundedStream &stream);

}

#endif
