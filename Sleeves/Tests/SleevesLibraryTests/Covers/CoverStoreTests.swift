import Foundation
import Testing

@testable import SleevesLibrary

@Suite("Covers on the disk")
struct CoverStoreTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    private func makeStore() throws -> CoverStore {
        try CoverStore(cacheDirectory: "\(folder.path)/cache", decoder: CoverDecoder(maxPixel: 30))
    }

    @Test("A cover that was kept is found by another store, scaled, under the digest of its bytes")
    func keeping() throws {
        let (digest, image) = try makeStore().keep(SamplePictures.progressiveJPEG)
        #expect(digest == CoverDigest(of: SamplePictures.progressiveJPEG))
        #expect(image.width == 30 && image.height == 20)
        #expect(folder.files == ["cache/covers/\(digest.rawValue.prefix(2))/\(digest).jpg"])

        let second = try makeStore()
        #expect(second.image(for: digest) == nil)
        let loaded = try #require(try second.load(digest))
        #expect(loaded.width == 30 && loaded.height == 20)
        #expect(second.image(for: digest) == loaded)
    }

    @Test("A cover that was never kept is missing")
    func missing() throws {
        #expect(try makeStore().load(CoverDigest(of: [1])) == nil)
    }

    @Test("Folders and files are for their owner only")
    func permissions() throws {
        let (digest, _) = try makeStore().keep(SamplePictures.palettePNG)
        #expect(try folder.permissions(of: "cache") == 0o700)
        #expect(try folder.permissions(of: "cache/covers/\(digest.rawValue.prefix(2))") == 0o700)
        #expect(try folder.permissions(of: folder.files[0]) == 0o600)
    }

    @Test("A transparent picture is kept on white")
    func transparency() throws {
        let (_, image) = try makeStore().keep(SamplePictures.alphaWebP)
        #expect(image.isOpaque)
    }

    @Test("A file that is damaged anywhere is deleted and counts as missing, and the cover can be kept anew")
    func damage() throws {
        let (digest, _) = try makeStore().keep(SamplePictures.baselineJPEG)
        let name = folder.files[0]
        let whole = try folder.bytes(of: name)
        var damaged = [[], [0xFF], Array(whole.dropLast()), Array(whole.dropLast(32)), whole + [0]]
        for place in stride(from: 0, to: whole.count, by: 37) {
            var bytes = whole
            bytes[place] ^= 1
            damaged.append(bytes)
        }
        for bytes in damaged {
            try folder.write(bytes, to: name)
            #expect(try makeStore().load(digest) == nil)
            #expect(folder.files.isEmpty)
        }
        try makeStore().keep(SamplePictures.baselineJPEG)
        #expect(try makeStore().load(digest) != nil)
    }

    @Test("A removed cover is neither in memory nor on the disk, and removing it again does nothing")
    func removal() throws {
        let store = try makeStore()
        let (digest, _) = try store.keep(SamplePictures.stillGIF)
        store.remove(digest)
        store.remove(digest)
        #expect(try store.load(digest) == nil)
        #expect(folder.files.isEmpty)
    }

    @Test("A temporary file of a killed writer is no cover, and goes when it is old")
    func leftovers() throws {
        let store = try makeStore()
        let (digest, _) = try store.keep(SamplePictures.baselineJPEG)
        let cover = folder.files[0]
        let shard = (cover as NSString).deletingLastPathComponent
        try folder.write([1, 2, 3], to: "\(shard)/.incoming-1-1-1")
        try folder.write([1, 2, 3], to: "\(shard)/.incoming-1-2-1")
        let old = Date(timeIntervalSinceNow: -7200)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: "\(folder.path)/\(shard)/.incoming-1-1-1")
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: "\(folder.path)/\(cover)")

        #expect(store.removeLeftovers() == 1)
        #expect(Set(folder.files) == [cover, "\(shard)/.incoming-1-2-1"])
        store.releaseMemory()
        #expect(try store.load(digest) != nil)
    }

    @Test("Bytes that are no picture are refused and leave nothing behind")
    func refusal() throws {
        #expect(throws: CoverError.unknownType) { try makeStore().keep(Array("not a picture".utf8)) }
        #expect(folder.files.isEmpty)
    }

    @Test("A cache folder that cannot be made is named in the error")
    func unwritable() throws {
        try folder.write([], to: "file")
        let error = #expect(throws: PersistencyError.self) { try CoverStore(cacheDirectory: "\(folder.path)/file/cache") }
        #expect(error?.reason == .notWritable)
        #expect(error?.path.hasPrefix("\(folder.path)/file") == true)
    }

    @Test("Many tasks may keep and load the same covers at once, and every file ends up whole")
    func concurrency() async throws {
        let stores = [try makeStore(), try makeStore()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<60 {
                group.addTask {
                    let sample = SamplePictures.all[round % SamplePictures.all.count]
                    let (digest, _) = try stores[round % 2].keep(sample.bytes)
                    stores[round % 2].releaseMemory()
                    #expect(try stores[round % 2].load(digest) != nil)
                }
            }
            try await group.waitForAll()
        }
        #expect(folder.files.count == SamplePictures.all.count)
        #expect(folder.files.allSatisfy { !$0.contains(".incoming-") })
    }
}
