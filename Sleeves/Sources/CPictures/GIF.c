#include "Decoding.h"

#include <gif_lib.h>

/// The decoder of one picture.
struct Codec {
    struct Decoding *decoding;
    size_t at;
    GifFileType *file;
    /// The numbers of the frame's colours.
    uint8_t *frame;
};

static void closeCodec(void *data)
{
    struct Codec *const codec = data;
    int error;
    if (codec->file != NULL) DGifCloseFile(codec->file, &error);
}

static int read(GifFileType *file, GifByteType *target, int count)
{
    struct Codec *const codec = file->UserData;
    const size_t left = codec->decoding->count - codec->at;
    const size_t taken = (size_t)count < left ? (size_t)count : left;
    memcpy(target, codec->decoding->bytes + codec->at, taken);
    codec->at += taken;
    return (int)taken;
}

_Noreturn static void fail(struct Codec *codec)
{
    const char *const reason = GifErrorString(codec->file->Error);
    giveUp(codec->decoding, reason != NULL ? reason : "it contradicts itself");
}

/// Reads up to the first frame, and returns the number of its transparent colour, or one that no colour has.
static int findFrame(struct Codec *codec)
{
    int transparent = NO_TRANSPARENT_COLOR;
    for (;;) {
        GifRecordType type;
        if (DGifGetRecordType(codec->file, &type) == GIF_ERROR) fail(codec);
        if (type == IMAGE_DESC_RECORD_TYPE) break;
        if (type != EXTENSION_RECORD_TYPE) giveUp(codec->decoding, "it has no picture");
        int kind;
        GifByteType *block;
        if (DGifGetExtension(codec->file, &kind, &block) == GIF_ERROR) fail(codec);
        GraphicsControlBlock control;
        if (kind == GRAPHICS_EXT_FUNC_CODE && block != NULL && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK) {
            transparent = control.TransparentColor;
        }
        while (block != NULL) {
            if (DGifGetExtensionNext(codec->file, &block) == GIF_ERROR) fail(codec);
        }
    }
    if (DGifGetImageDesc(codec->file) == GIF_ERROR) fail(codec);
    return transparent;
}

static void readFrame(struct Codec *codec)
{
    const GifImageDesc *const frame = &codec->file->Image;
    codec->frame = allocate(codec->decoding, (size_t)frame->Width, (size_t)frame->Height);
    // GIF89a, appendix E.
    static const int firsts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
    for (int pass = 0; pass < (frame->Interlace ? 4 : 1); ++pass) {
        const int step = frame->Interlace ? steps[pass] : 1;
        for (int y = firsts[pass]; y < frame->Height; y += step) {
            if (DGifGetLine(codec->file, codec->frame + (size_t)y * (size_t)frame->Width, frame->Width) == GIF_ERROR) fail(codec);
        }
    }
}

void decodeGIF(struct Decoding *decoding)
{
    struct Codec *const codec = allocate(decoding, 1, sizeof *codec);
    codec->decoding = decoding;
    decoding->codec = codec;
    decoding->close = closeCodec;
    int error = 0;
    codec->file = DGifOpen(codec, read, &error);
    if (codec->file == NULL) giveUp(decoding, "its header is damaged");
    const int transparent = findFrame(codec);
    const GifImageDesc *const frame = &codec->file->Image;
    const ColorMapObject *const colours = frame->ColorMap != NULL ? frame->ColorMap : codec->file->SColorMap;
    if (colours == NULL) giveUp(decoding, "it has no colours");
    if (frame->Width <= 0 || frame->Height <= 0 || frame->Left < 0 || frame->Top < 0) giveUp(decoding, "its picture has no pixels");
    // Programs show all of a frame that reaches over the edge of its screen.
    const int right = frame->Left + frame->Width, bottom = frame->Top + frame->Height;
    const int width = right > codec->file->SWidth ? right : codec->file->SWidth;
    const int height = bottom > codec->file->SHeight ? bottom : codec->file->SHeight;
    beginRows(decoding, (unsigned)width, (unsigned)height);
    readFrame(codec);

    uint8_t *const rgba = allocate(decoding, (size_t)width, 4);
    for (int y = 0; y < height; ++y) {
        memset(rgba, 0, (size_t)width * 4);
        const bool hasPixels = y >= frame->Top && y < bottom;
        for (int x = 0; hasPixels && x < frame->Width; ++x) {
            const int number = codec->frame[(size_t)(y - frame->Top) * (size_t)frame->Width + (size_t)x];
            if (number == transparent || number >= colours->ColorCount) continue;
            const GifColorType colour = colours->Colors[number];
            const uint8_t pixel[4] = {colour.Red, colour.Green, colour.Blue, 255};
            memcpy(rgba + 4 * (size_t)(frame->Left + x), pixel, 4);
        }
        addRow(decoding, rgba);
    }
}
