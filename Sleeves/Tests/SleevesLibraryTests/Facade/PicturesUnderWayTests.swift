import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Pictures in progress")
struct PicturesUnderWayTests {
    private let digest = CoverDigest(of: [1])
    private let first = LocalCover.file(path: "/1")
    private let second = LocalCover.file(path: "/2")

    private func due(_ album: String, _ place: LocalCover) -> DueCover { DueCover(album: AlbumID(rawValue: album), place: place) }

    private func taken(_ place: LocalCover) -> TakenPicture { TakenPicture(place, outcome: .success(digest)) }

    @Test func `are not begun twice`() {
        var pictures = PicturesUnderWay()
        #expect(pictures.begin(first) == true)
        #expect(pictures.begin(first) == false)
        #expect(pictures.begin(second) == true)
        #expect(pictures.count == 2)
        #expect(pictures.sort([due("a", first)]).places.isEmpty)
    }

    @Test func `are known when an album turns out to need them, and another that shares them`() {
        var pictures = PicturesUnderWay()
        _ = pictures.begin(first)
        #expect(pictures.end(taken(first)).isEmpty)
        let (known, places) = pictures.sort([due("a", first), due("b", second), due("c", first)])
        #expect(known.map(\.album.rawValue) == ["a", "c"])
        #expect(known.map { try? $0.picture.outcome.get() } == [digest, digest])
        #expect(places == [second])
    }

    @Test func `go to all albums that came to need them while they were being taken`() {
        var pictures = PicturesUnderWay()
        _ = pictures.begin(first)
        let (known, places) = pictures.sort([due("a", first), due("b", first), due("c", second), due("d", second)])
        #expect(known.isEmpty)
        #expect(places == [second])
        #expect(pictures.end(TakenPicture(first, outcome: .failure(.init(text: "is gone")))).map(\.album.rawValue) == ["a", "b"])
        #expect(pictures.end(taken(second)).map(\.album.rawValue) == ["c", "d"])
    }

    @Test func `are kept only for those who have not asked yet`() {
        var pictures = PicturesUnderWay()
        _ = pictures.sort([due("a", first)])
        _ = pictures.end(taken(first))
        #expect(pictures.count == 0)
        #expect(pictures.end(taken(first)).isEmpty)
    }
}
