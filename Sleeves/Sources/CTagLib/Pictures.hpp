// Finds the picture of the cover inside an open audio file.

#ifndef CTAGLIB_PICTURES_HPP
#define CTAGLIB_PICTURES_HPP

#include <optional>

#include <taglib/tbytevector.h>
#include <taglib/tfile.h>

namespace ctaglib {

/// A picture. The bytes are shared with the file, not copied.
struct FoundPicture {
    TagLib::ByteVector bytes;
    /// Whether the file says that it is the front cover, or says nothing about it.
    bool mayBeFront;
};

/// Returns the front cover in `file`, or else its first picture of no kind, or else its first picture, if there is one. Bytes that begin like
/// a picture take precedence over others.
std::optional<FoundPicture> findPicture(TagLib::File &file);

/// Returns whether bytes begin like a picture.
bool isPicture(const TagLib::ByteVector &bytes);

}

#endif
