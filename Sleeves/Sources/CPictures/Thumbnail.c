#include "JPEG.h"

/// The maximum number of pixels of a picture in several scans, which is in memory as a whole before its first row is available.
static const unsigned long severalScansLimit = 4000000;

/// The memory limit of libjpeg, in bytes: three times the needs of the largest picture in several scans.
static const long memoryLimit = 96 << 20;

static void passOver(j_common_ptr info, int level)
{
    // A negative level is a warning about a defect of the picture.
    if (level < 0) failJPEG(info);
}

static bool isUsual(struct jpeg_decompress_struct *in)
{
    const bool isColour = in->num_components == 3 && in->jpeg_color_space == JCS_YCbCr;
    const unsigned long pixels = (unsigned long)in->image_width * in->image_height;
    if (!(isGrey(in) || isColour || isCMYK(in))) return false;
    if (jpeg_has_multiple_scans(in) && pixels > severalScansLimit) return false;
    for (jpeg_saved_marker_ptr marker = in->marker_list; marker != NULL; marker = marker->next) {
        if (orientation(marker) != 1) return false;
    }
    return true;
}

/// The source columns of a column of the smaller picture: the first one, and the weights of it and the next two.
struct Columns {
    unsigned first;
    float weights[3];
};

/// Both codecs, with the data to free with them in any case.
struct Work {
    struct jpeg_decompress_struct in;
    struct jpeg_compress_struct out;
    struct JPEGFailure failure;
    struct JPEGSink sink;
    /// A row as read, a row to write, and the weighted sums for the next row to write.
    uint8_t *row, *finished;
    uint16_t *sums;
    struct Columns *columns;
    /// The picture's profile, the transform to sRGB, and a converted row; none if no conversion is needed.
    uint8_t *profile, *converted;
    cmsHTRANSFORM transform;
    bool isMade;
};

/// Plans the source columns of each column. The decoder has already halved the picture, so it is less than twice the size.
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

/// A row's full weight. Twice the weight times the lightest grey just fits sixteen bits, of which the processor adds eight at once.
static const unsigned fullWeight = 128;

/// Adds a row to the sums. `restrict` tells the compiler that the pointers don't overlap.
static void addWeighted(uint16_t *restrict sums, const uint8_t *restrict row, unsigned weight, unsigned count)
{
    for (unsigned i = 0; i < count; ++i) sums[i] = (uint16_t)(sums[i] + weight * row[i]);
}

/// The extra space after the rows, in channels: two missing columns, and three channels of the last.
static const size_t slack = 2 * 4 + 3;

typedef float Floats __attribute__((vector_size(16)));
typedef int32_t Numbers __attribute__((vector_size(16)));
typedef uint16_t Sums __attribute__((vector_size(8)));
typedef uint8_t Bytes __attribute__((vector_size(4)));

/// Returns four channels, which the processor handles at once, even if the column has fewer.
static inline Floats column(const uint16_t *sums)
{
    Sums four;
    memcpy(&four, sums, sizeof four);
    return __builtin_convertvector(four, Floats);
}

/// Averages the columns. Accesses after the end of a row are within the slack.
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
        // The weights add up to one, so no value is above 255.5.
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

/// Reads all rows, and writes each row of the smaller picture as soon as it is complete.
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
            addWeighted(work->sums, work->row, weight, count);
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

/// Prepares the conversion of colours. CMYK without a profile isn't handled here.
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
    // Without an applicable profile, the picture keeps its colours.
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

    halve(&work->in, longestSide);
    openColours(work);
    work->in.do_fancy_upsampling = FALSE;
    jpeg_start_decompress(&work->in);

    const unsigned newWidth = fittedSide(longestSide, work->in.image_width, work->in.image_height);
    const unsigned newHeight = fittedSide(longestSide, work->in.image_height, work->in.image_width);
    // The sums and the column plans have no room for more. This only concerns panoramas and posters.
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

    writeTo(&work->sink, &work->out);
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

bool cpictures_make_thumbnail(
    const uint8_t *bytes, size_t count, unsigned longestSide, int quality, uint8_t **thumbnail, size_t *thumbnailCount)
{
    // On the heap, because data that changes between setjmp and longjmp must not be in a register.
    struct Work *const work = calloc(1, sizeof *work);
    if (work == NULL) return false;
    work->in.err = work->out.err = jpeg_std_error(&work->failure.manager);
    work->failure.manager.error_exit = failJPEG;
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
