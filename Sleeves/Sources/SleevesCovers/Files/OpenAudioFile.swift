internal import SleevesModel
internal import CTagLib

/// An audio file that this or another process has opened for reading. Closed with the last reference.
package final class OpenAudioFile: Sendable {
    private let file: OpenFile
    package var descriptor: Int32 { file.descriptor }
    /// The path for errors; empty if unknown.
    let path: String
    /// A value that distinguishes the file in its current state from other files.
    let identity: Int
    /// The information for a reader process.
    let asked: ReaderRequest.File

    /// Opens a file.
    package init(path: String) throws(AudioFileError) {
        do throws(SystemError) {
            file = try OpenFile(path: path)
        } catch {
            throw AudioFileError(path: path, reason: error.isOtherKind ? .notAFile : .unreadable(error))
        }
        guard file.size > 0 else { throw AudioFileError(path: path, reason: .empty) }
        self.path = path
        identity = file.stamp.hashValue
        let ending = Path.split(name: Path.name(of: path)).fileExtension
        asked = ReaderRequest.File(
            length: file.size, isNamedStream: AudioFile.streamExtensions.contains(ending), isNamedMP4: ending == "mp4")
    }

    /// Takes ownership of an open descriptor.
    init(_ asked: ReaderRequest.File, descriptor: Int32) {
        file = OpenFile(descriptor: descriptor)
        path = ""
        identity = 0
        self.asked = asked
    }

    /// Reads the tags.
    package func tags() throws(AudioFileError) -> AudioTags {
        var read: UnsafeMutablePointer<CTagLibTags>?
        // SAFETY: the call writes `read`, which is freed once below.
        let result = ctaglib_tags_read(
            source, AudioTags.fieldNames, AudioFile.textLimit, AudioTags.sheetLimit, AudioFile.pictureLimit, &read)
        defer { ctaglib_tags_free(read) }
        guard result.status == CTagLibStatusRead, let tags = read?.pointee else { throw failure(result) }
        return AudioTags(tags)
    }

    /// Reads the bytes of the embedded front cover, or of the first picture if none is marked as the front cover.
    ///
    /// - Parameter limit: The maximum size of the picture, in bytes.
    /// - Throws: ``AudioFileError``; its reason is ``AudioFileError/Reason/noPicture`` if the file has no picture.
    package func picture(limit: Int = AudioFile.pictureLimit) throws(AudioFileError) -> [UInt8] {
        var read: UnsafeMutablePointer<CTagLibPicture>?
        // SAFETY: as in tags(). The buffer is copied before the picture is freed.
        let result = ctaglib_picture_read(source, limit, &read)
        defer { ctaglib_picture_free(read) }
        guard result.status == CTagLibStatusRead, let picture = read?.pointee else { throw failure(result, limit: limit) }
        return [UInt8](UnsafeBufferPointer(start: picture.bytes, count: picture.length))
    }

    private var source: CTagLibFile {
        CTagLibFile(descriptor: descriptor, length: Int64(asked.length), isNamedStream: asked.isNamedStream, isNamedMP4: asked.isNamedMP4)
    }

    private func failure(_ result: CTagLibResult, limit: Int = AudioFile.pictureLimit) -> AudioFileError {
        let reason: AudioFileError.Reason =
            switch result.status {
            case CTagLibStatusUnreadable: .unreadable(SystemError(code: result.systemError))
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
    /// The names of the fields of a release, as the C function expects them.
    fileprivate static let fieldNames = ReleaseField.tagged.map { $0.tags.joined(separator: "\t") }.joined(separator: "\n")

    // SAFETY: `tags` and its texts are alive during this call; the caller frees them afterwards.
    fileprivate init(_ tags: CTagLibTags) {
        let discTag = tags.discNumber.string.flatMap(Self.disc)
        let position = tags.trackNumber.string.map { Self.position($0, onDisc: discTag) }
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
            trackNumber: position?.number,
            side: position?.side,
            discNumber: discTag ?? position?.disc,
            musicBrainzRelease: tags.musicBrainzRelease.string,
            musicBrainzReleaseGroup: tags.musicBrainzReleaseGroup.string,
            discSubtitle: tags.discSubtitle.string,
            media: tags.media.string,
            originalDate: tags.originalDate.string,
            isCompilation: tags.isCompilation,
            cueSheet: tags.cueSheet.raw,
            seconds: tags.seconds < 0 ? nil : Int(tags.seconds),
            picture: Picture(tags.picture),
            textWasCut: tags.textWasCut
        )
        for (field, text) in zip(ReleaseField.tagged, UnsafeBufferPointer(start: tags.fields, count: tags.fieldCount)) {
            release[field] = text.lines
            undeclared[.release(field)] = text.undeclared
        }
        for text in TextField.Single.allCases { undeclared[.single(text)] = tags[keyPath: text.source].undeclared }
    }

    /// Returns the disc, the side and the number of a position: `3/12`, `Track 3`, `#3`; `2-03`, `2.03`, `CD2-03` and `D2T03` with a disc; or a
    /// record's `A1`, `B-02` and `AA`. A side without a number has one track.
    ///
    /// - Parameter disc: The disc that a tag names: with another number before it, `2-12` is the second of twelve.
    private static func position(_ text: String, onDisc disc: Int?) -> (disc: Int?, side: String?, number: Int?) {
        let text = withPlainDigits(text).uppercased().trimmed()
        if let found = discAndNumber(text), disc == nil || found.disc == disc { return (found.disc, nil, found.number) }
        let letters = text.prefix { $0.isASCII && $0.isLetter }
        guard (1...2).contains(letters.count), Set(letters).count == 1 else {
            // "A lot" has no number, "No. 1" has.
            return (nil, nil, number(text.drop { !$0.isNumber }))
        }
        let rest = text[letters.endIndex...].drop { " -.".contains($0) }
        if rest.isEmpty || rest.first == "/" { return (nil, String(letters), 1) }
        guard let number = number(rest) else { return (nil, nil, nil) }
        return (nil, String(letters), number)
    }

    /// Splits a position that begins with the disc.
    private static func discAndNumber(_ text: String) -> (disc: Int, number: Int)? {
        let word = ["CD", "DISC", "D", ""].first { text.hasPrefix($0) } ?? ""
        let rest = text.dropFirst(word.count).drop { $0 == " " }
        let disc = rest.prefix { $0.isASCII && $0.isNumber }
        let tail = rest[disc.endIndex...]
        guard (1...2).contains(disc.count), let mark = tail.first else { return nil }
        let isWhole = word == "CD" || word == "DISC"
        guard isWhole ? !mark.isNumber : word == "D" ? mark == "T" : "-.".contains(mark) else { return nil }
        let track = isWhole ? tail.drop { !$0.isNumber } : tail.dropFirst()
        // "1.1" may be a part of the first track.
        guard ((mark == "." && !isWhole ? 2 : 1)...3).contains(track.count), track.allSatisfy({ $0.isASCII && $0.isNumber }),
            let number = Int(track), number > 0,
            let disc = Int(disc), disc > 0
        else { return nil }
        return (disc, number)
    }

    /// Returns the number of a disc: `2`, `2/3`, `CD2`, `Disc 2 of 3`.
    private static func disc(_ text: String) -> Int? {
        number(withPlainDigits(text).drop { !$0.isNumber }).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Returns the number before the slash of `3/12`; `nil` for anything that isn't a number.
    private static func number(_ text: Substring) -> Int? {
        let digits = text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
        return Int(digits).flatMap { (0...99_999).contains($0) ? $0 : nil }
    }

    /// Returns a text with the digits of other scripts, or full width, as those of ASCII.
    private static func withPlainDigits(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return String(text.map { character in character.wholeNumberValue.flatMap { $0 < 10 ? Character("\($0)") : nil } ?? character })
    }
}

extension AudioTags.TextField.Single {
    /// The text in TagLib's answer.
    fileprivate var source: KeyPath<CTagLibTags, CTagLibText> {
        switch self {
        case .title: \.title
        case .artist: \.artist
        case .artistSort: \.artistSort
        case .albumArtist: \.albumArtist
        case .albumArtistSort: \.albumArtistSort
        case .album: \.album
        case .albumSort: \.albumSort
        case .genre: \.genre
        case .discSubtitle: \.discSubtitle
        }
    }
}

extension AudioTags.Picture {
    fileprivate init(_ state: CTagLibPictureState) {
        switch state {
        case CTagLibPictureStatePresent: self = .present
        case CTagLibPictureStateTooLarge: self = .tooLarge
        case CTagLibPictureStateOther: self = .other
        default: self = .absent
        }
    }
}

extension CTagLibText {
    /// The text without control characters and surrounding white space, or `nil` if it is empty.
    fileprivate var string: String? { raw?.cleaned() }

    /// The lines of the text, each likewise.
    fileprivate var lines: [String] { raw?.cleanedLines() ?? [] }

    /// The bytes of a text that doesn't declare its encoding.
    fileprivate var undeclared: [UInt8]? { isUndeclared ? buffer.map { [UInt8]($0) } : nil }

    /// The text as it is.
    fileprivate var raw: String? {
        // Invalid UTF-8 is repaired.
        undeclared.map(TextEncoding.western) ?? buffer.map { String(decoding: $0, as: UTF8.self) }
    }

    // SAFETY: `bytes` points to `length` bytes, which live as long as their tags.
    private var buffer: UnsafeRawBufferPointer? { bytes.map { UnsafeRawBufferPointer(start: $0, count: length) } }
}
