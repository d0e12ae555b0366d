// Texts in other encodings than their tags declare.

#ifndef CTAGLIB_LEGACY_TEXTS_HPP
#define CTAGLIB_LEGACY_TEXTS_HPP

#include <optional>
#include <string>

#include <taglib/tstring.h>

namespace ctaglib {

/// Makes TagLib keep the bytes of texts that are declared as Latin 1, those of ID3v1 and those of `INFO` in RIFF: programs write them in the
/// encoding of their country.
void readLegacyTexts();

/// Returns the bytes of such a text that has other characters than ASCII. If other texts were joined with it, makes the text readable as
/// Latin 1 instead.
std::optional<std::string> undeclaredBytes(TagLib::String &text);

}

#endif
