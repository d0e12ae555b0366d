import Foundation
import Testing

@testable import SleevesCovers
@testable import SleevesLibrary
@testable import SleevesStore

/// Faults of the disk that covers meet, and faults of theirs that the disk must not have.
@Suite("Covers and the disk")
struct CoverKeepingTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    private func makeStore(diskLimit: Int = 512 << 20) -> CoverStore {
        CoverStore(cacheDirectory: "\(folder.path)/cache", diskLimit: diskLimit)
    }

    /// A picture of its own for each number.
    private static func picture(_ number: Int) -> [UInt8] {
        try! CoverDecoder(maxPixel: 300).encodePNG(SamplePictures.plain(width: 300, height: 200 + number))
    }

    private func setAge(_ days: Int, of digest: CoverDigest, in store: CoverStore) throws {
        for size in CoverSize.allCases {
            let path = store.folder.path(of: ThumbnailFolder.Name(digest: digest, size: size))
            guard FileManager.default.fileExists(atPath: path) else { continue }
            let date = Date(timeIntervalSinceNow: -86_400 * Double(days))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
    }

    // MARK: A disk that refuses

    @Test("If the cache folder can't be created, covers are shown from memory, and the problem is reported once")
    func noFolder() throws {
        try folder.write([], to: "cache")
        let store = makeStore()
        let (digest, image) = try store.keep(Self.picture(0), showing: .double)
        #expect(image.width == 300)
        #expect(store.load(digest, size: .double) == KeptCover(image))
        let problem = try #require(store.takeProblem())
        #expect(problem.reason == .notWritable && problem.path.hasPrefix("\(folder.path)/cache"))
        #expect(store.takeProblem() == nil)
    }

    @Test("A cache folder that may only be read gives the covers that are in it, and new ones are shown from memory")
    func readOnly() async throws {
        let digest = try makeStore().keep(Self.picture(0)).digest
        // Whoever runs the tests may be somebody who may write everywhere, so the folder is looked at by somebody who may not.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        for name in all { chmod("\(folder.path)/\(name)", name.hasSuffix(".jpg") ? 0o444 : 0o555) }
        defer { for name in all { chmod("\(folder.path)/\(name)", 0o755) } }
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String, digest = digest.rawValue as String] in
            if getuid() == 0 { setuid(65_534) }
            let store = CoverStore(cacheDirectory: "\(path)/cache")
            let digest = try #require(CoverDigest(rawValue: digest))
            #expect(store.load(digest, size: .standard) != nil)
            #expect(store.takeProblem() == nil)
            let (second, image) = try store.keep(CoverKeepingTests.picture(1))
            #expect(store.load(second, size: .standard) == KeptCover(image))
            #expect(store.takeProblem()?.reason == .notWritable)
        }
    }

    @Test("A disk that is full in the middle of a file leaves nothing half-written, and the cover is shown from memory")
    func fullDisk() async throws {
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            let store = CoverStore(cacheDirectory: "\(path)/cache")
            for limit in [0, 1, 100, 700] as [rlim_t] {
                var room = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &room)
                room.rlim_cur = limit
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &room)
                let (digest, image) = try store.keep(CoverKeepingTests.picture(Int(limit)))
                #expect(store.load(digest, size: .standard) == KeptCover(image))
                #expect(!store.contains(digest))
            }
            #expect(store.takeProblem() != nil)
        }
        #expect(folder.files.isEmpty)
        #expect(try makeStore().keep(Self.picture(0)).image.width == 200)
        #expect(!folder.files.isEmpty)
    }

    @Test("An import continues if covers can't be stored, reports it once, and the covers are still shown")
    func importing() async throws {
        let music = try MusicFolder()
        for album in ["One", "Two"] {
            try music.addAlbum(album, tracks: 1)
            try music.folder.write(Self.picture(album.count), to: "\(album)/cover.png")
        }
        try folder.write([], to: "cache")
        let fixture = try LibraryFixture(in: folder)
        let report = try await fixture.library.importAlbums(at: [music.path])
        #expect(report.albums.inserted == 2 && report.coversPresent == 2)
        #expect(report.problems.count == 1 && report.problems[0].path.hasPrefix("\(folder.path)/cache"))
        for album in try fixture.albums() {
            #expect(await fixture.requestCover(of: album).last.map { if case .present = $0 { true } else { false } } == true)
        }
    }

    // MARK: Damage

    @Test("A thumbnail that is damaged anywhere is made again from the file that it came from")
    func damage() async throws {
        let music = try TemporaryFolder()
        let fixture = try LibraryFixture(in: folder)
        var record = SampleAlbums.record("A")
        // Small, so that there is one size of it.
        record.localCover = .file(path: try music.write(SamplePictures.palettePNG, to: "cover.png"))
        let album = try #require(try fixture.fill([record]).first)
        _ = await fixture.requestCover(of: album)
        let name = try #require(folder.files.first { $0.hasSuffix(".jpg") })
        let whole = try folder.bytes(of: name)
        for damaged in [[], Array(whole.dropLast()), Array(whole.prefix(100)) + whole.dropFirst(101)] {
            try folder.write(damaged, to: name)
            let again = try LibraryFixture(in: folder)
            #expect(await again.requestCover(of: try #require(try again.albums().first)).last != .missing)
            #expect(try folder.bytes(of: name) == whole)
        }
    }

    // MARK: Too many

    @Test("A cover that is looked at after more than a day counts as used, and one looked at again on the same day is not written to")
    func use() throws {
        let store = makeStore()
        let digest = try store.keep(Self.picture(0), in: [.standard]).digest
        func age() throws -> TimeInterval {
            let path = store.folder.path(of: ThumbnailFolder.Name(digest: digest, size: .standard))
            let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            return -(try #require(date).timeIntervalSinceNow)
        }
        try setAge(3, of: digest, in: store)
        _ = makeStore().load(digest, size: .standard)
        #expect(try age() < 3600)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -7200)],
            ofItemAtPath: store.folder.path(of: ThumbnailFolder.Name(digest: digest, size: .standard))
        )
        _ = makeStore().load(digest, size: .standard)
        #expect(try age() > 3600)
    }

    @Test("Beyond the disk limit, the least recently used thumbnails are deleted, except those that can't be made again")
    func trimming() throws {
        // Each thumbnail takes a block of the disk, or two.
        let large = makeStore()
        let digests = try (0..<16).map { try large.keep(Self.picture($0), in: [.standard]).digest }
        for (number, digest) in digests.enumerated() { try setAge(20 - number, of: digest, in: large) }
        let taken = try folder.files.reduce(0) { sum, name in
            var status = stat()
            try #require(lstat("\(folder.path)/\(name)", &status) == 0)
            return sum + Int(status.st_blocks) * 512
        }
        #expect(large.trim { _ in [] } == 0)
        #expect(!large.folder.wasTrimmed)

        let store = makeStore(diskLimit: taken / 2)
        let removed = store.trim { asked in
            #expect(asked == Set(digests))
            return [digests[0], digests[2]]
        }
        let left = digests.map { store.contains($0) }
        #expect(left.prefix(4) == [true, false, true, false])
        #expect(left.suffix(4) == [true, true, true, true])
        #expect(removed == left.count { !$0 } && (9...12).contains(removed))
        #expect(store.folder.wasTrimmed)
        #expect(store.trim { _ in [] } == 0, "there is room again")
    }

    @Test("Of a cover whose original is gone, the double size may go and the standard one stays")
    func sizesOfTheLost() throws {
        let store = makeStore(diskLimit: 0)
        let digest = try store.keep(Self.picture(0)).digest
        #expect(store.trim { $0 } == 1)
        #expect(store.contains(digest))
        #expect(folder.files.count { $0.hasSuffix("-200.jpg") } == 1)
    }

    @Test("Covers that can be read from the person's files again go and come back; those whose file is gone stay")
    func trimmingLibrary() async throws {
        let music = try TemporaryFolder()
        let fixture = try LibraryFixture(in: folder)
        let persistency = fixture.persistency
        var records: [CompleteAlbum] = []
        for (number, title) in ["A", "B"].enumerated() {
            var record = SampleAlbums.record(title)
            record.localCover = .file(path: try music.write(Self.picture(number), to: "\(title).png"))
            records.append(record)
        }
        let albums = try fixture.fill(records)
        for album in albums { _ = await fixture.requestCover(of: album) }
        let digests = [0, 1].map { CoverDigest(of: Self.picture($0)) }
        try FileManager.default.removeItem(atPath: "\(music.path)/B.png")

        let small = CoverStore(cacheDirectory: "\(folder.path)/cache", diskLimit: 0)
        small.trim { (asked) throws(Never) in (try? persistency.coversWithoutOriginal(among: asked)) ?? [] }
        #expect(digests.map { small.contains($0) } == [false, true])

        let again = try LibraryFixture(in: folder)
        for album in try again.albums() {
            #expect(await again.requestCover(of: album).last.map { if case .present = $0 { true } else { false } } == true)
        }
    }

    @Test("After thumbnails were deleted to make room, an import does not make them all again")
    func importAfterTrimming() async throws {
        let music = try MusicFolder()
        try music.addAlbum("One", tracks: 1)
        try music.folder.write(Self.picture(0), to: "One/cover.png")
        let fixture = try LibraryFixture(in: folder)
        var folders = FolderImport(persistency: fixture.persistency, paths: [music.path])
        // An hour from now: files that were written this moment would be read again, and their cover taken, however it was before.
        folders.clock = { FileStamp.now + 3_600_000_000_000 }
        _ = try await folders.run()
        try await CoverExtractor(persistency: fixture.persistency).run { _, _ in }
        #expect(folder.files.contains { $0.hasSuffix(".jpg") })
        CoverStore(cacheDirectory: "\(folder.path)/cache", diskLimit: 0).trim { _ in [] }
        try await fixture.library.importAlbums(at: [music.path])
        #expect(!folder.files.contains { $0.hasSuffix(".jpg") })
    }

    @Test("An old temporary file of a killed writer doesn't count as a cover and is deleted by the next trim")
    func leftovers() throws {
        let store = makeStore(diskLimit: 0)
        let digest = try store.keep(Self.picture(0)).digest
        let shard = "cache/covers/\(digest.rawValue.prefix(2))"
        for (name, age) in [("old", 7200.0), ("young", 0)] {
            try folder.write([1, 2, 3], to: "\(shard)/.incoming-\(name)")
            let date = Date(timeIntervalSinceNow: -age)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: "\(folder.path)/\(shard)/.incoming-\(name)")
        }
        store.trim { $0 }
        #expect(folder.files.filter { $0.contains(".incoming-") } == ["\(shard)/.incoming-young"])
        #expect(makeStore().load(digest, size: .standard) != nil)
    }
}
