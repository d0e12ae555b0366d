// Finds the picture of the cover inside an open audio file.

#ifndef CTAGLIB_PICTURES_HPP
#define CTAGLIB_PICTURES_HPP

#include <optional>

#include <taglib/tbytevector.h>
#include "AudioFileOpening.hpp"

namespace ctaglib {

/// A picture. The bytes are shared with the file, not copied.
struct FoundPicture {
    TagLib::ByteVector bytes;
    /// Whether the file says that it is the front cover, or says nothing about it.
    bool mayBeFront;
    /// The precedence over other pictures of the file.
    int order;
};

/// Returns the front cover in all tags of a file, or else its first picture of no kind, or else its first picture, if there is one. Bytes that
/// begin like a picture take precedence over others.
std::optional<FoundPicture> findPicture(const AudioFile &opened);

/// Returns whether bytes begin like a picture.
bool isPicture(const TagLib::ByteVector &bytes);

}

#endif
