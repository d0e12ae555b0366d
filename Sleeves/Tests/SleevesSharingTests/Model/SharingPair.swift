import SleevesModel

@testable import SleevesStore

/// Two machines that share a collection, and the bucket on their server.
struct SharingPair {
    let desk: TestMachine
    let sofa: TestMachine
    var bucket = MemoryBucket()

    /// - Parameters:
    ///   - albums: The albums that the desk has.
    ///   - skew: How far the desk's clock is ahead, in milliseconds.
    init(albums: [AlbumID] = [], skew: Int64 = 0) throws {
        (desk, sofa) = (try TestMachine("desk", skew: skew), try TestMachine("sofa"))
        for machine in [desk, sofa] { try machine.share() }
        try desk.library.save(albums.map { CompleteAlbum(AlbumRecord(id: $0, title: "Album", artist: "Artist", source: .json)) })
    }

    /// Lets the machines exchange everything, one after the other, as often as that.
    mutating func exchange(times: Int = 1) throws {
        for _ in 0..<times {
            for machine in [desk, sofa] { try machine.exchange(with: &bucket) }
        }
    }
}
