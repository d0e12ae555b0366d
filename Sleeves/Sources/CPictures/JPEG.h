// The parts that the decoder, the encoder and the way to thumbnails share.

#ifndef JPEG_H
#define JPEG_H

#include "Decoding.h"
#include "Profile.h"

#include <jpeglib.h>

/// libjpeg's handler of errors, and where to continue after one.
struct JPEGFailure {
    struct jpeg_error_mgr manager;
    jmp_buf back;
};

static inline void failJPEG(j_common_ptr info)
{
    longjmp(((struct JPEGFailure *)info->err)->back, 1);
}

/// The encoder's destination.
///
/// libjpeg's own memory destination frees a full buffer and reports the next one only when the picture is finished, so aborting early
/// leaves a dangling pointer. This one always has a valid pointer.
struct JPEGSink {
    struct jpeg_destination_mgr manager;
    uint8_t *bytes;
    size_t capacity, count;
};

/// Has an encoder, whose errors go to a `JPEGFailure`, write to a sink.
void writeTo(struct JPEGSink *sink, j_compress_ptr out);

static inline bool isGrey(const struct jpeg_decompress_struct *in)
{
    return in->num_components == 1 && in->jpeg_color_space == JCS_GRAYSCALE;
}

static inline bool isCMYK(const struct jpeg_decompress_struct *in)
{
    return in->num_components == 4 && (in->jpeg_color_space == JCS_CMYK || in->jpeg_color_space == JCS_YCCK);
}

/// Returns the orientation in a marker's data, 1 if there is none.
static inline unsigned orientation(jpeg_saved_marker_ptr marker)
{
    const bool isExif = marker->marker == JPEG_APP0 + 1 && marker->data_length > 6 && memcmp(marker->data, "Exif\0", 6) == 0;
    return isExif ? exifOrientation(marker->data + 6, marker->data_length - 6) : 1;
}

/// Has the decoder halve a picture at no cost, as often as it stays at least as large as wanted.
static inline void halve(struct jpeg_decompress_struct *in, unsigned longestSide)
{
    const unsigned longest = in->image_width > in->image_height ? in->image_width : in->image_height;
    in->scale_denom = 8;
    in->scale_num = 8;
    while (in->scale_num > 1 && (unsigned long)longest * (in->scale_num / 2) / 8 >= longestSide) in->scale_num /= 2;
}

#endif
