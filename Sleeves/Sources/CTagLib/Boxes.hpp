// The boxes of an MP4 file, where TagLib does not look.

#ifndef CTAGLIB_BOXES_HPP
#define CTAGLIB_BOXES_HPP

#include <optional>

#include <taglib/tfile.h>

namespace ctaglib {

/// Whether one of the tracks is a film.
bool hasVideo(TagLib::IOStream &stream);

/// The first cover that is a picture by its own bytes, whatever its box says of its kind, and whether or not the box around the tags has a
/// version. TagLib 1.13 takes only five kinds, and only where there is a version.
std::optional<TagLib::ByteVector> coverInBoxes(TagLib::File &file);

}

#endif
