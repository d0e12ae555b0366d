internal import Dispatch
package import SleevesModel
internal import SleevesSharing
internal import Synchronization

/// Values that were read from the server, as they are merged. Decoding takes about as long as merging, and needs no database.
package struct DecodedEntries: Sendable {
    /// An album, and the same for a library that doesn't have it yet.
    typealias Album = Result<(shared: SharedAlbum, new: BorrowedAlbum?), SharedMessageError>

    package let entries: [SharedEntry]
    /// The albums among many entries; `nil` for other entries, and for few, which are decoded where they are needed.
    let decoded: [Album?]

    /// Decodes the albums among many entries, on all cores.
    package init(_ entries: [SharedEntry]) {
        self.entries = entries
        guard entries.count > 16 else {
            decoded = entries.map { _ in nil }
            return
        }
        let albums = Mutex([Album?](repeating: nil, count: entries.count))
        let part = 16
        DispatchQueue.concurrentPerform(iterations: (entries.count + part - 1) / part) { number in
            let places = number * part..<min(number * part + part, entries.count)
            let decoded = places.map { place -> Album? in
                guard case .album(let id) = SharedKey(entries[place].key), !entries[place].value.isEmpty else { return nil }
                return Self.decode(entries[place], id)
            }
            albums.withLock { $0.replaceSubrange(places, with: decoded) }
        }
        decoded = albums.withLock { $0 }
    }

    static func decode(_ entry: SharedEntry, _ id: AlbumID) -> Album {
        Result { () throws(SharedMessageError) in
            let shared = try SharedAlbum(decoding: entry.value)
            return (shared, try? BorrowedAlbum(shared, id))
        }
    }
}
