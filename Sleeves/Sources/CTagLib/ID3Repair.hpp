// Mends ID3v2 tags that TagLib reads only in part.

#ifndef CTAGLIB_ID3_REPAIR_HPP
#define CTAGLIB_ID3_REPAIR_HPP

#include <optional>

#include <taglib/tbytevector.h>

#include "BoundedStream.hpp"

namespace ctaglib {

/// Returns the ID3v2 tag at an offset without what keeps TagLib from reading all of it; nothing if the tag needs no repair, or there is none.
///
/// TagLib stops at an empty frame and at one whose name isn't valid, and drops texts in UTF-16 that lack a byte order mark. Such frames are left
/// out, and such texts are written with their byte order. TagLib 2 drops a very short last frame of version 2.2, unless padding follows.
std::optional<TagLib::ByteVector> repairedTag(BoundedStream &stream, Offset start);

}

#endif
