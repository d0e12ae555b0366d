// Texts in other encodings than their tags declare.

#ifndef CTAGLIB_LEGACY_TEXTS_HPP
#define CTAGLIB_LEGACY_TEXTS_HPP

namespace ctaglib {

/// Makes TagLib read texts that are declared as Latin 1, those of ID3v1 and those of `INFO` in RIFF as what they are: UTF-8 if they can be, and
/// else Windows-1252, which programs write in place of Latin 1.
void readLegacyTexts();

}

#endif
