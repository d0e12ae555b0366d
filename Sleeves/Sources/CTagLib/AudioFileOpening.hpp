// Opens an audio file as the TagLib class that its content, or else its name, calls for.

#ifndef CTAGLIB_AUDIO_FILE_OPENING_HPP
#define CTAGLIB_AUDIO_FILE_OPENING_HPP

#include <memory>
#include <optional>

#include <taglib/id3v2tag.h>
#include <taglib/tfile.h>

#include "BoundedStream.hpp"
#include "CTagLib.h"

namespace ctaglib {

/// The reason why a file can't be read. Thrown only inside this target.
struct Refusal {
    CTagLibStatus status;
    int systemError = 0;
};

/// An open file. The stream outlives the file that reads from it: members are destroyed from the last to the first.
struct AudioFile {
    std::unique_ptr<TagLib::IOStream> stream;
    std::unique_ptr<TagLib::File> file;
    /// The next of the file's other tags: its first ID3v2 tag, repaired, if TagLib reads only a part of it; or the file without its first
    /// ID3v2 tag, if a second one follows, because TagLib reads only the first; then the ID3v2 tags before a format that has none there.
    std::unique_ptr<AudioFile> withOtherTag;
    /// Whether the other tag is the first one, repaired.
    bool isRepaired = false;
    /// The playing time in seconds if TagLib can't determine it; -1 if it is unknown.
    int seconds = -1;
};

/// Opens a file by its detected type; throws `Refusal`. The caller keeps the descriptor.
AudioFile openAudioFile(const CTagLibFile &source, bool readsLength);

/// Returns whether a tag has a title, an artist and an album.
bool hasNames(const TagLib::Tag &tag);

/// Returns the ID3v2 tag of a file; `nullptr` if there is none.
TagLib::ID3v2::Tag *id3Tag(TagLib::File &file);

/// Converts the current exception to a result. Call it only inside a `catch` clause.
CTagLibResult resultOfCurrentException() noexcept;

}

#endif
