// The boxes of an MP4 file, where TagLib does not look.

#ifndef CTAGLIB_BOXES_HPP
#define CTAGLIB_BOXES_HPP

#include <optional>

#include <taglib/tfile.h>

namespace ctaglib {

class BoundedStream;

/// Whether one of the tracks is a film.
bool hasVideo(TagLib::IOStream &stream);

/// QuickTime's form of the box around the tags begins with its first box, the handler. TagLib 1.13 takes four bytes of it for a version, and
/// finds no tags then. So it is shown four bytes that it may pass over, and a box that says nothing where the handler was.
void showVersionOfMeta(BoundedStream &stream);

/// The first cover that is a picture by its own bytes, whatever its box says of its kind, and whether or not the box around the tags has a
/// version. TagLib 1.13 takes only five kinds, and only where there is a version.
std::optional<TagLib::ByteVector> coverInBoxes(TagLib::File &file);

}

#endif
