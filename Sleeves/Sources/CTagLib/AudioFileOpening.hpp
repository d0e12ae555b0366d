// Opens an audio file as the TagLib class that its content, or else its name, calls for.

#ifndef CTAGLIB_AUDIO_FILE_OPENING_HPP
#define CTAGLIB_AUDIO_FILE_OPENING_HPP

#include <memory>
#include <optional>

#include <taglib/tfile.h>

#include "BoundedStream.hpp"
#include "CTagLib.h"

namespace ctaglib {

/// Why a file cannot be read. Thrown inside this target only.
struct Refusal {
    CTagLibStatus status;
    int systemError = 0;
};

/// An open file. The stream outlives the file that reads from it: members are destroyed from the last to the first.
struct AudioFile {
    std::unique_ptr<TagLib::IOStream> stream;
    std::unique_ptr<TagLib::File> file;
    /// The same file without its first ID3v2 tag, where a second one follows that: TagLib takes the first for all there is.
    std::unique_ptr<AudioFile> withSecondTag;
};

/// Looks what an open file is; throws `Refusal`. The descriptor stays the caller's.
AudioFile openAudioFile(const CTagLibFile &source, bool readsLength);

/// The error that the exception being handled stands for. Call it inside a `catch` clause only.
CTagLibResult resultOfCurrentException() noexcept;

}

#endif
