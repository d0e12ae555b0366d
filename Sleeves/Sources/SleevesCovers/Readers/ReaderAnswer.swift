internal import SleevesModel

// The answers of a reader process. They are untrusted: the range of each value, the length of each text and the end of each message are
// checked.

extension AudioTags {
    func write(to writer: inout MessageWriter) {
        for text in [title, artist, artistSort, albumArtist, albumArtistSort, album, albumSort, date, genre] { writer.text(text) }
        for number in [trackNumber, discNumber, seconds] { writer.number(number ?? -1) }
        writer.text(musicBrainzRelease)
        writer.text(musicBrainzReleaseGroup)
        for field in ReleaseField.tagged {
            let values = release[field]
            writer.text(values.isEmpty ? nil : values.joined(separator: "\n"))
        }
        for text in [discSubtitle, media, originalDate, side] { writer.text(text) }
        for field in TextField.allCases { writer.data(undeclared[field] ?? []) }
        writer.text(cueSheet)
        writer.flag(isCompilation)
        writer.flag(textWasCut)
        writer.byte(UInt8(picture.rawValue))
    }

    init(from reader: inout ByteReader) throws(ByteReader.Failure) {
        func text() throws(ByteReader.Failure) -> String? {
            // Repairing invalid UTF-8 turns one byte into three. The reader has already cleaned the text; clean it again here.
            try reader.text(limit: 3 * AudioFile.textLimit)?.cleaned()
        }
        func number(_ range: ClosedRange<Int>) throws(ByteReader.Failure) -> Int? {
            let value = try reader.number(in: -1...range.upperBound)
            guard value >= range.lowerBound || value == -1 else { throw .invalid }
            return value == -1 ? nil : value
        }
        self.init()
        title = try text()
        artist = try text()
        artistSort = try text()
        albumArtist = try text()
        albumArtistSort = try text()
        album = try text()
        albumSort = try text()
        date = try text()
        genre = try text()
        trackNumber = try number(0...99_999)
        discNumber = try number(1...99_999)
        seconds = try number(0...Int(Int32.max))
        musicBrainzRelease = try text()
        musicBrainzReleaseGroup = try text()
        for field in ReleaseField.tagged { release[field] = try reader.text(limit: 3 * AudioFile.textLimit)?.cleanedLines() ?? [] }
        discSubtitle = try text()
        media = try text()
        originalDate = try text()
        side = try text()
        if let side, !(1...2).contains(side.utf8.count) || !side.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) { throw .invalid }
        for field in TextField.allCases {
            let bytes = try reader.data(limit: AudioFile.textLimit)
            if !bytes.isEmpty { undeclared[field] = bytes }
        }
        cueSheet = try reader.text(limit: 3 * (AudioTags.sheetLimit + 1))
        isCompilation = try reader.flag()
        textWasCut = try reader.flag()
        guard let picture = Picture(rawValue: Int(try reader.byte())) else { throw .invalid }
        self.picture = picture
    }
}

extension AudioFileError.Reason {
    /// The reasons without details, by their codes.
    private static let plain: [Self] = [.damaged, .empty, .notAudio, .noPicture, .tooMuch, .outOfMemory]

    func write(to writer: inout MessageWriter) {
        let (code, detail): (Int, Int) =
            switch self {
            case .unreadable(let error): (100, Int(error.code))
            case .pictureTooLarge(let limit): (101, limit)
            default: (Self.plain.firstIndex(of: self) ?? 0, 0)
            }
        writer.byte(UInt8(code))
        writer.number(detail)
    }

    init(from reader: inout ByteReader) throws(ByteReader.Failure) {
        let (code, detail) = (Int(try reader.byte()), try reader.number(in: 0...Int(Int32.max)))
        switch code {
        case 100: self = .unreadable(SystemError(code: Int32(detail)))
        case 101: self = .pictureTooLarge(limit: detail)
        case Self.plain.indices: self = Self.plain[code]
        default: throw .invalid
        }
    }
}

extension CoverError {
    func write(to writer: inout MessageWriter) {
        let (code, numbers, text): (UInt8, [Int], String) =
            switch self {
            case .tooManyBytes(let count, let limit): (0, [count, limit, 0], "")
            case .tooManyPixels(let width, let height, let limit): (1, [width, height, limit], "")
            case .tooManyScans(let count, let limit): (2, [count, limit, 0], "")
            case .unknownType: (3, [0, 0, 0], "")
            case .damaged(let detail): (4, [0, 0, 0], detail)
            case .noDecoder(let type): (5, [0, 0, 0], type.rawValue)
            case .notEncoded(let detail): (6, [0, 0, 0], detail)
            case .reader: (4, [0, 0, 0], "")
            }
        writer.byte(code)
        for number in numbers { writer.number(number) }
        writer.text(String(text.prefix(200)))
    }

    init(from reader: inout ByteReader) throws(ByteReader.Failure) {
        let code = try reader.byte()
        var numbers: [Int] = []
        for _ in 0..<3 { numbers.append(try reader.number(in: 0...Int.max)) }
        let text = try reader.text(limit: 4_000)?.cleaned() ?? ""
        switch code {
        case 0: self = .tooManyBytes(numbers[0], limit: numbers[1])
        case 1: self = .tooManyPixels(width: numbers[0], height: numbers[1], limit: numbers[2])
        case 2: self = .tooManyScans(numbers[0], limit: numbers[1])
        case 3: self = .unknownType
        case 4: self = .damaged(text)
        case 5:
            guard let type = PictureType(rawValue: text) else { throw .invalid }
            self = .noDecoder(type)
        case 6: self = .notEncoded(text)
        default: throw .invalid
        }
    }
}
