internal import HeedNATS
internal import SleevesCovers
internal import SleevesModel
internal import SleevesSharing
internal import SleevesStore

/// What sends albums and covers to the server, and fetches covers from it, one call after the other.
actor SharingSender {
    struct Outcome {
        /// The titles of albums that are larger than the server accepts.
        var tooLarge: [String] = []
    }

    private let bucket: KeyValueBucket
    private let persistency: PersistencyManager
    private let machine: MachineID
    private let settings: SharingSettings
    /// The covers that the server has, as far as is known.
    private var sentCovers: Set<CoverDigest> = []

    init(_ bucket: KeyValueBucket, _ persistency: PersistencyManager, machine: MachineID, settings: SharingSettings) {
        (self.bucket, self.persistency, self.machine, self.settings) = (bucket, persistency, machine, settings)
    }

    /// Checks that the server still has what was read last. It may have lost its latest values in a crash, and have got others since.
    ///
    /// - Returns: Whether it has. Otherwise, everything is read and sent again.
    func verify() async throws -> Bool {
        sentCovers = []
        guard let last = try persistency.lastShared() else { return true }
        if let entry = try await bucket.entry(for: last.key), entry.revision >= last.revision { return true }
        try persistency.sendEverything()
        bucket.readAgain()
        return false
    }

    // MARK: Albums

    /// Sends the albums that wait.
    ///
    /// - Parameter merge: Merges the current value of an album that another machine has changed meanwhile.
    func sendAll(merging merge: (KeyValueEntry) -> Void) async throws -> Outcome {
        try await sendName()
        var outcome = Outcome()
        var attempts: [AlbumID: Int] = [:]
        var last: AlbumID?
        while true {
            try Task.checkCancellation()
            let albums = try persistency.waitingAlbums(after: last, limit: Self.batch)
            last = albums.last?.id
            if albums.isEmpty { break }
            let conflicts = try await send(albums.filter { attempts[$0.id, default: 0] < Self.attemptLimit }, &outcome)
            for id in conflicts {
                attempts[id, default: 0] += 1
                let key = SharedKey.album(id).text
                // A value that was deleted has no revision.
                merge(try await bucket.entry(for: key) ?? KeyValueEntry(key: key, value: [], revision: 0))
            }
            if !conflicts.isEmpty { last = nil }
        }
        return outcome
    }

    /// The number of albums that are sent at once.
    private static let batch = 256
    /// How often an album is sent that others keep changing, or whose value can't be merged.
    private static let attemptLimit = 5

    /// - Returns: The albums that another machine has changed meanwhile.
    private func send(_ albums: [WaitingAlbum], _ outcome: inout Outcome) async throws -> [AlbumID] {
        for cover in Set(albums.compactMap(\.cover)) { try await sendCover(cover) }
        var sent: [(album: WaitingAlbum, revision: UInt64)] = []
        var conflicts: [AlbumID] = []
        var failure: KeyValueError?
        await withTaskGroup(of: (WaitingAlbum, Result<UInt64, KeyValueError>).self) { [bucket] group in
            for album in albums {
                group.addTask {
                    do throws(KeyValueError) {
                        let value = Array(album.text.utf8)
                        return (
                            album, .success(try await bucket.put(value, for: SharedKey.album(album.id).text, expecting: album.revision))
                        )
                    } catch {
                        return (album, .failure(error))
                    }
                }
            }
            for await (album, result) in group {
                switch result {
                case .success(let revision): sent.append((album, revision))
                case .failure(.conflict): conflicts.append(album.id)
                case .failure(.tooLarge): outcome.tooLarge.append((try? persistency.album(album.id))??.title ?? album.id.rawValue)
                case .failure(let error): failure = error
                }
            }
        }
        try persistency.noteSent(sent)
        if let failure { throw failure }
        return conflicts
    }

    /// Tells the others what this machine is called.
    private func sendName() async throws {
        guard try persistency.name(of: machine) != settings.machineName else { return }
        _ = try await bucket.put(SharedMachine(name: settings.machineName).encoded, for: SharedKey.machine(machine).text, expecting: nil)
    }

    // MARK: Covers

    private func sendCover(_ digest: CoverDigest) async throws {
        guard !sentCovers.contains(digest), let bytes = persistency.chosenCovers.bytes(of: digest) else { return }
        if try await bucket.entry(for: SharedKey.piece(0, of: digest)) == nil {
            // The first piece comes last: where it is, all are.
            for (number, piece) in CoverPieces.cut(bytes).enumerated().reversed() {
                _ = try await bucket.put(piece, for: SharedKey.piece(number, of: digest), expecting: nil)
            }
        }
        sentCovers.insert(digest)
    }

    /// Fetches the covers that other machines have chosen.
    ///
    /// - Returns: The albums that have them.
    func fetchCovers() async throws -> SharingMerge {
        var result = SharingMerge()
        for digest in try persistency.chosenCoverDigests() where !persistency.chosenCovers.contains(digest) {
            try Task.checkCancellation()
            guard let bytes = try await fetch(digest), CoverDigest(of: bytes) == digest else { continue }
            // A picture that can't be used stays unused, and the album keeps its other cover.
            guard (try? persistency.chosenCovers.keep(bytes)) == digest else { continue }
            sentCovers.insert(digest)
            result.covers += try persistency.albums(withChosenCover: digest)
        }
        result.albums = result.covers
        return result
    }

    /// - Returns: `nil` if the server doesn't have all pieces yet, or too many.
    private func fetch(_ digest: CoverDigest) async throws -> [UInt8]? {
        var bytes: [UInt8] = []
        for number in 0... {
            guard let piece = try await bucket.entry(for: SharedKey.piece(number, of: digest))?.value, piece.count <= CoverPieces.size
            else { return nil }
            bytes += piece
            if bytes.count > persistency.chosenCovers.byteLimit { return nil }
            if piece.count < CoverPieces.size { return bytes }
        }
        return nil
    }
}
