// The encoding of RIFF's texts.

#ifndef CTAGLIB_INFO_TEXTS_HPP
#define CTAGLIB_INFO_TEXTS_HPP

namespace ctaglib {

/// Makes TagLib read the texts of `INFO` in RIFF as Windows-1252 if they aren't UTF-8. TagLib drops them otherwise.
void readInfoTextsOfWindows();

}

#endif
