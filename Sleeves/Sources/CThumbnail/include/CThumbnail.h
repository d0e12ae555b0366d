// Makes small JPEG pictures out of large ones, a row at a time, and brings colours to sRGB.

#ifndef CTHUMBNAIL_H
#define CTHUMBNAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Makes a JPEG of at most `longestSide` pixels on a side out of a JPEG, in sRGB.
///
/// Does only what is usual: an upright picture in colour or in grey, or in the inks of a printer whose colours a profile tells, whole to its
/// last row. Anything else it leaves to others. Memory does not grow with the height of the picture.
///
/// Returns whether `*thumbnail` was made; it is then to be freed with `free`.
bool cthumbnail_make(
    const uint8_t *bytes, size_t count, unsigned longestSide, int quality, uint8_t **thumbnail, size_t *thumbnailCount);

/// Counts the scans of a JPEG: how often a decoder goes over the whole picture. Reads no further than its end.
unsigned cthumbnail_count_scans(const uint8_t *bytes, size_t count);

/// Brings pixels of four bytes (red, green, blue, alpha) from the colours of an ICC profile to sRGB, in place. Pixels of a grey profile have
/// three equal colours.
///
/// Does nothing where the profile is sRGB, cannot be used, or is of another kind of colours.
void cthumbnail_to_srgb(const uint8_t *profile, size_t profileCount, uint8_t *pixels, size_t count);

#endif
