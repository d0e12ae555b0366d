import SleevesLibrary

/// The records that a person is adding: the typed text with what MusicBrainz finds for it, and a line for each record that was asked for.
///
/// A pure value: ``AddingController`` sends it events, and performs the actions that it returns. A barcode becomes a line as soon as it is
/// entered, so that the next one can be scanned while it is looked up.
struct RecordDesk: Equatable {
    /// A record that was asked for.
    struct Line: Equatable, Identifiable {
        /// A state of the line.
        enum State: Equatable {
            case lookingUp
            case adding
            case added(AlbumID)
            case alreadyThere
            case notFound
            case failed(String)
        }

        let id: Int
        /// The barcode that was entered, or the title of a record that was chosen or described.
        fileprivate(set) var title: String
        /// The values that tell the record from other pressings, once it is known.
        fileprivate(set) var facts = ""
        fileprivate(set) var state: State

        /// Whether it waits for an answer.
        var isPending: Bool { state == .lookingUp || state == .adding }

        /// The act of the Enter key, or a click: a barcode that isn't known is described, one that failed is looked up again.
        var action: Action? {
            switch state {
            case .notFound: .describe(RecordForm(title))
            case .failed where LibraryAPI.isBarcode(title): .lookUp(title, line: id)
            case .failed, .lookingUp, .adding, .added, .alreadyThere: nil
            }
        }
    }

    /// The answer to the typed text.
    enum Results: Equatable {
        /// There is none yet.
        case none
        /// The user hasn't allowed to ask.
        case notAllowed
        case found([FoundRelease])
        case failed(String)
    }

    /// An act that the desk asks for.
    enum Action: Equatable {
        /// A search for the text, a moment later, instead of any earlier one.
        case search(String, number: Int)
        /// The end of any search.
        case stopSearch
        /// A search for a barcode.
        case lookUp(String, line: Int)
        /// The addition of a release.
        case add(FoundRelease, line: Int)
        /// A form in which the user describes the record.
        case describe(RecordForm)
    }

    /// The maximum number of lines. Those that wait for an answer are all kept.
    static let lineLimit = 50

    private(set) var text = ""
    /// Whether the next records are only wishes.
    var isForWishes = false
    private(set) var results = Results.none
    /// Whether the answer to the text is awaited. The results are those of an earlier text meanwhile.
    private(set) var isSearching = false
    /// The lines, the newest first.
    private(set) var lines: [Line] = []
    /// The number of the last search. Answers to earlier ones are ignored.
    private var searchNumber = 0
    private var lineNumber = 0

    // MARK: Typing

    /// Takes the typed text.
    ///
    /// - Parameter isAllowed: Whether MusicBrainz may be asked.
    mutating func type(_ text: String, isAllowed: Bool) -> Action {
        self.text = text
        searchNumber += 1
        isSearching = false
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
            results = .none
            return .stopSearch
        }
        guard isAllowed else {
            results = .notAllowed
            return .stopSearch
        }
        isSearching = true
        // Rows that come and go with each letter can't be read.
        if case .found(let found) = results, !found.isEmpty { return .search(text, number: searchNumber) }
        results = .none
        return .search(text, number: searchNumber)
    }

    /// Takes the answer to a search.
    mutating func end(search number: Int, with answer: Result<[FoundRelease], any Error>) {
        guard number == searchNumber, isSearching else { return }
        isSearching = false
        switch answer {
        case .success(let found): results = .found(found)
        case .failure(let error): results = .failed(String(describing: error))
        }
    }

    /// Takes the Enter key in the field. A barcode is looked up; otherwise, the first release found is added, once there is an answer. Where
    /// nothing can be found, the user describes the record.
    mutating func enter() -> Action? {
        if results == .notAllowed { return .describe(RecordForm(text)) }
        if LibraryAPI.isBarcode(text) {
            let (barcode, line) = (text, addLine(text, state: .lookingUp))
            clear()
            return .lookUp(barcode, line: line)
        }
        if isSearching { return nil }
        switch results {
        case .none, .notAllowed: return nil
        case .found(let found): return found.isEmpty ? .describe(RecordForm(text)) : choose(0)
        case .failed: return .describe(RecordForm(text))
        }
    }

    /// Takes the choice of a release among those that were found.
    mutating func choose(_ index: Int) -> Action? {
        guard case .found(let found) = results, found.indices.contains(index) else { return nil }
        let line = addLine(found[index].album.title, facts: found[index].album.pressingText, state: .adding)
        clear()
        return .add(found[index], line: line)
    }

    private mutating func clear() {
        (text, results, isSearching) = ("", .none, false)
        searchNumber += 1
    }

    // MARK: Lines

    /// Takes a record that the user has described, instead of the line whose barcode it has.
    ///
    /// - Returns: The number of its line.
    mutating func describe(_ record: NewRecord) -> Int {
        clear()
        lines.removeAll { $0.state == .notFound && $0.title == record.barcode }
        return addLine(record.title, facts: record.pressingText, state: .adding)
    }

    /// Takes the answer to the search for a line's barcode. The first release of several is added: all have the same barcode.
    mutating func end(lookUp line: Int, with answer: Result<[FoundRelease], any Error>) -> Action? {
        guard let index = lines.firstIndex(where: { $0.id == line }), lines[index].state == .lookingUp else { return nil }
        switch answer {
        case .success(let found):
            guard let first = found.first else {
                lines[index].state = .notFound
                return nil
            }
            (lines[index].title, lines[index].facts, lines[index].state) = (first.album.title, first.album.pressingText, .adding)
            return .add(first, line: line)
        case .failure(let error):
            lines[index].state = .failed(String(describing: error))
            return nil
        }
    }

    /// Takes the end of an addition.
    mutating func end(adding line: Int, with answer: Result<AddedRecord, any Error>) {
        guard let index = lines.firstIndex(where: { $0.id == line }), lines[index].state == .adding else { return }
        switch answer {
        case .success(let added): lines[index].state = added.isNew ? .added(added.album.id) : .alreadyThere
        case .failure(let error): lines[index].state = .failed(String(describing: error))
        }
    }

    /// Takes the Enter key, or a click, on a line.
    mutating func activate(line: Int) -> Action? {
        guard let index = lines.firstIndex(where: { $0.id == line }) else { return nil }
        let action = lines[index].action
        if case .lookUp = action { lines[index].state = .lookingUp }
        return action
    }

    /// The number of lines that wait for an answer.
    var pendingCount: Int { lines.count(where: \.isPending) }

    /// Removes the lines of albums whose addition was undone.
    mutating func remove(_ albums: [AlbumID]) {
        lines.removeAll { line in
            if case .added(let album) = line.state { albums.contains(album) } else { false }
        }
    }

    /// The last album that was added and is still there.
    var lastAdded: AlbumID? {
        lines.lazy.compactMap { line in
            if case .added(let album) = line.state { album } else { nil }
        }.first
    }

    private mutating func addLine(_ title: String, facts: String = "", state: Line.State) -> Int {
        lineNumber += 1
        lines.insert(Line(id: lineNumber, title: title, facts: facts, state: state), at: 0)
        var kept = 0
        lines.removeAll { line in
            kept += 1
            return kept > Self.lineLimit && !line.isPending
        }
        return lineNumber
    }
}

extension CompleteAlbum {
    /// The values that tell the album from others: its artist, year, format, label with number, and country.
    var pressingText: String {
        let number = [release?.labels.first, release?.catalogueNumber].compactMap(\.self).joined(separator: " ")
        let facts = [album.artist, album.year.map(String.init), release?.format, number, release?.country]
        return facts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }
}

extension FoundRelease {
    /// The values that tell the release from others that were found, with its barcode, and the service that has it, unless that is MusicBrainz.
    var pressingText: String {
        let source = service == .musicBrainz ? nil : service.name
        return [album.pressingText, album.release?.barcode, source].compactMap(\.self).joined(separator: " · ")
    }
}

extension NewRecord {
    /// The values that tell the record from others: its artist, year, format, and label with number.
    var pressingText: String {
        let number = [label, catalogueNumber].compactMap(\.self).joined(separator: " ")
        return [artist, year.map(String.init), format, number].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
