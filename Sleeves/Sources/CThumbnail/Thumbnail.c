#include "CThumbnail.h"
#include "Profile.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

/// A picture in several scans is in memory as a whole before its first row is there.
static const unsigned long severalScansLimit = 4000000;

/// What libjpeg may hold at once, in bytes: three times what the largest picture in several scans needs.
static const long memoryLimit = 96 << 20;

struct Failure {
    struct jpeg_error_mgr manager;
    jmp_buf back;
};

static void fail(j_common_ptr info)
{
    longjmp(((struct Failure *)info->err)->back, 1);
}

static void passOver(j_common_ptr info, int level)
{
    // Below nought it is a warning: something is wrong with the picture.
    if (level < 0) fail(info);
}

static bool isGrey(const struct jpeg_decompress_struct *in)
{
    return in->num_components == 1 && in->jpeg_color_space == JCS_GRAYSCALE;
}

static bool isCMYK(const struct jpeg_decompress_struct *in)
{
    return in->num_components == 4 && (in->jpeg_color_space == JCS_CMYK || in->jpeg_color_space == JCS_YCCK);
}

static unsigned number(const uint8_t *bytes, unsigned count, bool isLittle)
{
    unsigned value = 0;
    for (unsigned i = 0; i < count; ++i) value = value << 8 | bytes[isLittle ? count - 1 - i : i];
    return value;
}

/// Whether a camera's notes say that the picture does not stand upright (Exif 2.32, 4.6.4: tag 274 of the first directory).
static bool isTurned(const uint8_t *notes, size_t count)
{
    if (count < 14 || memcmp(notes, "Exif\0", 6) != 0) return false;
    const uint8_t *tiff = notes + 6;
    count -= 6;
    const bool isLittle = tiff[0] == 'I';
    const size_t directory = number(tiff + 4, 4, isLittle);
    if (directory > count - 2) return false;
    const unsigned entries = number(tiff + directory, 2, isLittle);
    for (size_t i = 0; i < entries && directory + 2 + 12 * (i + 1) <= count; ++i) {
        const uint8_t *entry = tiff + directory + 2 + 12 * i;
        if (number(entry, 2, isLittle) == 274) return number(entry + 8, 2, isLittle) != 1;
    }
    return false;
}

static bool isUsual(struct jpeg_decompress_struct *in)
{
    const bool isColour = in->num_components == 3 && in->jpeg_color_space == JCS_YCbCr;
    const unsigned long pixels = (unsigned long)in->image_width * in->image_height;
    if (!(isGrey(in) || isColour || isCMYK(in))) return false;
    if (jpeg_has_multiple_scans(in) && pixels > severalScansLimit) return false;
    for (jpeg_saved_marker_ptr marker = in->marker_list; marker != NULL; marker = marker->next) {
        if (marker->marker == JPEG_APP0 + 1 && isTurned(marker->data, marker->data_length)) return false;
    }
    return true;
}

/// The columns that one column of the smaller picture is made of: the first, and how much of that and of the two next to it.
struct Columns {
    unsigned first;
    float weights[3];
};

/// Where the encoder writes.
///
/// libjpeg's own destination in memory frees a buffer that is full, and says where the next one is only when the picture is finished: whoever
/// leaves early holds a pointer to freed memory. This one always knows its bytes.
struct Sink {
    struct jpeg_destination_mgr manager;
    uint8_t *bytes;
    size_t capacity, count;
};

static void growSink(j_compress_ptr out, size_t capacity)
{
    struct Sink *const sink = (struct Sink *)out->dest;
    uint8_t *const bytes = realloc(sink->bytes, capacity);
    if (bytes == NULL) fail((j_common_ptr)out);
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
    growSink(out, 2 * ((struct Sink *)out->dest)->capacity);
    return TRUE;
}

static void closeSink(j_compress_ptr out)
{
    struct Sink *const sink = (struct Sink *)out->dest;
    sink->count = sink->capacity - sink->manager.free_in_buffer;
}

/// Both codecs, and what has to go with them however it ends.
struct Work {
    struct jpeg_decompress_struct in;
    struct jpeg_compress_struct out;
    struct Failure failure;
    struct Sink sink;
    /// A row as it was read, one as it is written, and the weighted rows that the next one to be written is made of.
    uint8_t *row, *finished;
    uint16_t *sums;
    struct Columns *columns;
    /// The picture's profile, what brings its colours to sRGB, and a row with those; none where there is nothing to be done.
    uint8_t *profile, *converted;
    cmsHTRANSFORM transform;
    bool isMade;
};

/// Which columns make which. The decoder has halved the picture already, so that it is never twice the size.
static void planColumns(struct Columns *columns, unsigned width, unsigned newWidth)
{
    const double ratio = (double)width / newWidth;
    for (unsigned x = 0; x < newWidth; ++x) {
        const double start = x * ratio, end = start + ratio;
        struct Columns *const plan = &columns[x];
        *plan = (struct Columns){.first = (unsigned)start};
        for (unsigned i = 0; i < 3 && plan->first + i < width && plan->first + i < end; ++i) {
            const unsigned column = plan->first + i;
            const double from = column > start ? column : start, to = column + 1 < end ? column + 1 : end;
            plan->weights[i] = (float)((to - from) / ratio);
        }
    }
}

/// A row's full weight. Twice it, times the lightest grey, is just what sixteen bits hold, and the processor adds eight of those at once.
static const unsigned fullWeight = 128;

/// Adds a row to the sums. The pointers lead to different places, which the compiler has to be told.
static void addRow(uint16_t *restrict sums, const uint8_t *restrict row, unsigned weight, unsigned count)
{
    for (unsigned i = 0; i < count; ++i) sums[i] = (uint16_t)(sums[i] + weight * row[i]);
}

/// How much room the rows have behind their end, in channels: two columns that are not there, and three channels of the last.
static const size_t slack = 2 * 4 + 3;

typedef float Floats __attribute__((vector_size(16)));
typedef int32_t Numbers __attribute__((vector_size(16)));
typedef uint16_t Sums __attribute__((vector_size(8)));
typedef uint8_t Bytes __attribute__((vector_size(4)));

/// Four channels, whether that many belong to the column or not: the processor takes them at once.
static inline Floats column(const uint16_t *sums)
{
    Sums four;
    memcpy(&four, sums, sizeof four);
    return __builtin_convertvector(four, Floats);
}

/// Averages over the columns. What it reads and writes behind the end of a row is within the slack.
static void averageColumns(
    uint8_t *restrict target,
    const uint16_t *restrict sums,
    const struct Columns *restrict columns,
    unsigned newWidth,
    unsigned channels,
    float share)
{
    for (unsigned x = 0; x < newWidth; ++x) {
        const struct Columns *const plan = &columns[x];
        const uint16_t *const source = sums + plan->first * channels;
        const Floats sum = plan->weights[0] * column(source) + plan->weights[1] * column(source + channels)
                         + plan->weights[2] * column(source + 2 * channels);
        // The weights make one, so that nothing is above 255.5.
        const Bytes pixel = __builtin_convertvector(__builtin_convertvector(sum * share + 0.5f, Numbers), Bytes);
        memcpy(target, &pixel, sizeof pixel);
        target += channels;
    }
}

static void finishRow(struct Work *work, unsigned newWidth, unsigned channels, unsigned rowWeight)
{
    averageColumns(work->finished, work->sums, work->columns, newWidth, channels, 1.0f / (float)rowWeight);
    JSAMPROW row = work->finished;
    if (work->transform != NULL) {
        cmsDoTransform(work->transform, work->finished, work->converted, newWidth);
        row = work->converted;
    }
    jpeg_write_scanlines(&work->out, &row, 1);
}

/// Reads all rows, and writes those of the smaller picture as they are filled.
static void scale(struct Work *work, unsigned newWidth, unsigned newHeight)
{
    const unsigned height = work->in.output_height, channels = (unsigned)work->in.output_components;
    const unsigned count = work->in.output_width * channels;
    const double ratio = (double)height / newHeight;
    unsigned written = 0, rowWeight = 0;
    for (unsigned y = 0; y < height; ++y) {
        JSAMPROW row = work->row;
        jpeg_read_scanlines(&work->in, &row, 1);
        double from = y;
        while (written < newHeight && from < y + 1) {
            const double end = (written + 1) * ratio;
            const double to = end < y + 1 ? end : y + 1;
            const unsigned weight = (unsigned)((to - from) * fullWeight + 0.5);
            addRow(work->sums, work->row, weight, count);
            rowWeight += weight;
            from = to;
            // Rounding must not lose the last row.
            if (end > y + 1 && y + 1 < height) break;
            finishRow(work, newWidth, channels, rowWeight > 0 ? rowWeight : 1);
            memset(work->sums, 0, count * sizeof *work->sums);
            rowWeight = 0;
            ++written;
        }
    }
}

/// Looks what the picture's colours mean. Inks without a profile are left to others.
static void openColours(struct Work *work)
{
    JOCTET *profile = NULL;
    unsigned count = 0;
    if (jpeg_read_icc_profile(&work->in, &profile, &count)) {
        work->profile = profile;
        const cmsColorSpaceSignature space = isGrey(&work->in) ? cmsSigGrayData : isCMYK(&work->in) ? cmsSigCmykData : cmsSigRgbData;
        work->transform = openTransform(profile, count, space, work->in.saw_Adobe_marker, false);
    }
    if (work->transform == NULL && isCMYK(&work->in)) longjmp(work->failure.back, 1);
    // Without a profile to heed, the picture stays in the colours it is in.
    work->in.out_color_space = work->in.jpeg_color_space;
    if (work->transform != NULL && !isGrey(&work->in)) work->in.out_color_space = isCMYK(&work->in) ? JCS_CMYK : JCS_RGB;
}

static void make(struct Work *work, const uint8_t *bytes, size_t size, unsigned longestSide, int quality)
{
    jpeg_create_decompress(&work->in);
    jpeg_create_compress(&work->out);
    work->in.mem->max_memory_to_use = memoryLimit;
    jpeg_save_markers(&work->in, JPEG_APP0 + 1, 0xffff);
    jpeg_save_markers(&work->in, JPEG_APP0 + 2, 0xffff);
    jpeg_mem_src(&work->in, bytes, size);
    jpeg_read_header(&work->in, TRUE);
    if (!isUsual(&work->in)) longjmp(work->failure.back, 1);

    // The decoder leaves out what is not needed, by halves, at no cost.
    const unsigned longest = work->in.image_width > work->in.image_height ? work->in.image_width : work->in.image_height;
    work->in.scale_denom = 8;
    work->in.scale_num = 8;
    while (work->in.scale_num > 1 && (unsigned long)longest * (work->in.scale_num / 2) / 8 >= longestSide) work->in.scale_num /= 2;
    openColours(work);
    work->in.do_fancy_upsampling = FALSE;
    jpeg_start_decompress(&work->in);

    unsigned newWidth = work->in.image_width, newHeight = work->in.image_height;
    if (longest > longestSide) {
        newWidth = (unsigned)(((unsigned long)newWidth * longestSide + longest / 2) / longest);
        newHeight = (unsigned)(((unsigned long)newHeight * longestSide + longest / 2) / longest);
        if (newWidth == 0) newWidth = 1;
        if (newHeight == 0) newHeight = 1;
    }
    // The sums have room for no more, nor have the plans of the columns. Only panoramas and posters come to this.
    if (work->in.output_width > 2 * newWidth || work->in.output_height > 2 * newHeight) longjmp(work->failure.back, 1);
    const size_t count = (size_t)work->in.output_width * (size_t)work->in.output_components;
    work->row = malloc(count);
    work->finished = malloc(count + slack);
    work->sums = calloc(count + slack, sizeof *work->sums);
    work->columns = malloc(newWidth * sizeof *work->columns);
    work->converted = malloc((size_t)newWidth * 3);
    if (work->row == NULL || work->finished == NULL || work->sums == NULL || work->columns == NULL || work->converted == NULL) {
        longjmp(work->failure.back, 1);
    }
    planColumns(work->columns, work->in.output_width, newWidth);

    work->sink.manager = (struct jpeg_destination_mgr){
        .init_destination = openSink, .empty_output_buffer = emptySink, .term_destination = closeSink};
    work->out.dest = &work->sink.manager;
    work->out.image_width = newWidth;
    work->out.image_height = newHeight;
    work->out.input_components = work->transform != NULL ? 3 : work->in.output_components;
    work->out.in_color_space = work->transform != NULL ? JCS_RGB : work->in.out_color_space;
    jpeg_set_defaults(&work->out);
    jpeg_set_quality(&work->out, quality, TRUE);
    jpeg_start_compress(&work->out, TRUE);
    scale(work, newWidth, newHeight);
    jpeg_finish_compress(&work->out);
    jpeg_finish_decompress(&work->in);
}

unsigned cthumbnail_count_scans(const uint8_t *bytes, size_t count)
{
    unsigned scans = 0;
    size_t at = 2;
    while (at + 4 <= count) {
        // The data of a scan has a zero byte, or the number of a restart, behind each of its own bytes of this kind.
        const uint8_t *const found = memchr(bytes + at, 0xff, count - at - 1);
        if (found == NULL) break;
        at = (size_t)(found - bytes) + 1;
        const uint8_t marker = bytes[at];
        if (marker == 0xff) continue;
        ++at;
        if (marker == 0xd9) break;
        if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) continue;
        if (marker == 0xda) ++scans;
        // Segments may hold anything, other pictures too.
        if (at + 2 > count) break;
        at += number(bytes + at, 2, false);
    }
    return scans;
}

bool cthumbnail_make(
    const uint8_t *bytes, size_t count, unsigned longestSide, int quality, uint8_t **thumbnail, size_t *thumbnailCount)
{
    // On the heap, because what changes between setjmp and longjmp must not be in a register.
    struct Work *const work = calloc(1, sizeof *work);
    if (work == NULL) return false;
    work->in.err = work->out.err = jpeg_std_error(&work->failure.manager);
    work->failure.manager.error_exit = fail;
    work->failure.manager.emit_message = passOver;
    if (setjmp(work->failure.back) == 0) {
        make(work, bytes, count, longestSide, quality);
        *thumbnail = work->sink.bytes;
        *thumbnailCount = work->sink.count;
        work->sink.bytes = NULL;
        work->isMade = true;
    }
    const bool isMade = work->isMade;
    jpeg_destroy_decompress(&work->in);
    jpeg_destroy_compress(&work->out);
    if (work->transform != NULL) cmsDeleteTransform(work->transform);
    free(work->sink.bytes);
    free(work->row);
    free(work->finished);
    free(work->sums);
    free(work->columns);
    free(work->profile);
    free(work->converted);
    free(work);
    return isMade;
}
