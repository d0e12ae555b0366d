internal import CTagLib

/// An audio file on disk, as far as its tags and its picture go.
///
/// Reading opens the file, reads what is asked for and closes it again; nothing is written, and nothing is kept.
///
/// - Threading: Different files, and the same file, may be read on several threads at once. Reading blocks the thread for as long as
///   the disk takes.
package struct AudioFile: Sendable, Hashable {
    /// The largest picture that counts as a cover, in bytes.
    package static let pictureLimit = 32 << 20
    /// The longest text that is kept of one tag, in bytes.
    package static let textLimit = 4 << 10

    /// The extensions, in lower case, by which audio files are found in a folder.
    package static let extensions: Set<String> = [
        "mp3", "mp2", "mp1", "mpga", "flac", "ogg", "oga", "opus", "spx", "m4a", "m4b", "m4p", "m4r", "mp4", "wav", "wave", "bwf", "aif",
        "aiff", "aifc", "wv", "ape", "mpc", "mp+", "mpp", "tta", "wma", "asf", "aac",
    ]

    /// The extensions, in lower case, of audio files that are not read: the tag reader does not know their formats.
    static let unreadExtensions: Set<String> = [
        "dsf", "dff", "dst", "mka", "weba", "tak", "shn", "ofr", "ofs", "la", "pac", "ac3", "eac3", "dts", "thd", "mlp", "amr", "awb", "au",
        "snd", "ra", "rm", "ram", "caf", "w64", "rf64", "gsm", "voc", "mid", "midi", "kar", "rmi", "mod", "xm", "s3m", "it", "aa", "aax",
        "oma", "aa3", "at3", "vqf", "spc", "nsf", "sid", "vgm",
    ]

    /// Whether a file of this name is looked at when it is found in a folder.
    static func isNamedLikeAudio(_ name: String) -> Bool {
        extensions.contains(Path.split(name: name).fileExtension)
    }

    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// Reads the tags.
    package func tags() throws(AudioFileError) -> AudioTags {
        var read: UnsafeMutablePointer<CTagLibTags>?
        // SAFETY: the path is a C string for the length of the call; `read` is written by the call and freed below, once.
        let result = ctaglib_tags_read(path, Self.textLimit, Self.pictureLimit, &read)
        defer { ctaglib_tags_free(read) }
        guard result.status == CTagLibStatusRead, let tags = read?.pointee else { throw failure(result) }
        return AudioTags(tags)
    }

    /// The bytes of the front cover inside the file, or of its first picture where none is marked as the front cover.
    ///
    /// - Parameter limit: The largest picture to return, in bytes.
    /// - Throws: ``AudioFileError``; its reason is ``AudioFileError/Reason/noPicture`` where the file holds none.
    package func picture(limit: Int = AudioFile.pictureLimit) throws(AudioFileError) -> [UInt8] {
        var read: UnsafeMutablePointer<CTagLibPicture>?
        // SAFETY: as in tags(). The buffer is copied out before the picture is freed.
        let result = ctaglib_picture_read(path, limit, &read)
        defer { ctaglib_picture_free(read) }
        guard result.status == CTagLibStatusRead, let picture = read?.pointee else { throw failure(result, limit: limit) }
        return [UInt8](UnsafeBufferPointer(start: picture.bytes, count: picture.length))
    }

    private func failure(_ result: CTagLibResult, limit: Int = AudioFile.pictureLimit) -> AudioFileError {
        let reason: AudioFileError.Reason =
            switch result.status {
            case CTagLibStatusUnreadable: .unreadable(SystemError(code: result.systemError))
            case CTagLibStatusNotAFile: .notAFile
            case CTagLibStatusEmpty: .empty
            case CTagLibStatusNotAudio: .notAudio
            case CTagLibStatusAbsent: .noPicture
            case CTagLibStatusTooLarge: .pictureTooLarge(limit: limit)
            case CTagLibStatusTooMuch: .tooMuch
            case CTagLibStatusOutOfMemory: .outOfMemory
            default: .damaged
            }
        return AudioFileError(path: path, reason: reason)
    }
}

extension AudioTags {
    // SAFETY: `tags` and the texts it points to are alive while this runs: the caller frees them afterwards.
    fileprivate init(_ tags: CTagLibTags) {
        self.init(
            title: tags.title.string,
            artist: tags.artist.string,
            artistSort: tags.artistSort.string,
            albumArtist: tags.albumArtist.string,
            albumArtistSort: tags.albumArtistSort.string,
            album: tags.album.string,
            albumSort: tags.albumSort.string,
            date: tags.date.string,
            genre: tags.genre.string,
            trackNumber: tags.trackNumber.string.flatMap(Self.position),
            discNumber: tags.discNumber.string.flatMap(Self.position),
            musicBrainzRelease: tags.musicBrainzRelease.string,
            musicBrainzReleaseGroup: tags.musicBrainzReleaseGroup.string,
            isCompilation: tags.isCompilation,
            seconds: tags.seconds < 0 ? nil : Int(tags.seconds),
            picture: Picture(tags.picture),
            textWasCut: tags.textWasCut
        )
    }

    /// The number before the slash of `3/12`; `nil` for zero and for what is no number.
    private static func position(_ text: String) -> Int? {
        let digits = text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
        return Int(digits).flatMap { (1...99_999).contains($0) ? $0 : nil }
    }
}

extension AudioTags.Picture {
    fileprivate init(_ state: CTagLibPictureState) {
        switch state {
        case CTagLibPictureStatePresent: self = .present
        case CTagLibPictureStateTooLarge: self = .tooLarge
        default: self = .absent
        }
    }
}

extension CTagLibText {
    /// The text without control characters inside and white space around it, or `nil` where nothing is left.
    fileprivate var string: String? {
        guard let start = bytes else { return nil }
        // SAFETY: `bytes` points to `length` bytes, which live as long as the tags they belong to. Bytes that are not UTF-8 are repaired.
        let raw = UnsafeRawBufferPointer(start: start, count: length)
        return String(decoding: raw, as: UTF8.self).cleaned()
    }
}
