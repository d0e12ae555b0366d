#include "Decoding.h"

#include <avif/avif.h>

static void closeCodec(void *data)
{
    avifDecoderDestroy(data);
}

static void check(struct Decoding *decoding, avifResult result)
{
    if (result == AVIF_RESULT_OK) return;
    if (result == AVIF_RESULT_NO_CODEC_AVAILABLE) end(decoding, CPICTURES_NO_DECODER);
    giveUp(decoding, avifResultToString(result));
}

/// Returns how the picture has to be turned. It is turned anticlockwise first, and then mirrored (ISO/IEC 23008-12, 6.5.10 and 6.5.12).
static unsigned turning(const avifImage *image)
{
    static const unsigned turned[] = {1, 8, 3, 6}, mirrored[2][4] = {{4, 5, 2, 7}, {2, 7, 4, 5}};
    const unsigned quarters = image->transformFlags & AVIF_TRANSFORM_IROT ? image->irot.angle & 3 : 0;
    if (!(image->transformFlags & AVIF_TRANSFORM_IMIR)) return turned[quarters];
#if AVIF_VERSION_MAJOR >= 1
    return mirrored[image->imir.axis & 1][quarters];
#else
    return mirrored[image->imir.mode & 1][quarters];
#endif
}

void decodeAVIF(struct Decoding *decoding)
{
    avifDecoder *const decoder = avifDecoderCreate();
    if (decoder == NULL) giveUp(decoding, "there is too little memory for it");
    decoding->codec = decoder;
    decoding->close = closeCodec;
    // Without threads of its own, which a confined process may be unable to make.
    decoder->maxThreads = 1;
    decoder->ignoreExif = AVIF_TRUE;
    decoder->ignoreXMP = AVIF_TRUE;
    decoder->strictFlags = AVIF_STRICT_DISABLED;
    check(decoding, avifDecoderSetIOMemory(decoder, decoding->bytes, decoding->count));
    check(decoding, avifDecoderParse(decoder));
    const unsigned width = decoder->image->width, height = decoder->image->height;
    beginRows(decoding, width, height);
    decoding->orientation = turning(decoder->image);
    keepProfile(decoding, decoder->image->icc.data, decoder->image->icc.size);
    check(decoding, avifDecoderNextImage(decoder));
    // The pixels may contradict the announcement.
    if (decoder->image->width != width || decoder->image->height != height) giveUp(decoding, "it has another size than it says");
    avifRGBImage pixels;
    avifRGBImageSetDefaults(&pixels, decoder->image);
    pixels.format = AVIF_RGB_FORMAT_RGBA;
    pixels.depth = 8;
    pixels.rowBytes = width * 4;
    pixels.pixels = allocate(decoding, (size_t)width * height, 4);
    check(decoding, avifImageYUVToRGB(decoder->image, &pixels));
    for (unsigned y = 0; y < height; ++y) addRow(decoding, pixels.pixels + (size_t)y * width * 4);
}
