// The boxes of an MP4 file that TagLib doesn't read.

#ifndef CTAGLIB_BOXES_HPP
#define CTAGLIB_BOXES_HPP

#include <optional>

#include <taglib/tfile.h>

#include "BoundedStream.hpp"

namespace ctaglib {

/// Returns whether a box that says nothing of the file is followed, perhaps after others of its kind, by one with the file's type or its movie.
bool leadsToMovie(TagLib::IOStream &stream, Offset start);

/// Returns whether one of the tracks is a video. One of a single picture is a cover.
bool hasVideo(TagLib::IOStream &stream);

/// Adds a version to QuickTime's form of the box around the tags. That form begins with its first child, the handler, of which TagLib 1.13
/// reads four bytes as a version, and then finds no tags. So the stream presents four bytes to skip, and an empty box in place of the
/// handler.
void showVersionOfMeta(BoundedStream &stream);

/// Returns the first cover that is a picture by its own bytes, whatever type its box declares, and whether or not the box around the tags
/// has a version. TagLib 1.13 accepts only five types, and only with a version.
std::optional<TagLib::ByteVector> coverInBoxes(TagLib::File &file);

}

#endif
