// Makes small JPEG pictures out of large ones, a row at a time.

#ifndef CTHUMBNAIL_H
#define CTHUMBNAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Makes a JPEG of at most `longestSide` pixels on a side out of a JPEG.
///
/// Does only what is usual: an upright picture in colour or in grey, whole to its last row. Anything else it leaves to others. Memory does
/// not grow with the height of the picture.
///
/// Returns whether `*thumbnail` was made; it is then to be freed with `free`.
bool cthumbnail_make(
    const uint8_t *bytes, size_t count, unsigned longestSide, int quality, uint8_t **thumbnail, size_t *thumbnailCount);

#endif
