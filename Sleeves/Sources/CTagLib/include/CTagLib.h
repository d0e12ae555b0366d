// A plain C interface to TagLib for reading an audio file's tags.
//
// Each function reads an open file, whatever the position of its descriptor, and changes and closes nothing.
// The functions share no state, so different files may be read on different threads. No C++ exception leaves them.

#ifndef CTAGLIB_H
#define CTAGLIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The status of reading a file.
typedef enum CTagLibStatus {
    CTagLibStatusRead = 0,
    /// The file can't be read; `CTagLibResult.systemError` contains the system's error number.
    CTagLibStatusUnreadable,
    /// The file is empty.
    CTagLibStatusEmpty,
    /// Neither the content nor the name belongs to a known type of audio file.
    CTagLibStatusNotAudio,
    /// The file begins like an audio file but is damaged.
    CTagLibStatusDamaged,
    /// The picture is larger than the limit.
    CTagLibStatusTooLarge,
    /// The file has no picture.
    CTagLibStatusAbsent,
    /// The tags are too large or too complex to read.
    CTagLibStatusTooMuch,
    /// There was not enough memory.
    CTagLibStatusOutOfMemory,
} CTagLibStatus;

/// The status of a call and, for a failure of the system, its error number.
typedef struct CTagLibResult {
    CTagLibStatus status;
    int32_t systemError;
} CTagLibResult;

/// A regular file that is open for reading.
typedef struct CTagLibFile {
    int descriptor;
    /// The length in bytes.
    int64_t length;
    /// Whether its name is that of a stream of frames, such as `.mp3` or `.aac`, some of which can't be detected by their first bytes.
    bool isNamedStream;
    /// Whether its name ends in `.mp4`, which videos have too.
    bool isNamedMP4;
} CTagLibFile;

/// A text with its length; `bytes` is NULL if the file lacks the tag.
typedef struct CTagLibText {
    const char *bytes;
    size_t length;
    /// Whether the tag declares Latin 1, or nothing, and the bytes may be in any encoding. Other texts are UTF-8.
    bool isUndeclared;
} CTagLibText;

/// Whether the file has an embedded cover.
typedef enum CTagLibPictureState {
    CTagLibPictureStateAbsent = 0,
    CTagLibPictureStatePresent,
    CTagLibPictureStateTooLarge,
    /// The only pictures are of other kinds than the front: a back cover, an icon, an artist.
    CTagLibPictureStateOther,
} CTagLibPictureState;

/// The tags of a file. Free them with `ctaglib_tags_free`.
typedef struct CTagLibTags {
    CTagLibText title;
    CTagLibText artist;
    CTagLibText artistSort;
    CTagLibText albumArtist;
    CTagLibText albumArtistSort;
    CTagLibText album;
    CTagLibText albumSort;
    CTagLibText date;
    CTagLibText genre;
    /// `3` or `3/12`.
    CTagLibText trackNumber;
    /// `1` or `1/2`.
    CTagLibText discNumber;
    /// The release ID of MusicBrainz, which tag editors store as the album ID.
    CTagLibText musicBrainzRelease;
    /// The release group: the album in all its editions.
    CTagLibText musicBrainzReleaseGroup;
    /// The fields that the caller has named, in its order. The values of each are separated by line feeds.
    const CTagLibText *fields;
    size_t fieldCount;
    CTagLibText discSubtitle;
    /// The medium that the music comes from: `CD`, `12" Vinyl`.
    CTagLibText media;
    /// The date when the album was first released.
    CTagLibText originalDate;
    /// The CUE sheet that divides the file.
    CTagLibText cueSheet;
    bool isCompilation;
    /// Whether any text was longer than the limit and was cut.
    bool textWasCut;
    CTagLibPictureState picture;
    /// The playing time in seconds; -1 if unknown.
    int32_t seconds;
} CTagLibTags;

/// The bytes of a picture. Free them with `ctaglib_picture_free`.
typedef struct CTagLibPicture {
    const uint8_t *bytes;
    size_t length;
} CTagLibPicture;

/// Reads the tags of a file. `fields` has a line for each further field to read: its names in TagLib's property maps, separated by tabs, of which
/// the first with a value counts. Texts longer than `textLimit` bytes are cut, between characters if their encoding is known, and a CUE sheet
/// one byte above `sheetLimit`. A picture above `pictureLimit` bytes counts as too large. `*tags` is set only if the status is
/// `CTagLibStatusRead`.
CTagLibResult ctaglib_tags_read(
    CTagLibFile file, const char *fields, size_t textLimit, size_t sheetLimit, size_t pictureLimit, CTagLibTags **tags);

/// Frees what `ctaglib_tags_read` returned. NULL is allowed.
void ctaglib_tags_free(CTagLibTags *tags);

/// Reads the front cover of a file, or its first picture if none is marked as the front cover. `*picture` is set only if the status is
/// `CTagLibStatusRead`.
CTagLibResult ctaglib_picture_read(CTagLibFile file, size_t limit, CTagLibPicture **picture);

/// Frees what `ctaglib_picture_read` returned. NULL is allowed.
void ctaglib_picture_free(CTagLibPicture *picture);

#ifdef __cplusplus
}
#endif

#endif
