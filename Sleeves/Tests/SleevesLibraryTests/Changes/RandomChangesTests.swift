import Testing

@testable import SleevesLibrary

@Suite("Random changes", .timeLimit(.minutes(10)))
struct RandomChangesTests {
    @Test("Whatever is changed, undone, redone and imported, undoing everything gives the library of the beginning", arguments: 0..<12)
    func everythingUndone(seed: Int) async throws {
        var random = SeededRandom(seed: UInt64(seed))
        var fixture = try LibraryFixture()
        let records = (0..<8).map { number in
            var record = SampleAlbums.record("Album \(number)", by: "Artist \(number % 3)", year: 1990 + number % 2, genre: "G\(number)")
            record.titleSortName = number.isMultiple(of: 2) ? "Sort \(number)" : nil
            return record
        }
        try fixture.persistency.save(records)
        let beginning = try LibraryContent(fixture.persistency)
        var states: [LibraryContent] = [beginning]
        var index = 0
        for _ in 0..<60 {
            let id = random.element(of: records).id
            switch random.number(below: 14) {
            case 0...2:
                let edits = AlbumEdits(
                    title: random.number(below: 2) == 0 ? "Title \(random.number(below: 3))" : nil,
                    artist: random.number(below: 3) == 0 ? "Me" : nil,
                    year: random.number(below: 2) == 0 ? 2000 + random.number(below: 3) : nil
                )
                guard try await fixture.library.edit(id, edits) != nil else { continue }
            case 3...4:
                let ids = (0...random.number(below: 3)).map { _ in random.element(of: records).id }
                guard try await fixture.library.remove(ids) != nil else { continue }
            case 5...6:
                guard try await fixture.library.history.undo() != nil else {
                    #expect(index == 0)
                    continue
                }
                index -= 1
                #expect(try LibraryContent(fixture.persistency) == states[index])
                continue
            case 7:
                guard try await fixture.library.history.redo() != nil else {
                    #expect(index == states.count - 1)
                    continue
                }
                index += 1
                #expect(try LibraryContent(fixture.persistency) == states[index])
                continue
            case 8...10:
                guard try await join([id, random.element(of: records).id], in: fixture) else { continue }
            case 11:
                guard (try? await fixture.library.split(id)) != nil else { continue }
            case 12:
                // What an import says that is not new.
                try fixture.persistency.save(records)
                continue
            default:
                fixture = try LibraryFixture(in: fixture.folder)
                continue
            }
            states.removeLast(states.count - 1 - index)
            states.append(try LibraryContent(fixture.persistency))
            index += 1
        }
        while try await fixture.library.history.undo() != nil {}
        #expect(try LibraryContent(fixture.persistency) == beginning)
        while try await fixture.library.history.redo() != nil {}
        #expect(try LibraryContent(fixture.persistency) == states.last)
    }

    /// Joins albums.
    ///
    /// - Returns: Whether there was something to join.
    private func join(_ ids: [AlbumID], in fixture: LibraryFixture) async throws -> Bool {
        do { return try await fixture.library.join(ids) != nil } catch is RearrangingError { return false }
    }
}
