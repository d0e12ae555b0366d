// Functions that scale JPEG pictures down, row by row, and convert colours to sRGB.

#ifndef CTHUMBNAIL_H
#define CTHUMBNAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Scales a JPEG to a JPEG of at most `longestSide` pixels per side, in sRGB.
///
/// Handles only ordinary pictures: upright, in colour or grey, or in CMYK with a profile, and complete to the last row. Memory doesn't grow
/// with the height of the picture.
///
/// Returns whether `*thumbnail` was made. The caller must then `free` it.
bool cthumbnail_make(
    const uint8_t *bytes, size_t count, unsigned longestSide, int quality, uint8_t **thumbnail, size_t *thumbnailCount);

/// Counts the scans of a JPEG, each of which makes a decoder process the whole picture. Doesn't read past its end.
unsigned cthumbnail_count_scans(const uint8_t *bytes, size_t count);

/// Converts pixels of four bytes (red, green, blue, alpha) from an ICC profile to sRGB, in place. Pixels of a grey profile have three equal
/// colours.
///
/// Does nothing if the profile is sRGB, can't be used, or has another kind of colours.
void cthumbnail_to_srgb(const uint8_t *profile, size_t profileCount, uint8_t *pixels, size_t count);

#endif
