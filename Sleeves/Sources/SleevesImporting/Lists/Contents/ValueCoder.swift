internal import FoundationEssentials
internal import SleevesModel

/// A compact form of values as bytes, for a file that only this run of the program reads.
///
/// A type lists its properties once, in ``CodedValue/code(with:)``, which both writes and reads them. JSON would take ten times as long.
struct ValueCoder {
    /// The written bytes.
    private(set) var bytes: [UInt8] = []
    /// The position of the next value to read; `nil` when writing.
    private var index: Int?

    /// Returns a value's bytes.
    static func bytes<Value: CodedValue>(of value: Value) -> [UInt8] {
        var (coder, value) = (ValueCoder(), value)
        value.code(with: &coder)
        return coder.bytes
    }

    /// Returns the value that some bytes hold.
    static func value<Value: CodedValue>(_ type: Value.Type, in bytes: some Collection<UInt8>) -> Value {
        var (coder, value) = (ValueCoder(), Value.blank)
        (coder.bytes, coder.index) = (Array(bytes), 0)
        value.code(with: &coder)
        return value
    }

    mutating func code(_ number: inout Int) {
        guard let index else { return withUnsafeBytes(of: number) { bytes += $0 } }
        number = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: Int.self) }
        self.index = index + MemoryLayout<Int>.size
    }

    mutating func code(_ flag: inout Bool) {
        guard let index else { return bytes.append(flag ? 1 : 0) }
        flag = bytes[index] == 1
        self.index = index + 1
    }

    mutating func code(_ text: inout String) {
        var count = text.utf8.count
        code(&count)
        guard let index else { return bytes += text.utf8 }
        text = String(decoding: bytes[index..<index + count], as: UTF8.self)
        self.index = index + count
    }
}

/// A value that a ``ValueCoder`` writes and reads.
protocol CodedValue {
    /// A value to read into.
    static var blank: Self { get }
    /// Writes the value's properties, or reads them.
    mutating func code(with coder: inout ValueCoder)
}

extension Int: CodedValue {
    static var blank: Int { 0 }
    mutating func code(with coder: inout ValueCoder) { coder.code(&self) }
}

extension String: CodedValue {
    static var blank: String { "" }
    mutating func code(with coder: inout ValueCoder) { coder.code(&self) }
}

extension Date: CodedValue {
    static var blank: Date { Date(timeIntervalSinceReferenceDate: 0) }

    mutating func code(with coder: inout ValueCoder) {
        var pattern = Int(bitPattern: UInt(timeIntervalSinceReferenceDate.bitPattern))
        coder.code(&pattern)
        self = Date(timeIntervalSinceReferenceDate: Double(bitPattern: UInt64(UInt(bitPattern: pattern))))
    }
}

extension Optional: CodedValue where Wrapped: CodedValue {
    static var blank: Wrapped? { nil }

    mutating func code(with coder: inout ValueCoder) {
        var isPresent = self != nil
        coder.code(&isPresent)
        guard isPresent else { return }
        var value = self ?? Wrapped.blank
        value.code(with: &coder)
        self = value
    }
}

extension Array: CodedValue where Element: CodedValue {
    static var blank: [Element] { [] }

    mutating func code(with coder: inout ValueCoder) {
        var count = count
        coder.code(&count)
        if isEmpty { self = Array(repeating: .blank, count: count) }
        for index in indices { self[index].code(with: &coder) }
    }
}

extension Dictionary: CodedValue where Key: CodedValue, Value: CodedValue {
    static var blank: [Key: Value] { [:] }

    mutating func code(with coder: inout ValueCoder) {
        // Of one dictionary: another one with the same keys may have them in another order.
        var (keys, values) = (Array(self.keys), Array(self.values))
        keys.code(with: &coder)
        values.code(with: &coder)
        self = Dictionary(zip(keys, values)) { first, _ in first }
    }
}

// MARK: What lists contain

extension CompleteAlbum: CodedValue {
    static var blank: CompleteAlbum { CompleteAlbum(.blank) }

    mutating func code(with coder: inout ValueCoder) {
        album.code(with: &coder)
        tracks.code(with: &coder)
        release.code(with: &coder)
        edits.code(with: &coder)
        unedited.code(with: &coder)
        var (names, kinds) = (ownFields.map(\.name), ownFields.map(\.kind.rawValue))
        names.code(with: &coder)
        kinds.code(with: &coder)
        ownFields = zip(names, kinds).compactMap { OwnField($0, kind: CopyField.Kind(rawValue: $1) ?? .text) }
        newerValues.code(with: &coder)
        var exportedText = exportedID?.rawValue
        exportedText.code(with: &coder)
        exportedID = exportedText.map(AlbumID.init(rawValue:))
    }
}

extension AlbumRecord: CodedValue {
    static var blank: AlbumRecord { AlbumRecord(id: AlbumID(rawValue: ""), title: "", artist: "", source: .json) }

    /// Lists can't name files, nor covers that the library has found.
    mutating func code(with coder: inout ValueCoder) {
        var (idText, sourceText) = (id.rawValue, source.rawValue)
        coder.code(&idText)
        coder.code(&sourceText)
        (id, source) = (AlbumID(rawValue: idText), AlbumSource(rawValue: sourceText) ?? source)
        coder.code(&title)
        coder.code(&artist)
        titleSortName.code(with: &coder)
        artistSortName.code(with: &coder)
        year.code(with: &coder)
        genre.code(with: &coder)
        trackCount.code(with: &coder)
        coverURL.code(with: &coder)
        added.code(with: &coder)
    }
}

extension TrackRecord: CodedValue {
    static var blank: TrackRecord { TrackRecord(title: "") }

    mutating func code(with coder: inout ValueCoder) {
        coder.code(&title)
        artist.code(with: &coder)
        disc.code(with: &coder)
        number.code(with: &coder)
        seconds.code(with: &coder)
    }
}

extension ReleaseRecord: CodedValue {
    static var blank: ReleaseRecord { ReleaseRecord() }

    mutating func code(with coder: inout ValueCoder) {
        var (numbers, values) = (entries.map(\.field.number), entries.map(\.values))
        numbers.code(with: &coder)
        values.code(with: &coder)
        for (field, values) in zip(numbers.compactMap(ReleaseField.numbered), values) { self[field] = values }
        discogsID.code(with: &coder)
        discSubtitles.code(with: &coder)
        copies.code(with: &coder)
    }
}

extension CopyRecord: CodedValue {
    static var blank: CopyRecord { CopyRecord() }

    mutating func code(with coder: inout ValueCoder) {
        var numbers = entries.filter { $0.field.own == nil }.map(\.field.number)
        numbers.code(with: &coder)
        for field in numbers.compactMap(CopyField.numbered) {
            let known = self[stored: field]
            var value = known ?? .blank(of: field.kind)
            value.code(with: &coder)
            if value != known { self[stored: field] = value }
        }
        var own = own
        own.code(with: &coder)
        setOwn(own)
    }
}

extension CopyRecord.Value {
    fileprivate static func blank(of kind: CopyField.Kind) -> CopyRecord.Value {
        switch kind {
        case .text, .day, .number, .mark: .text("")
        case .rating: .number(0)
        case .moment: .moment(.blank)
        }
    }

    fileprivate mutating func code(with coder: inout ValueCoder) {
        switch self {
        case .text(var text):
            coder.code(&text)
            self = .text(text)
        case .number(var number):
            coder.code(&number)
            self = .number(number)
        case .moment(var date):
            date.code(with: &coder)
            self = .moment(date)
        }
    }
}

extension AlbumEdits: CodedValue {
    static var blank: AlbumEdits { AlbumEdits() }

    mutating func code(with coder: inout ValueCoder) {
        title.code(with: &coder)
        artist.code(with: &coder)
        year.code(with: &coder)
        genre.code(with: &coder)
        var (numbers, texts) = (release.keys.map(\.number), Array(release.values))
        numbers.code(with: &coder)
        texts.code(with: &coder)
        release = Dictionary(zip(numbers.compactMap(ReleaseField.numbered), texts)) { first, _ in first }
        copies.code(with: &coder)
        var hostText = host?.rawValue
        hostText.code(with: &coder)
        host = hostText.map(AlbumID.init(rawValue:))
    }
}

extension CopyEdits: CodedValue {
    static var blank: CopyEdits { CopyEdits() }

    mutating func code(with coder: inout ValueCoder) {
        var (copies, texts) = (values.keys.map(\.rawValue), Array(values.values))
        copies.code(with: &coder)
        texts.code(with: &coder)
        values = Dictionary(zip(copies.map(CopyID.init), texts)) { first, _ in first }
    }
}

extension SourceValues: CodedValue {
    static var blank: SourceValues { SourceValues(.blank) }

    mutating func code(with coder: inout ValueCoder) {
        coder.code(&title)
        coder.code(&artist)
        titleSortName.code(with: &coder)
        artistSortName.code(with: &coder)
        year.code(with: &coder)
        genre.code(with: &coder)
    }
}

extension ListedTrack: CodedValue {
    static var blank: ListedTrack { ListedTrack(album: "") }

    mutating func code(with coder: inout ValueCoder) {
        coder.code(&album)
        albumKey.code(with: &coder)
        albumArtist.code(with: &coder)
        artist.code(with: &coder)
        title.code(with: &coder)
        disc.code(with: &coder)
        number.code(with: &coder)
        seconds.code(with: &coder)
        year.code(with: &coder)
        genre.code(with: &coder)
        label.code(with: &coder)
        coverURL.code(with: &coder)
        albumSortName.code(with: &coder)
        artistSortName.code(with: &coder)
        coder.code(&isCompilation)
        coder.code(&namesPerformers)
        added.code(with: &coder)
    }
}
