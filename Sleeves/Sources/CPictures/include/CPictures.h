// Functions that decode pictures of all supported types to small ones in sRGB, encode pictures, and scale JPEGs down row by row.
//
// Pictures are untrusted: nothing here reads past their end, and memory is bounded by the limits that the caller gives.

#ifndef CPICTURES_H
#define CPICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Types of pictures. The bytes decide which one a picture is; see `PictureType`.
enum {
    CPICTURES_JPEG,
    CPICTURES_PNG,
    CPICTURES_WEBP,
    CPICTURES_GIF,
    CPICTURES_AVIF,
    /// HEIC.
    CPICTURES_HEIF,
    CPICTURES_BMP,
    CPICTURES_TIFF,
};

/// Outcomes of decoding.
enum {
    CPICTURES_DECODED,
    /// The picture is damaged, or uses a form that the decoder doesn't know; the picture's `reason` says which.
    CPICTURES_DAMAGED,
    /// The picture has more pixels than allowed, which its `width` and `height` say.
    CPICTURES_TOO_LARGE,
    /// The system lacks the decoder.
    CPICTURES_NO_DECODER,
};

/// A decoded picture.
typedef struct {
    unsigned width, height;
    /// Four bytes a pixel (red, green, blue, and an alpha that isn't multiplied into them), from the top row down. The caller frees them.
    uint8_t *pixels;
    /// An English phrase in ASCII if the picture is damaged.
    char reason[160];
} CPicturesPicture;

/// Loads what the decoders need from files. A process that will be unable to open files calls it first.
void cpictures_load(void);

/// Decodes a picture upright in sRGB, scaled to at most `longestSide` pixels per side.
///
/// Of an animation, only the first frame is decoded. A picture with more than `pixelLimit` pixels isn't.
int cpictures_decode(
    int type, const uint8_t *bytes, size_t count, unsigned longestSide, size_t pixelLimit, CPicturesPicture *picture);

/// Encodes pixels of four bytes as a JPEG of a quality from 0 to 100, without their alpha. The caller frees `*encoded`.
bool cpictures_encode_jpeg(
    const uint8_t *pixels, unsigned width, unsigned height, int quality, uint8_t **encoded, size_t *encodedCount);

/// Encodes pixels of four bytes as a PNG. The caller frees `*encoded`.
bool cpictures_encode_png(const uint8_t *pixels, unsigned width, unsigned height, uint8_t **encoded, size_t *encodedCount);

/// Scales a JPEG to a JPEG of at most `longestSide` pixels per side, in sRGB.
///
/// Handles only ordinary pictures: upright, in colour or grey, or in CMYK with a profile, and complete to the last row. Memory doesn't grow
/// with the height of the picture.
///
/// Returns whether `*thumbnail` was made. The caller must then `free` it.
bool cpictures_make_thumbnail(
    const uint8_t *bytes, size_t count, unsigned longestSide, int quality, uint8_t **thumbnail, size_t *thumbnailCount);

/// Counts the scans of a JPEG, each of which makes a decoder process the whole picture. Doesn't read past its end.
unsigned cpictures_count_scans(const uint8_t *bytes, size_t count);

#endif
