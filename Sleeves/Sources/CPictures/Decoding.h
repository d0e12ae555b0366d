// One picture while it is decoded: the parts that the decoders of all types share.

#ifndef DECODING_H
#define DECODING_H

#include "CPictures.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Decoding {
    const uint8_t *bytes;
    size_t count;
    unsigned longestSide;
    size_t pixelLimit;

    /// The width and the number of the rows to add, and the picture to make of them; known once `beginRows` has returned.
    unsigned width, height;
    CPicturesPicture *picture;

    /// The sums of the pixels of the row to make, multiplied by alpha; none if the picture keeps its size.
    float *sums, *line;
    double rowsPerRow;
    unsigned rowsRead, rowsMade;
    double weight;

    /// The picture's orientation, from 1 to 8 (Exif 2.32, 4.6.4).
    unsigned orientation;
    /// The picture's profile, and whether it is to be applied.
    uint8_t *profile;
    size_t profileCount;

    /// The object of the decoder's library, and the function that releases it.
    void *codec;
    void (*close)(void *codec);
    /// The memory that was allocated, which is freed at the end.
    void *owned[12];
    unsigned ownedCount;

    jmp_buf back;
    int outcome;
};

/// Ends decoding because of a defect, which an English phrase says.
_Noreturn void giveUp(struct Decoding *decoding, const char *reason);

/// Ends decoding with another outcome than a defect.
_Noreturn void end(struct Decoding *decoding, int outcome);

/// Returns memory, filled with zeros, that is freed when decoding has ended; or ends decoding.
void *allocate(struct Decoding *decoding, size_t count, size_t size);

/// Has memory freed when decoding has ended; ends decoding if there is none. Returns the memory.
void *own(struct Decoding *decoding, void *memory);

/// Sets the size of the picture as stored, and makes room for the smaller one. Ends decoding if the picture is too large.
void beginRows(struct Decoding *decoding, unsigned width, unsigned height);

/// The same for a decoder that scales by itself: its rows have another size.
void beginScaledRows(struct Decoding *decoding, unsigned width, unsigned height, unsigned rowWidth, unsigned rowHeight);

/// Returns a side of the picture to make, at least 1, from those of the one that is stored.
unsigned fittedSide(unsigned longestSide, unsigned side, unsigned otherSide);

/// Adds the next row from the top: four bytes a pixel. Rows beyond the picture's height are ignored.
void addRow(struct Decoding *decoding, const uint8_t *row);

/// Keeps a profile, which is copied.
void keepProfile(struct Decoding *decoding, const void *profile, size_t count);

/// Returns a picture's orientation from Exif data, which begins with the header of a TIFF: 1 unless they say another one.
unsigned exifOrientation(const uint8_t *notes, size_t count);

/// Returns up to four bytes as a number.
static inline unsigned number(const uint8_t *bytes, unsigned count, bool isLittle)
{
    unsigned value = 0;
    for (unsigned i = 0; i < count; ++i) value = value << 8 | bytes[isLittle ? count - 1 - i : i];
    return value;
}

void decodeJPEG(struct Decoding *decoding);
void decodePNG(struct Decoding *decoding);
void decodeWebP(struct Decoding *decoding);
void decodeGIF(struct Decoding *decoding);
void decodeAVIF(struct Decoding *decoding);
void decodeHEIF(struct Decoding *decoding);
void decodeBMP(struct Decoding *decoding);
void decodeTIFF(struct Decoding *decoding);

/// Loads the plug-ins of HEIF's library.
void loadHEIF(void);
/// Silences TIFF's library, which writes to standard error.
void loadTIFF(void);

#endif
