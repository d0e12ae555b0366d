// Texts in other encodings than their tags declare.

#ifndef CTAGLIB_LEGACY_TEXTS_HPP
#define CTAGLIB_LEGACY_TEXTS_HPP

#include <optional>
#include <string>
#include <string_view>

#include <taglib/tstring.h>

namespace ctaglib {

/// Makes TagLib keep the bytes of texts that are declared as Latin 1, those of ID3v1 and those of `INFO` in RIFF: programs write them in the
/// encoding of their country.
void readLegacyTexts();

/// Returns the bytes of such a text that has other characters than ASCII. If other texts were joined with it, makes the text readable as
/// Latin 1 instead.
std::optional<std::string> undeclaredBytes(TagLib::String &text);

/// Returns a text that is declared as UTF-8 but isn't, as UTF-8 that TagLib reads: without its wrong bytes if most others than ASCII are right,
/// or else as a text of undeclared encoding. Returns nothing if it is UTF-8.
std::optional<std::string> readableUTF8(std::string_view text);

}

#endif
