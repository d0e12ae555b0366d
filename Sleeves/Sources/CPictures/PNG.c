#include "Decoding.h"

#include <png.h>

/// The decoder of one picture.
struct Codec {
    struct Decoding *decoding;
    png_structp png;
    png_infop info;
    size_t at;
};

static void closeCodec(void *data)
{
    struct Codec *const codec = data;
    if (codec->png != NULL) png_destroy_read_struct(&codec->png, &codec->info, NULL);
}

static void fail(png_structp png, png_const_charp reason)
{
    giveUp(((struct Codec *)png_get_error_ptr(png))->decoding, reason);
}

static void ignore(png_structp png, png_const_charp reason)
{
    (void)png;
    (void)reason;
}

static void read(png_structp png, png_bytep target, size_t count)
{
    struct Codec *const codec = png_get_io_ptr(png);
    if (count > codec->decoding->count - codec->at) png_error(png, "it ends early");
    memcpy(target, codec->decoding->bytes + codec->at, count);
    codec->at += count;
}

/// Finds the picture's orientation and profile.
static void readNotes(const struct Codec *codec)
{
    png_charp name = NULL;
    int compression = 0;
    png_bytep profile = NULL;
    png_uint_32 count = 0;
    if (png_get_iCCP(codec->png, codec->info, &name, &compression, &profile, &count) != 0) keepProfile(codec->decoding, profile, count);
    png_bytep notes = NULL;
    if (png_get_eXIf_1(codec->png, codec->info, &count, &notes) != 0) codec->decoding->orientation = exifOrientation(notes, count);
}

void decodePNG(struct Decoding *decoding)
{
    struct Codec *const codec = allocate(decoding, 1, sizeof *codec);
    codec->decoding = decoding;
    decoding->codec = codec;
    decoding->close = closeCodec;
    codec->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, codec, fail, ignore);
    if (codec->png != NULL) codec->info = png_create_info_struct(codec->png);
    if (codec->info == NULL) giveUp(decoding, "there is too little memory for it");
    png_set_read_fn(codec->png, codec, read);
    png_read_info(codec->png, codec->info);
    const unsigned width = png_get_image_width(codec->png, codec->info), height = png_get_image_height(codec->png, codec->info);
    beginRows(decoding, width, height);
    readNotes(codec);

    // Four bytes a pixel, whatever the picture has.
    png_set_expand(codec->png);
    png_set_scale_16(codec->png);
    png_set_gray_to_rgb(codec->png);
    png_set_add_alpha(codec->png, 255, PNG_FILLER_AFTER);
    const bool isInterlaced = png_set_interlace_handling(codec->png) > 1;
    png_read_update_info(codec->png, codec->info);
    if (png_get_rowbytes(codec->png, codec->info) != (size_t)width * 4) giveUp(decoding, "it has an unknown form of pixels");
    if (isInterlaced) {
        uint8_t *const whole = allocate(decoding, (size_t)width * height, 4);
        const png_bytepp rows = allocate(decoding, height, sizeof *rows);
        for (unsigned y = 0; y < height; ++y) rows[y] = whole + (size_t)y * width * 4;
        png_read_image(codec->png, rows);
        for (unsigned y = 0; y < height; ++y) addRow(decoding, rows[y]);
        return;
    }
    uint8_t *const row = allocate(decoding, width, 4);
    for (unsigned y = 0; y < height; ++y) {
        png_read_row(codec->png, row, NULL);
        addRow(decoding, row);
    }
}

bool cpictures_encode_png(const uint8_t *pixels, unsigned width, unsigned height, uint8_t **encoded, size_t *encodedCount)
{
    png_image image = {.version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGBA};
    png_alloc_size_t count = PNG_IMAGE_PNG_SIZE_MAX(image);
    uint8_t *const bytes = malloc(count);
    const bool isEncoded = bytes != NULL && png_image_write_to_memory(&image, bytes, &count, 0, pixels, 0, NULL) != 0;
    if (!isEncoded) {
        free(bytes);
        return false;
    }
    *encoded = bytes;
    *encodedCount = count;
    return true;
}
