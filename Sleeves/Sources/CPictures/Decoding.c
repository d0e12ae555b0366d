#include "Decoding.h"
#include "Profile.h"

#include <pthread.h>

void giveUp(struct Decoding *decoding, const char *reason)
{
    CPicturesPicture *const picture = decoding->picture;
    snprintf(picture->reason, sizeof picture->reason, "%s", reason);
    // The texts of the decoders' libraries are in ASCII, but may quote the picture.
    for (char *c = picture->reason; *c != 0; ++c) {
        if (*c < ' ' || *c > '~') *c = '?';
    }
    end(decoding, CPICTURES_DAMAGED);
}

void end(struct Decoding *decoding, int outcome)
{
    decoding->outcome = outcome;
    longjmp(decoding->back, 1);
}

void *own(struct Decoding *decoding, void *memory)
{
    const bool hasPlace = decoding->ownedCount < sizeof decoding->owned / sizeof *decoding->owned;
    if (!hasPlace) free(memory);
    if (!hasPlace || memory == NULL) giveUp(decoding, "there is too little memory for it");
    decoding->owned[decoding->ownedCount++] = memory;
    return memory;
}

void *allocate(struct Decoding *decoding, size_t count, size_t size)
{
    return own(decoding, calloc(count, size));
}

void keepProfile(struct Decoding *decoding, const void *profile, size_t count)
{
    if (decoding->profile != NULL || profile == NULL || count == 0 || count > profileLimit) return;
    decoding->profile = allocate(decoding, 1, count);
    decoding->profileCount = count;
    memcpy(decoding->profile, profile, count);
}

unsigned exifOrientation(const uint8_t *tiff, size_t count)
{
    if (count < 8) return 1;
    const bool isLittle = tiff[0] == 'I';
    const size_t directory = number(tiff + 4, 4, isLittle);
    if (directory > count - 2) return 1;
    const unsigned entries = number(tiff + directory, 2, isLittle);
    for (size_t i = 0; i < entries && directory + 2 + 12 * (i + 1) <= count; ++i) {
        const uint8_t *const entry = tiff + directory + 2 + 12 * i;
        if (number(entry, 2, isLittle) == 274) return number(entry + 8, 2, isLittle);
    }
    return 1;
}

unsigned fittedSide(unsigned longestSide, unsigned side, unsigned otherSide)
{
    const unsigned longest = side > otherSide ? side : otherSide;
    if (longest <= longestSide) return side;
    const unsigned scaled = (unsigned)(((uint64_t)side * longestSide + longest / 2) / longest);
    return scaled > 0 ? scaled : 1;
}

void beginRows(struct Decoding *decoding, unsigned width, unsigned height)
{
    beginScaledRows(decoding, width, height, width, height);
}

void beginScaledRows(struct Decoding *decoding, unsigned width, unsigned height, unsigned rowWidth, unsigned rowHeight)
{
    CPicturesPicture *const picture = decoding->picture;
    if (width == 0 || height == 0) giveUp(decoding, "it has no pixels");
    picture->width = width;
    picture->height = height;
    if ((uint64_t)width * height > decoding->pixelLimit) end(decoding, CPICTURES_TOO_LARGE);
    decoding->width = rowWidth;
    decoding->height = rowHeight;
    picture->width = fittedSide(decoding->longestSide, width, height);
    picture->height = fittedSide(decoding->longestSide, height, width);
    picture->pixels = allocate(decoding, (size_t)picture->width * picture->height, 4);
    if (picture->width == rowWidth && picture->height == rowHeight) return;
    decoding->sums = allocate(decoding, (size_t)picture->width * 4, sizeof *decoding->sums);
    decoding->line = allocate(decoding, (size_t)picture->width * 4, sizeof *decoding->line);
    decoding->rowsPerRow = (double)rowHeight / picture->height;
}

/// Averages the columns of a row, multiplied by alpha, so that transparent pixels lend no colour to others.
static void averageColumns(struct Decoding *decoding, const uint8_t *row)
{
    const unsigned width = decoding->width, newWidth = decoding->picture->width;
    const double ratio = (double)width / newWidth;
    for (unsigned x = 0; x < newWidth; ++x) {
        const double start = x * ratio, stop = start + ratio;
        float red = 0, green = 0, blue = 0, alpha = 0;
        for (unsigned column = (unsigned)start; column < width && column < stop; ++column) {
            const double from = column > start ? column : start, to = column + 1 < stop ? column + 1 : stop;
            const uint8_t *const pixel = row + 4 * (size_t)column;
            const float opacity = (float)((to - from) / ratio) * pixel[3];
            red += opacity * pixel[0];
            green += opacity * pixel[1];
            blue += opacity * pixel[2];
            alpha += opacity;
        }
        float *const average = decoding->line + 4 * (size_t)x;
        average[0] = red;
        average[1] = green;
        average[2] = blue;
        average[3] = alpha;
    }
}

static void addLine(struct Decoding *decoding, double weight)
{
    const size_t count = (size_t)decoding->picture->width * 4;
    for (size_t i = 0; i < count; ++i) decoding->sums[i] += (float)weight * decoding->line[i];
    decoding->weight += weight;
}

static void finishRow(struct Decoding *decoding)
{
    const unsigned width = decoding->picture->width;
    uint8_t *const target = decoding->picture->pixels + (size_t)decoding->rowsMade * width * 4;
    for (size_t i = 0; i < (size_t)width * 4; i += 4) {
        const float *const sum = decoding->sums + i;
        for (unsigned channel = 0; channel < 3; ++channel) {
            const float value = sum[3] > 0 ? sum[channel] / sum[3] + 0.5f : 0;
            target[i + channel] = (uint8_t)(value < 255 ? value : 255);
        }
        const float alpha = decoding->weight > 0 ? sum[3] / (float)decoding->weight + 0.5f : 0;
        target[i + 3] = (uint8_t)(alpha < 255 ? alpha : 255);
    }
    memset(decoding->sums, 0, (size_t)width * 4 * sizeof *decoding->sums);
    decoding->weight = 0;
    ++decoding->rowsMade;
}

void addRow(struct Decoding *decoding, const uint8_t *row)
{
    const CPicturesPicture *const picture = decoding->picture;
    const unsigned y = decoding->rowsRead;
    if (y >= decoding->height) return;
    ++decoding->rowsRead;
    if (decoding->sums == NULL) {
        memcpy(picture->pixels + (size_t)y * picture->width * 4, row, (size_t)picture->width * 4);
        return;
    }
    averageColumns(decoding, row);
    double from = y;
    while (decoding->rowsMade < picture->height && from < y + 1) {
        const double stop = (decoding->rowsMade + 1) * decoding->rowsPerRow;
        const double to = stop < y + 1 ? stop : y + 1;
        addLine(decoding, to - from);
        from = to;
        // Rounding must not lose the last row.
        if (stop > y + 1 && y + 1 < decoding->height) break;
        finishRow(decoding);
    }
}

/// Turns the picture upright.
static void turn(struct Decoding *decoding)
{
    CPicturesPicture *const picture = decoding->picture;
    const unsigned orientation = decoding->orientation;
    if (orientation < 2 || orientation > 8) return;
    const unsigned width = picture->width, height = picture->height;
    // From 5 on, rows become columns.
    const bool isOnItsSide = orientation > 4;
    const unsigned newWidth = isOnItsSide ? height : width, newHeight = isOnItsSide ? width : height;
    uint8_t *const turned = allocate(decoding, (size_t)width * height, 4);
    for (unsigned y = 0; y < newHeight; ++y) {
        for (unsigned x = 0; x < newWidth; ++x) {
            unsigned fromX = isOnItsSide ? y : x, fromY = isOnItsSide ? x : y;
            if (orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8) fromX = width - 1 - fromX;
            if (orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7) fromY = height - 1 - fromY;
            memcpy(turned + 4 * ((size_t)y * newWidth + x), picture->pixels + 4 * ((size_t)fromY * width + fromX), 4);
        }
    }
    picture->pixels = turned;
    picture->width = newWidth;
    picture->height = newHeight;
}

static void decode(struct Decoding *decoding, int type)
{
    switch (type) {
    case CPICTURES_JPEG: decodeJPEG(decoding); break;
    case CPICTURES_PNG: decodePNG(decoding); break;
    case CPICTURES_WEBP: decodeWebP(decoding); break;
    case CPICTURES_GIF: decodeGIF(decoding); break;
    case CPICTURES_AVIF: decodeAVIF(decoding); break;
    case CPICTURES_HEIF: decodeHEIF(decoding); break;
    case CPICTURES_BMP: decodeBMP(decoding); break;
    case CPICTURES_TIFF: decodeTIFF(decoding); break;
    default: end(decoding, CPICTURES_NO_DECODER);
    }
}

static void loadAll(void)
{
    loadHEIF();
    loadTIFF();
}

void cpictures_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, loadAll);
}

int cpictures_decode(
    int type, const uint8_t *bytes, size_t count, unsigned longestSide, size_t pixelLimit, CPicturesPicture *picture)
{
    cpictures_load();
    *picture = (CPicturesPicture){0};
    // On the heap, because data that changes between setjmp and longjmp must not be in a register.
    struct Decoding *const decoding = calloc(1, sizeof *decoding);
    if (decoding == NULL) return CPICTURES_DAMAGED;
    decoding->bytes = bytes;
    decoding->count = count;
    decoding->longestSide = longestSide;
    decoding->pixelLimit = pixelLimit;
    decoding->picture = picture;
    decoding->orientation = 1;
    if (setjmp(decoding->back) == 0) {
        if (count == 0) giveUp(decoding, "it is empty");
        decode(decoding, type);
        turn(decoding);
        if (decoding->profile != NULL) {
            convertToSRGB(decoding->profile, decoding->profileCount, picture->pixels, (size_t)picture->width * picture->height);
        }
    }
    const int outcome = decoding->outcome;
    if (decoding->close != NULL) decoding->close(decoding->codec);
    if (outcome != CPICTURES_DECODED) picture->pixels = NULL;
    for (unsigned i = 0; i < decoding->ownedCount; ++i) {
        // The caller frees the pixels.
        if (decoding->owned[i] != picture->pixels) free(decoding->owned[i]);
    }
    free(decoding);
    return outcome;
}
