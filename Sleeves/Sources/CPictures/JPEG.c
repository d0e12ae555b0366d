#include "JPEG.h"

#include <jerror.h>

/// The decoder of one picture.
struct Codec {
    struct jpeg_decompress_struct in;
    struct JPEGFailure failure;
    struct Decoding *decoding;
    cmsHTRANSFORM transform;
    uint8_t *row, *colours;
};

static void closeCodec(void *data)
{
    struct Codec *const codec = data;
    jpeg_destroy_decompress(&codec->in);
    if (codec->transform != NULL) cmsDeleteTransform(codec->transform);
}

static void fail(j_common_ptr info)
{
    char reason[JMSG_LENGTH_MAX];
    info->err->format_message(info, reason);
    giveUp(((struct Codec *)info)->decoding, reason);
}

static void warn(j_common_ptr info, int level)
{
    if (level >= 0) return;
    // Other decoders fill what is missing with grey. In an arithmetic code, they fill it with noise.
    if (info->err->msg_code == JWRN_JPEG_EOF && ((j_decompress_ptr)info)->arith_code) fail(info);
    ++info->err->num_warnings;
}

/// Finds the picture's orientation and profile, and chooses the colours of its rows.
static void choose(struct Codec *codec)
{
    struct Decoding *const decoding = codec->decoding;
    for (jpeg_saved_marker_ptr marker = codec->in.marker_list; marker != NULL; marker = marker->next) {
        const unsigned found = orientation(marker);
        if (found != 1) decoding->orientation = found;
    }
    JOCTET *profile = NULL;
    unsigned count = 0;
    if (jpeg_read_icc_profile(&codec->in, &profile, &count)) {
        decoding->profile = own(decoding, profile);
        decoding->profileCount = count;
    }
    if (!isCMYK(&codec->in)) {
        codec->in.out_color_space = JCS_EXT_RGBA;
        return;
    }
    codec->in.out_color_space = JCS_CMYK;
    if (decoding->profile != NULL) {
        codec->transform = openTransform(profile, count, cmsSigCmykData, codec->in.saw_Adobe_marker, false);
    }
    // The rows are in sRGB, then.
    decoding->profile = NULL;
}

/// Converts a row of inks to colours, by the profile or else by the simplest of all formulas.
static void convertInks(const struct Codec *codec)
{
    const unsigned width = codec->in.output_width;
    const uint8_t *source = codec->row;
    uint8_t *target = codec->colours;
    if (codec->transform != NULL) {
        // Three bytes a pixel, at the end of the row of four, so that each is read before it is overwritten.
        uint8_t *const converted = target + width;
        cmsDoTransform(codec->transform, source, converted, width);
        for (unsigned x = 0; x < width; ++x) {
            const uint8_t red = converted[3 * (size_t)x], green = converted[3 * (size_t)x + 1], blue = converted[3 * (size_t)x + 2];
            const uint8_t pixel[4] = {red, green, blue, 255};
            memcpy(target + 4 * (size_t)x, pixel, 4);
        }
        return;
    }
    // Adobe's programs write how much light an ink lets through.
    const uint8_t inverse = codec->in.saw_Adobe_marker ? 0 : 255;
    for (unsigned x = 0; x < width; ++x, source += 4, target += 4) {
        const unsigned black = source[3] ^ inverse;
        for (unsigned channel = 0; channel < 3; ++channel) target[channel] = (uint8_t)((source[channel] ^ inverse) * black / 255);
        target[3] = 255;
    }
}

void decodeJPEG(struct Decoding *decoding)
{
    struct Codec *const codec = allocate(decoding, 1, sizeof *codec);
    codec->decoding = decoding;
    decoding->codec = codec;
    decoding->close = closeCodec;
    codec->in.err = jpeg_std_error(&codec->failure.manager);
    codec->failure.manager.error_exit = fail;
    codec->failure.manager.emit_message = warn;
    jpeg_create_decompress(&codec->in);
    jpeg_save_markers(&codec->in, JPEG_APP0 + 1, 0xffff);
    jpeg_save_markers(&codec->in, JPEG_APP0 + 2, 0xffff);
    jpeg_mem_src(&codec->in, decoding->bytes, decoding->count);
    jpeg_read_header(&codec->in, TRUE);
    choose(codec);
    halve(&codec->in, decoding->longestSide);
    jpeg_calc_output_dimensions(&codec->in);
    beginScaledRows(
        decoding, codec->in.image_width, codec->in.image_height, codec->in.output_width, codec->in.output_height);
    jpeg_start_decompress(&codec->in);
    codec->row = allocate(decoding, codec->in.output_width, 4);
    codec->colours = allocate(decoding, codec->in.output_width, 4);
    while (codec->in.output_scanline < codec->in.output_height) {
        JSAMPROW row = codec->row;
        jpeg_read_scanlines(&codec->in, &row, 1);
        if (codec->in.out_color_space == JCS_CMYK) convertInks(codec);
        addRow(decoding, codec->in.out_color_space == JCS_CMYK ? codec->colours : codec->row);
    }
}

static void growSink(j_compress_ptr out, size_t capacity)
{
    struct JPEGSink *const sink = (struct JPEGSink *)out->dest;
    uint8_t *const bytes = realloc(sink->bytes, capacity);
    if (bytes == NULL) failJPEG((j_common_ptr)out);
    sink->manager.next_output_byte = bytes + sink->capacity;
    sink->manager.free_in_buffer = capacity - sink->capacity;
    sink->bytes = bytes;
    sink->capacity = capacity;
}

static void openSink(j_compress_ptr out)
{
    growSink(out, 16384);
}

static boolean emptySink(j_compress_ptr out)
{
    growSink(out, 2 * ((struct JPEGSink *)out->dest)->capacity);
    return TRUE;
}

static void closeSink(j_compress_ptr out)
{
    struct JPEGSink *const sink = (struct JPEGSink *)out->dest;
    sink->count = sink->capacity - sink->manager.free_in_buffer;
}

void writeTo(struct JPEGSink *sink, j_compress_ptr out)
{
    sink->manager = (struct jpeg_destination_mgr){
        .init_destination = openSink, .empty_output_buffer = emptySink, .term_destination = closeSink};
    out->dest = &sink->manager;
}

/// The encoder of one picture.
struct Encoder {
    struct jpeg_compress_struct out;
    struct JPEGFailure failure;
    struct JPEGSink sink;
};

bool cpictures_encode_jpeg(
    const uint8_t *pixels, unsigned width, unsigned height, int quality, uint8_t **encoded, size_t *encodedCount)
{
    // On the heap, because data that changes between setjmp and longjmp must not be in a register.
    struct Encoder *const encoder = calloc(1, sizeof *encoder);
    if (encoder == NULL) return false;
    encoder->out.err = jpeg_std_error(&encoder->failure.manager);
    encoder->failure.manager.error_exit = failJPEG;
    if (setjmp(encoder->failure.back) == 0) {
        jpeg_create_compress(&encoder->out);
        writeTo(&encoder->sink, &encoder->out);
        encoder->out.image_width = width;
        encoder->out.image_height = height;
        encoder->out.input_components = 4;
        encoder->out.in_color_space = JCS_EXT_RGBX;
        jpeg_set_defaults(&encoder->out);
        jpeg_set_quality(&encoder->out, quality, TRUE);
        jpeg_start_compress(&encoder->out, TRUE);
        for (unsigned y = 0; y < height; ++y) {
            // libjpeg doesn't write to the row.
            JSAMPROW row = (JSAMPROW)(uintptr_t)(pixels + (size_t)y * width * 4);
            jpeg_write_scanlines(&encoder->out, &row, 1);
        }
        jpeg_finish_compress(&encoder->out);
        *encoded = encoder->sink.bytes;
        *encodedCount = encoder->sink.count;
        encoder->sink.bytes = NULL;
    }
    const bool isEncoded = encoder->sink.bytes == NULL && encoder->sink.count > 0;
    jpeg_destroy_compress(&encoder->out);
    free(encoder->sink.bytes);
    free(encoder);
    return isEncoded;
}

unsigned cpictures_count_scans(const uint8_t *bytes, size_t count)
{
    unsigned scans = 0;
    size_t at = 2;
    while (at + 4 <= count) {
        // In the data of a scan, a zero byte or a restart marker follows each such byte.
        const uint8_t *const found = memchr(bytes + at, 0xff, count - at - 1);
        if (found == NULL) break;
        at = (size_t)(found - bytes) + 1;
        const uint8_t marker = bytes[at];
        if (marker == 0xff) continue;
        ++at;
        if (marker == 0xd9) break;
        if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) continue;
        if (marker == 0xda) ++scans;
        // Segments may contain anything, even other pictures.
        if (at + 2 > count) break;
        at += number(bytes + at, 2, false);
    }
    return scans;
}

