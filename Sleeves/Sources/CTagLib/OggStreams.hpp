// Ogg files whose first stream isn't the sound: Skeleton, a picture or a film.

#ifndef CTAGLIB_OGG_STREAMS_HPP
#define CTAGLIB_OGG_STREAMS_HPP

#include <optional>

#include <taglib/tbytevector.h>

#include "BoundedStream.hpp"

namespace ctaglib {

/// Returns the pages with the head and the comments of the first stream of sound, and its last page, which shows the length. TagLib takes all
/// pages of a file for those of its first stream. Returns nothing if no stream is sound.
///
/// - Parameter start: The offset behind the leading tags.
std::optional<TagLib::ByteVector> soundOfOgg(BoundedStream &stream, Offset start);

}

#endif
