// Mends ID3v2 tags that TagLib reads only in part.

#ifndef CTAGLIB_ID3_REPAIR_HPP
#define CTAGLIB_ID3_REPAIR_HPP

#include <optional>

#include <taglib/id3v2tag.h>
#include <taglib/tbytevector.h>

#include "BoundedStream.hpp"

namespace ctaglib {

/// Faults that only TagLib's answer shows.
struct TagFaults {
    bool hasLostTexts = false;
    bool hasLostPictures = false;
};

/// Returns the faults of a tag as TagLib has read it.
TagFaults faultsOf(const TagLib::ID3v2::Tag &tag);

/// Returns the ID3v2 tag at an offset without what keeps TagLib from reading all of it; nothing if the tag needs no repair, or there is none.
///
/// TagLib stops at an empty frame, at one whose name isn't valid and at one whose size has the form of another version, and drops texts in UTF-16
/// that lack a byte order mark, and texts with a wrong byte of UTF-8. Such frames are left out, and such texts are written with their byte order
/// or their encoding. A genre in parentheses keeps them. Pictures are written without the descriptions that hide them. TagLib 2 drops a very short
/// last frame of version 2.2, unless padding follows.
std::optional<TagLib::ByteVector> repairedTag(BoundedStream &stream, Offset start, TagFaults faults);

}

#endif
