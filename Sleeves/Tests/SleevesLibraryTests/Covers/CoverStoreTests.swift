import Foundation
import Testing

@testable import SleevesLibrary

@Suite("Covers on the disk")
struct CoverStoreTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    private func makeStore() -> CoverStore {
        CoverStore(cacheDirectory: "\(folder.path)/cache")
    }

    /// A picture of two colours, larger than the thumbnails of a wall.
    private static let large: [UInt8] = {
        let pixels = (0..<600 * 450).flatMap { $0 % 600 < 300 ? [255, 0, 0, 255] as [UInt8] : [0, 0, 255, 255] }
        return try! CoverDecoder(maxPixel: 600).encodePNG(CoverImage(width: 600, height: 450, pixels: pixels))
    }()

    @Test("A cover that was kept is found by another store, scaled to each size, under the digest of its bytes")
    func keeping() throws {
        let (digest, image) = try makeStore().keep(Self.large)
        #expect(digest == CoverDigest(of: Self.large))
        #expect(image.width == 200 && image.height == 150)
        let name = "cache/covers/\(digest.rawValue.prefix(2))/\(digest)"
        #expect(Set(folder.files) == ["\(name).jpg", "\(name)-200.jpg", "\(name)-800.jpg"])

        let second = makeStore()
        for (size, width, height) in [(CoverSize.standard, 200, 150), (.double, 400, 300), (.quadruple, 600, 450), (.large, 600, 450)] {
            #expect(second.image(for: digest, size: size) == nil)
            let loaded = try #require(second.load(digest, size: size))
            #expect(loaded.image.width == width && loaded.image.height == height && !loaded.isSmaller)
            #expect(
                second.image(for: digest, size: size) == (size > .double ? nil : loaded.image), "the largest would take the room of others")
        }
    }

    @Test("If only the standard size is stored, a request for the double size says so, and it can be made from the original")
    func standardOnly() throws {
        let store = makeStore()
        let digest = try store.keepUnseen(Self.large)
        #expect(folder.files.count == 1)
        let smaller = try #require(store.load(digest, size: .double))
        #expect(smaller.isSmaller && smaller.image.width == 200)
        #expect(store.load(digest, size: .double)?.isSmaller == true, "a smaller one must not pass for the double one later")
        #expect(try store.keep(Self.large, in: [.double], showing: .double).image.width == 400)
        #expect(store.load(digest, size: .double).map { $0.isSmaller || $0.image.width != 400 } == false)
        #expect(folder.files.count == 2)
    }

    @Test("If only the double size is stored, it serves for both")
    func doubleOnly() throws {
        let digest = try makeStore().keep(Self.large).digest
        try FileManager.default.removeItem(atPath: "\(folder.path)/cache/covers/\(digest.rawValue.prefix(2))/\(digest)-200.jpg")
        let store = makeStore()
        #expect(store.contains(digest))
        #expect(store.load(digest, size: .standard).map { $0.image.width == 200 && !$0.isSmaller } == true)
        #expect(store.load(digest, size: .double).map { $0.image.width == 400 && !$0.isSmaller } == true)
    }

    @Test("A picture smaller than the standard size is stored once, at its size, and doesn't count as too small")
    func smallPicture() throws {
        let store = makeStore()
        let (digest, image) = try store.keep(SamplePictures.progressiveJPEG, showing: .double)
        #expect(image.width == 60 && image.height == 40)
        #expect(folder.files.count == 1)
        #expect(makeStore().load(digest, size: .double) == KeptCover(image))
    }

    @Test("A cover that was never kept is missing", arguments: CoverSize.allCases)
    func missing(size: CoverSize) throws {
        #expect(makeStore().load(CoverDigest(of: [1]), size: size) == nil)
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
            #expect(makeStore().load(digest, size: .standard) == nil)
            #expect(folder.files.isEmpty)
        }
        try makeStore().keep(SamplePictures.baselineJPEG)
        #expect(makeStore().load(digest, size: .standard) != nil)
    }

    @Test("A removed cover is neither in memory nor on the disk, and removing it again does nothing")
    func removal() throws {
        let store = makeStore()
        let (digest, _) = try store.keep(SamplePictures.stillGIF)
        store.remove(digest)
        store.remove(digest)
        #expect(store.load(digest, size: .standard) == nil)
        #expect(folder.files.isEmpty)
    }

    @Test("Bytes that are no picture are refused and leave nothing behind")
    func refusal() throws {
        #expect(throws: CoverError.unknownType) { try makeStore().keep(Array("not a picture".utf8)) }
        #expect(folder.files.isEmpty)
    }

    @Test("Many tasks may keep and load the same covers at once, and every file ends up whole")
    func concurrency() async throws {
        let stores = [makeStore(), makeStore()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<60 {
                group.addTask {
                    let sample = SamplePictures.all[round % SamplePictures.all.count]
                    let (digest, _) = try stores[round % 2].keep(sample.bytes)
                    // Another store has nothing in memory.
                    #expect(makeStore().load(digest, size: .standard) != nil)
                }
            }
            try await group.waitForAll()
        }
        #expect(folder.files.count == SamplePictures.all.count)
        #expect(folder.files.allSatisfy { !$0.contains(".incoming-") })
    }
}
