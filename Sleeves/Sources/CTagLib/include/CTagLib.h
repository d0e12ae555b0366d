// The plain C face of TagLib: what an audio file says about itself.
//
// Every function reads an open file, wherever its descriptor stands, and changes and closes nothing.
// The functions share no state, so different files may be read on different threads. No C++ exception leaves them.

#ifndef CTAGLIB_H
#define CTAGLIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How reading a file ended.
typedef enum CTagLibStatus {
    CTagLibStatusRead = 0,
    /// The file cannot be read; `CTagLibResult.systemError` holds the system's error number.
    CTagLibStatusUnreadable,
    /// The file holds no bytes.
    CTagLibStatusEmpty,
    /// Neither the content nor the name is that of an audio file known here.
    CTagLibStatusNotAudio,
    /// It begins like an audio file and then makes no sense.
    CTagLibStatusDamaged,
    /// The picture is larger than the limit.
    CTagLibStatusTooLarge,
    /// There is no picture in the file.
    CTagLibStatusAbsent,
    /// Its tags are so large or so tangled that reading them was given up.
    CTagLibStatusTooMuch,
    /// There was not enough memory.
    CTagLibStatusOutOfMemory,
} CTagLibStatus;

/// The status of a call and, where the system refused something, its error number.
typedef struct CTagLibResult {
    CTagLibStatus status;
    int32_t systemError;
} CTagLibResult;

/// A plain file that is open for reading.
typedef struct CTagLibFile {
    int descriptor;
    /// In bytes.
    int64_t length;
    /// Whether its name ends in `.mp3`: some files of that kind cannot be told from their content.
    bool isNamedMP3;
    /// Whether its name ends in `.mp4`, which films have too.
    bool isNamedMP4;
} CTagLibFile;

/// UTF-8 text with its length; `bytes` is NULL where the file has no such tag.
typedef struct CTagLibText {
    const char *bytes;
    size_t length;
} CTagLibText;

/// Whether a picture of the cover is in the file.
typedef enum CTagLibPictureState {
    CTagLibPictureStateAbsent = 0,
    CTagLibPictureStatePresent,
    CTagLibPictureStateTooLarge,
} CTagLibPictureState;

/// What the tags say. Freed with `ctaglib_tags_free`.
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
    /// The release id of MusicBrainz, which taggers store as the album id.
    CTagLibText musicBrainzRelease;
    /// The release group: the album, whatever its edition.
    CTagLibText musicBrainzReleaseGroup;
    bool isCompilation;
    /// Whether any text was longer than the limit and lost its end.
    bool textWasCut;
    CTagLibPictureState picture;
    /// Playing time; -1 where it is not known.
    int32_t seconds;
} CTagLibTags;

/// The bytes of a picture. Freed with `ctaglib_picture_free`.
typedef struct CTagLibPicture {
    const uint8_t *bytes;
    size_t length;
} CTagLibPicture;

/// Reads the tags of a file. Texts longer than `textLimit` bytes are cut at a character; a picture above `pictureLimit`
/// bytes counts as too large. `*tags` is set only where the status is `CTagLibStatusRead`.
CTagLibResult ctaglib_tags_read(CTagLibFile file, size_t textLimit, size_t pictureLimit, CTagLibTags **tags);

/// Frees what `ctaglib_tags_read` returned. NULL is allowed.
void ctaglib_tags_free(CTagLibTags *tags);

/// Reads the front cover inside a file, or its first picture where none is marked as the front cover. `*picture` is set
/// only where the status is `CTagLibStatusRead`.
CTagLibResult ctaglib_picture_read(CTagLibFile file, size_t limit, CTagLibPicture **picture);

/// Frees what `ctaglib_picture_read` returned. NULL is allowed.
void ctaglib_picture_free(CTagLibPicture *picture);

#ifdef __cplusplus
}
#endif

#endif
