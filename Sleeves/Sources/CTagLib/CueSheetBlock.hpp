// The block of a FLAC file that divides it into tracks.

#ifndef CTAGLIB_CUE_SHEET_BLOCK_HPP
#define CTAGLIB_CUE_SHEET_BLOCK_HPP

#include <string>

#include <taglib/tfile.h>

namespace ctaglib {

/// Returns the CUESHEET block of a FLAC file as the text of a CUE sheet; an empty text if there is none, if it is damaged, if it doesn't end where
/// the file does, or if the file is as short as a song.
///
/// Source: RFC 9639, section 8.7. The block has no titles.
std::string textOfCueSheetBlock(TagLib::File &file);

}

#endif
