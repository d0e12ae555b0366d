import Testing

@testable import SleevesLibrary

@Suite("Pictures that are taken ahead")
struct PicturesAheadTests {
    private let digest = CoverDigest(of: [1])
    private let first = LocalCover.file(path: "/1")
    private let second = LocalCover.file(path: "/2")

    private func due(_ album: String, _ place: LocalCover) -> DueCover { DueCover(album: AlbumID(rawValue: album), place: place) }

    @Test func `are not begun twice`() {
        var ahead = PicturesAhead()
        #expect(ahead.begin(first) == true)
        #expect(ahead.begin(first) == false)
        #expect(ahead.begin(second) == true)
        #expect(ahead.count == 2)
    }

    @Test func `are known when an album turns out to need them`() {
        var ahead = PicturesAhead()
        _ = ahead.begin(first)
        #expect(ahead.end(first, with: .success(digest)).isEmpty)
        let (taken, rest) = ahead.sort([due("a", first), due("b", second)])
        #expect(taken.map(\.album.rawValue) == ["a"])
        #expect(taken.map { try? $0.outcome.get() } == [digest])
        #expect(rest.map(\.album.rawValue) == ["b"])
    }

    @Test func `go to the albums that came to need them while they were being taken`() {
        var ahead = PicturesAhead()
        _ = ahead.begin(first)
        let (taken, rest) = ahead.sort([due("a", first), due("b", first)])
        #expect(taken.isEmpty && rest.isEmpty)
        let late = ahead.end(first, with: .failure(TakenCover.Reason(text: "is gone")))
        #expect(late.map(\.album.rawValue) == ["a", "b"])
    }
}
