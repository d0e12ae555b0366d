// Finds the picture of the cover inside an open audio file.

#ifndef CTAGLIB_PICTURES_HPP
#define CTAGLIB_PICTURES_HPP

#include <optional>

#include <taglib/tbytevector.h>
#include <taglib/tfile.h>

namespace ctaglib {

/// Returns the front cover in `file`, or else its first picture, if there is one. The bytes are shared with the file, not copied.
std::optional<TagLib::ByteVector> findPicture(TagLib::File &file);

}

#endif
