#include "Decoding.h"

#include <webp/decode.h>
#include <webp/demux.h>

/// The parts of one picture.
struct Codec {
    WebPDemuxer *parts;
    WebPIterator frame;
    bool hasFrame;
};

static void closeCodec(void *data)
{
    struct Codec *const codec = data;
    if (codec->hasFrame) WebPDemuxReleaseIterator(&codec->frame);
    if (codec->parts != NULL) WebPDemuxDelete(codec->parts);
}

/// Finds the picture's orientation and profile.
static void readNotes(struct Decoding *decoding, const WebPDemuxer *parts)
{
    WebPChunkIterator chunk;
    if (WebPDemuxGetChunk(parts, "ICCP", 1, &chunk)) {
        keepProfile(decoding, chunk.chunk.bytes, chunk.chunk.size);
        WebPDemuxReleaseChunkIterator(&chunk);
    }
    if (WebPDemuxGetChunk(parts, "EXIF", 1, &chunk)) {
        // Some programs write the beginning that Exif data have in a JPEG.
        const bool hasName = chunk.chunk.size > 6 && memcmp(chunk.chunk.bytes, "Exif\0", 6) == 0;
        const size_t skipped = hasName ? 6 : 0;
        decoding->orientation = exifOrientation(chunk.chunk.bytes + skipped, chunk.chunk.size - skipped);
        WebPDemuxReleaseChunkIterator(&chunk);
    }
}

void decodeWebP(struct Decoding *decoding)
{
    struct Codec *const codec = allocate(decoding, 1, sizeof *codec);
    decoding->codec = codec;
    decoding->close = closeCodec;
    WebPData bytes = {decoding->bytes, decoding->count};
    codec->parts = WebPDemux(&bytes);
    if (codec->parts != NULL) {
        readNotes(decoding, codec->parts);
        codec->hasFrame = WebPDemuxGetFrame(codec->parts, 1, &codec->frame) != 0;
        // Of an animation, the decoder itself reads no frame.
        if (codec->hasFrame) bytes = codec->frame.fragment;
    }
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) end(decoding, CPICTURES_NO_DECODER);
    if (WebPGetFeatures(bytes.bytes, bytes.size, &config.input) != VP8_STATUS_OK || config.input.has_animation) {
        giveUp(decoding, "its header is damaged");
    }
    const unsigned width = (unsigned)config.input.width, height = (unsigned)config.input.height;
    const unsigned newWidth = fittedSide(decoding->longestSide, width, height), newHeight = fittedSide(decoding->longestSide, height, width);
    beginScaledRows(decoding, width, height, newWidth, newHeight);
    config.options.use_scaling = newWidth != width || newHeight != height;
    config.options.scaled_width = (int)newWidth;
    config.options.scaled_height = (int)newHeight;
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = decoding->picture->pixels;
    config.output.u.RGBA.stride = (int)newWidth * 4;
    config.output.u.RGBA.size = (size_t)newWidth * newHeight * 4;
    const VP8StatusCode status = WebPDecode(bytes.bytes, bytes.size, &config);
    WebPFreeDecBuffer(&config.output);
    if (status == VP8_STATUS_OUT_OF_MEMORY) giveUp(decoding, "there is too little memory for it");
    if (status != VP8_STATUS_OK) giveUp(decoding, "its frame is damaged or ends early");
}
