#include "Decoding.h"

#include <tiffio.h>

/// The decoder of one picture, which is also its file.
struct Codec {
    struct Decoding *decoding;
    uint64_t at;
    TIFF *file;
    TIFFRGBAImage image;
    bool hasImage;
};

static void closeCodec(void *data)
{
    struct Codec *const codec = data;
    if (codec->hasImage) TIFFRGBAImageEnd(&codec->image);
    if (codec->file != NULL) TIFFClose(codec->file);
}

static tmsize_t readBytes(thandle_t handle, void *target, tmsize_t count)
{
    struct Codec *const codec = handle;
    const uint64_t size = codec->decoding->count;
    const uint64_t left = codec->at < size ? size - codec->at : 0;
    const uint64_t taken = count < 0 ? 0 : (uint64_t)count < left ? (uint64_t)count : left;
    if (taken > 0) memcpy(target, codec->decoding->bytes + codec->at, taken);
    codec->at += taken;
    return (tmsize_t)taken;
}

static tmsize_t writeNothing(thandle_t handle, void *source, tmsize_t count)
{
    (void)handle;
    (void)source;
    (void)count;
    return -1;
}

static toff_t seek(thandle_t handle, toff_t offset, int origin)
{
    struct Codec *const codec = handle;
    switch (origin) {
    case SEEK_CUR: codec->at += offset; break;
    case SEEK_END: codec->at = codec->decoding->count + offset; break;
    default: codec->at = offset; break;
    }
    return codec->at;
}

static int closeNothing(thandle_t handle)
{
    (void)handle;
    return 0;
}

static toff_t size(thandle_t handle)
{
    return ((struct Codec *)handle)->decoding->count;
}

void loadTIFF(void)
{
    TIFFSetErrorHandler(NULL);
    TIFFSetWarningHandler(NULL);
}

/// Finds the picture's orientation and profile.
static void readNotes(struct Codec *codec)
{
    uint16_t orientation = 1, colours = 0;
    if (TIFFGetField(codec->file, TIFFTAG_ORIENTATION, &orientation)) codec->decoding->orientation = orientation;
    uint32_t count = 0;
    void *profile = NULL;
    TIFFGetField(codec->file, TIFFTAG_PHOTOMETRIC, &colours);
    // The library converts inks and other colours without their profile.
    const bool isUsual = colours == PHOTOMETRIC_RGB || colours == PHOTOMETRIC_PALETTE || colours == PHOTOMETRIC_MINISBLACK;
    if (isUsual && TIFFGetField(codec->file, TIFFTAG_ICCPROFILE, &count, &profile)) keepProfile(codec->decoding, profile, count);
}

/// Returns a colour that isn't multiplied by alpha any more.
static uint8_t divided(unsigned colour, unsigned alpha)
{
    if (alpha == 0 || alpha == 255) return (uint8_t)colour;
    const unsigned value = (colour * 255 + alpha / 2) / alpha;
    return (uint8_t)(value < 255 ? value : 255);
}

void decodeTIFF(struct Decoding *decoding)
{
    struct Codec *const codec = allocate(decoding, 1, sizeof *codec);
    codec->decoding = decoding;
    decoding->codec = codec;
    decoding->close = closeCodec;
    // Without mapping the file, which "m" demands.
    codec->file = TIFFClientOpen("picture", "rm", codec, readBytes, writeNothing, seek, closeNothing, size, NULL, NULL);
    if (codec->file == NULL) giveUp(decoding, "its header is damaged");
    uint32_t width = 0, height = 0;
    TIFFGetField(codec->file, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(codec->file, TIFFTAG_IMAGELENGTH, &height);
    beginRows(decoding, width, height);
    readNotes(codec);

    char reason[1024] = "";
    if (!TIFFRGBAImageOK(codec->file, reason) || !TIFFRGBAImageBegin(&codec->image, codec->file, 1, reason)) giveUp(decoding, reason);
    codec->hasImage = true;
    // Rows as stored, since they are turned later, as those of other types.
    codec->image.req_orientation = codec->image.orientation;
    uint32_t *const pixels = allocate(decoding, (size_t)width * height, sizeof *pixels);
    if (!TIFFRGBAImageGet(&codec->image, pixels, width, height)) giveUp(decoding, "its pixels are damaged or end early");
    uint8_t *const rgba = allocate(decoding, width, 4);
    for (uint32_t y = 0; y < height; ++y) {
        const uint32_t *const row = pixels + (size_t)y * width;
        for (uint32_t x = 0; x < width; ++x) {
            const unsigned alpha = TIFFGetA(row[x]);
            uint8_t *const pixel = rgba + 4 * (size_t)x;
            pixel[0] = divided(TIFFGetR(row[x]), alpha);
            pixel[1] = divided(TIFFGetG(row[x]), alpha);
            pixel[2] = divided(TIFFGetB(row[x]), alpha);
            pixel[3] = (uint8_t)alpha;
        }
        addRow(decoding, rgba);
    }
}
