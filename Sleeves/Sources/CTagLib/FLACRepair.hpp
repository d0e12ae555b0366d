// Mends the metadata of FLAC files that TagLib refuses, or reads only in part.

#ifndef CTAGLIB_FLAC_REPAIR_HPP
#define CTAGLIB_FLAC_REPAIR_HPP

#include <optional>

#include <taglib/tbytevector.h>

#include "BoundedStream.hpp"

namespace ctaglib {

/// Returns the metadata of a FLAC file without what keeps TagLib from reading all of it, as a file without music; nothing if it needs no repair.
///
/// TagLib refuses a file that doesn't begin with the description of its stream, and one with an empty block, with a size that leads nowhere or
/// without a last block. It reads the first of several blocks of comments, and drops texts with a wrong byte of UTF-8.
///
/// - Parameter start: The offset behind the leading tags.
std::optional<TagLib::ByteVector> repairedFLAC(BoundedStream &stream, Offset start);

}

#endif
