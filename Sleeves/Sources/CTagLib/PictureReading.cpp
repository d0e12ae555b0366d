#include "AudioFileOpening.hpp"
#include "Pictures.hpp"

namespace {

/// The C struct with the bytes that it points to.
struct OwnedPicture : CTagLibPicture {
    TagLib::ByteVector owned;
};

}

CTagLibResult ctaglib_picture_read(CTagLibFile file, size_t limit, CTagLibPicture **picture)
{
    try {
        const ctaglib::AudioFile opened = ctaglib::openAudioFile(file, false);
        const std::optional<ctaglib::FoundPicture> found = ctaglib::findPicture(opened);
        if (!found) {
            return {CTagLibStatusAbsent, 0};
        }
        if (found->bytes.size() > limit) {
            return {CTagLibStatusTooLarge, 0};
        }
        auto owned = std::make_unique<OwnedPicture>();
        owned->owned = found->bytes;
        const TagLib::ByteVector &bytes = owned->owned;
        owned->bytes = reinterpret_cast<const uint8_t *>(bytes.data());
        owned->length = bytes.size();
        *picture = owned.release();
        return {CTagLibStatusRead, 0};
    } catch (...) {
        return ctaglib::resultOfCurrentException();
    }
}

void ctaglib_picture_free(CTagLibPicture *picture)
{
    delete static_cast<OwnedPicture *>(picture);
}
