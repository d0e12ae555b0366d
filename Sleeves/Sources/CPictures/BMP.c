#include "Decoding.h"

// Source: Microsoft's documentation of bitmaps, `BITMAPCOREHEADER` to `BITMAPV5HEADER` and "Bitmap Compression".

enum { uncompressed = 0, runsOf8 = 1, runsOf4 = 2, bitFields = 3, bitFieldsWithAlpha = 6 };

/// The description of one picture.
struct Codec {
    unsigned width, height, bits, compression, palette, paletteSize, paletteEntry, pixels;
    bool isTopDown;
    /// The masks of red, green, blue and alpha in a pixel.
    unsigned masks[4];
    /// The numbers of the colours of a compressed picture.
    uint8_t *numbers;
};

static unsigned at(const struct Decoding *decoding, size_t place, unsigned count)
{
    return place + count <= decoding->count ? number(decoding->bytes + place, count, true) : 0;
}

static void readHeader(struct Decoding *decoding, struct Codec *codec)
{
    if (decoding->count < 26) giveUp(decoding, "it ends within its header");
    const unsigned size = at(decoding, 14, 4);
    const bool isCore = size == 12;
    if (!isCore && (size < 40 || decoding->count < 54)) giveUp(decoding, "it ends within its header");
    codec->pixels = at(decoding, 10, 4);
    codec->width = at(decoding, 18, isCore ? 2 : 4);
    codec->height = at(decoding, isCore ? 20 : 22, isCore ? 2 : 4);
    if (codec->width > INT32_MAX) giveUp(decoding, "it has no pixels");
    if (codec->height > INT32_MAX) {
        codec->isTopDown = true;
        codec->height = 0 - codec->height;
    }
    codec->bits = at(decoding, isCore ? 24 : 28, 2);
    codec->compression = isCore ? uncompressed : at(decoding, 30, 4);
    const bool hasFields = codec->compression == bitFields || codec->compression == bitFieldsWithAlpha;
    codec->palette = 14 + size + (hasFields && size == 40 ? (codec->compression == bitFields ? 12 : 16) : 0);
    codec->paletteEntry = isCore ? 3 : 4;
    const unsigned used = isCore ? 0 : at(decoding, 46, 4);
    codec->paletteSize = codec->bits > 8 ? 0 : used > 0 && used < 256 ? used : 1u << codec->bits;
    if (hasFields) {
        for (unsigned i = 0; i < 3; ++i) codec->masks[i] = at(decoding, 54 + 4 * i, 4);
        if (size >= 56 || codec->compression == bitFieldsWithAlpha) codec->masks[3] = at(decoding, 66, 4);
    } else {
        for (unsigned i = 0; i < 3; ++i) codec->masks[i] = codec->bits == 16 ? 0x7c00u >> 5 * i : 0xff0000u >> 8 * i;
    }
}

static bool isKnown(const struct Codec *codec)
{
    switch (codec->compression) {
    case uncompressed:
        return codec->bits == 1 || codec->bits == 4 || codec->bits == 8 || codec->bits == 16 || codec->bits == 24 || codec->bits == 32;
    case runsOf8: return codec->bits == 8 && !codec->isTopDown;
    case runsOf4: return codec->bits == 4 && !codec->isTopDown;
    case bitFields:
    case bitFieldsWithAlpha: return codec->bits == 16 || codec->bits == 32;
    default: return false;
    }
}

/// Expands runs to one number of a colour per pixel, from the bottom row up. What no run covers has the first colour.
static void expandRuns(struct Decoding *decoding, struct Codec *codec)
{
    const size_t width = codec->width;
    codec->numbers = allocate(decoding, width, codec->height);
    const bool isNarrow = codec->bits == 4;
    size_t place = codec->pixels, x = 0, y = 0;
    while (place + 2 <= decoding->count && y < codec->height) {
        const unsigned count = decoding->bytes[place], value = decoding->bytes[place + 1];
        place += 2;
        if (count > 0) {
            for (unsigned i = 0; i < count && x < width; ++i, ++x) {
                codec->numbers[y * width + x] = (uint8_t)(isNarrow ? (i % 2 == 0 ? value >> 4 : value & 15) : value);
            }
        } else if (value == 0) {
            x = 0;
            ++y;
        } else if (value == 1) {
            return;
        } else if (value == 2) {
            x += at(decoding, place, 1);
            y += at(decoding, place + 1, 1);
            place += 2;
        } else {
            // So many numbers follow, and fill whole pairs of bytes.
            const size_t length = isNarrow ? (value + 1) / 2 : value;
            for (unsigned i = 0; i < value && x < width; ++i, ++x) {
                const unsigned byte = at(decoding, place + (isNarrow ? i / 2 : i), 1);
                codec->numbers[y * width + x] = (uint8_t)(isNarrow ? (i % 2 == 0 ? byte >> 4 : byte & 15) : byte);
            }
            place += length + length % 2;
        }
    }
}

/// Returns the part of a pixel that a mask selects, from 0 to 255.
static uint8_t part(unsigned pixel, unsigned mask)
{
    const unsigned lowest = mask & (0 - mask);
    return (uint8_t)((uint64_t)((pixel & mask) / lowest) * 255 / (mask / lowest));
}

/// Decodes the pixel of a row that is as stored.
static void decodePixel(struct Decoding *decoding, const struct Codec *codec, size_t row, unsigned x, uint8_t target[4])
{
    target[3] = 255;
    if (codec->bits <= 8) {
        const unsigned perByte = 8 / codec->bits;
        const unsigned byte = codec->numbers != NULL ? codec->numbers[row + x] : at(decoding, row + x / perByte, 1);
        const unsigned shift = codec->numbers != NULL ? 0 : codec->bits * (perByte - 1 - x % perByte);
        const unsigned colour = byte >> shift & ((1u << codec->bits) - 1);
        if (colour >= codec->paletteSize) return;
        for (unsigned i = 0; i < 3; ++i) {
            target[i] = (uint8_t)at(decoding, (size_t)codec->palette + (size_t)colour * codec->paletteEntry + 2 - i, 1);
        }
        return;
    }
    const unsigned bytes = codec->bits / 8, pixel = at(decoding, row + (size_t)x * bytes, bytes);
    for (unsigned i = 0; i < 4; ++i) {
        if (codec->masks[i] != 0) target[i] = part(pixel, codec->masks[i]);
    }
}

void decodeBMP(struct Decoding *decoding)
{
    struct Codec *const codec = allocate(decoding, 1, sizeof *codec);
    readHeader(decoding, codec);
    if (!isKnown(codec)) giveUp(decoding, "its form of bitmaps is unknown");
    beginRows(decoding, codec->width, codec->height);
    const bool hasRuns = codec->compression == runsOf8 || codec->compression == runsOf4;
    const size_t stride = hasRuns ? codec->width : ((size_t)codec->width * codec->bits + 31) / 32 * 4;
    if (hasRuns) {
        expandRuns(decoding, codec);
    } else if (codec->pixels > decoding->count || (decoding->count - codec->pixels) / stride < codec->height) {
        giveUp(decoding, "it ends early");
    }
    uint8_t *const rgba = allocate(decoding, codec->width, 4);
    for (unsigned y = 0; y < codec->height; ++y) {
        const size_t row = (hasRuns ? 0 : codec->pixels) + stride * (codec->isTopDown ? y : codec->height - 1 - y);
        memset(rgba, 0, (size_t)codec->width * 4);
        for (unsigned x = 0; x < codec->width; ++x) decodePixel(decoding, codec, row, x, rgba + 4 * (size_t)x);
        addRow(decoding, rgba);
    }
}
