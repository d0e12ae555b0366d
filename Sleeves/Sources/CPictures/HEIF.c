#include "Decoding.h"

#include <libheif/heif.h>

/// The decoder of one picture.
struct Codec {
    struct heif_context *context;
    struct heif_image_handle *handle;
    struct heif_image *image;
};

static void closeCodec(void *data)
{
    struct Codec *const codec = data;
    if (codec->image != NULL) heif_image_release(codec->image);
    if (codec->handle != NULL) heif_image_handle_release(codec->handle);
    if (codec->context != NULL) heif_context_free(codec->context);
}

static void check(struct Decoding *decoding, struct heif_error error)
{
    if (error.code == heif_error_Ok) return;
    const bool isUnknown = error.subcode == heif_suberror_Unsupported_codec || error.code == heif_error_Plugin_loading_error;
    if (isUnknown) end(decoding, CPICTURES_NO_DECODER);
    giveUp(decoding, error.message);
}

static void readProfile(struct Decoding *decoding, const struct heif_image_handle *handle)
{
    const enum heif_color_profile_type type = heif_image_handle_get_color_profile_type(handle);
    if (type != heif_color_profile_type_prof && type != heif_color_profile_type_rICC) return;
    const size_t count = heif_image_handle_get_raw_color_profile_size(handle);
    if (count == 0 || count > decoding->count) return;
    decoding->profile = allocate(decoding, 1, count);
    decoding->profileCount = count;
    check(decoding, heif_image_handle_get_raw_color_profile(handle, decoding->profile));
}

void decodeHEIF(struct Decoding *decoding)
{
    struct Codec *const codec = allocate(decoding, 1, sizeof *codec);
    decoding->codec = codec;
    decoding->close = closeCodec;
    codec->context = heif_context_alloc();
    if (codec->context == NULL) giveUp(decoding, "there is too little memory for it");
    check(decoding, heif_context_read_from_memory_without_copy(codec->context, decoding->bytes, decoding->count, NULL));
    check(decoding, heif_context_get_primary_image_handle(codec->context, &codec->handle));
    // The library turns the picture upright by itself.
    const int width = heif_image_handle_get_width(codec->handle), height = heif_image_handle_get_height(codec->handle);
    if (width <= 0 || height <= 0) giveUp(decoding, "it has no pixels");
    beginRows(decoding, (unsigned)width, (unsigned)height);
    readProfile(decoding, codec->handle);
    check(decoding, heif_decode_image(codec->handle, &codec->image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, NULL));
    // The pixels may contradict the announcement.
    if (heif_image_get_width(codec->image, heif_channel_interleaved) != width
        || heif_image_get_height(codec->image, heif_channel_interleaved) != height) {
        giveUp(decoding, "it has another size than it says");
    }
    int stride = 0;
    const uint8_t *const pixels = heif_image_get_plane_readonly(codec->image, heif_channel_interleaved, &stride);
    if (pixels == NULL || stride < width * 4) giveUp(decoding, "it has an unknown form of pixels");
    for (int y = 0; y < height; ++y) addRow(decoding, pixels + (size_t)y * (size_t)stride);
}

void loadHEIF(void)
{
    heif_init(NULL);
}
