import Foundation
import Heed
import Synchronization
import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

@Suite("Covers from servers that fail", .timeLimit(.minutes(10)))
struct CoverFaultTests {
    /// A picture whose header claims 3.6 thousand megapixels.
    private static let bomb: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 6, 0, 0, 0, 0, 0, 0, 0]

    private static func reply(to request: LoopbackServer.Request) -> LoopbackServer.Reply {
        let picture = SamplePictures.baselineJPEG
        switch request.path {
        case "/reset": return .reset
        case "/reset-within": return .broken(part: Array(picture[..<100]), of: picture.count, isReset: true)
        case "/short": return .broken(part: Array(picture[..<100]), of: picture.count, isReset: false)
        case "/stall": return .stall
        case "/silence": return .silence
        case "/drip": return .drip
        case "/loop": return .answer(301, headers: ["Location: /loop"])
        case "/404": return .answer(404)
        case "/410": return .answer(410)
        case "/403": return .answer(403)
        case "/500": return .answer(500)
        case "/503": return .answer(503)
        case let path where path.hasPrefix("/html"):
            return .answer(200, Array("<!DOCTYPE html><title>Not a picture</title>".utf8), headers: ["Content-Type: image/jpeg"])
        case "/empty": return .answer(200, [])
        case "/4gb": return .broken(part: [1], of: 4 << 30, isReset: false)
        case let path where path.hasPrefix("/bomb"): return .answer(200, bomb)
        case "/cut": return .answer(200, Array(picture[..<(picture.count / 2)]))
        case "/nonsense": return .raw("nonsense\r\n\r\n")
        case let path where path.hasPrefix("/good"): return .answer(200, picture)
        default: return .answer(404)
        }
    }

    private static let temporary = ["/reset", "/reset-within", "/short", "/500", "/503", "/nonsense"]
    private static let lasting = ["/loop", "/404", "/410", "/403", "/html", "/empty", "/4gb", "/bomb", "/cut"]

    @Test("Every available cover arrives, every other fails alone with a reason, and temporary failures are retried")
    func everyFault() async throws {
        let requests = Mutex<[String]>([])
        let fixture = try LibraryFixture(time: SkippingTime())
        try await LoopbackServer.run({ request in
            requests.withLock { $0.append(request.path) }
            return Self.reply(to: request)
        }) { server in
            let good = (0..<30).map { "/good\($0)" }
            _ = try fixture.fill((Self.temporary + Self.lasting + good).map { SampleAlbums.record($0, coverURL: server.url($0)) })

            let first = try await fixture.library.fetchCovers()
            #expect(first.sought == Self.temporary.count + Self.lasting.count + good.count)
            #expect(first.found == good.count)
            #expect(first.absent == 0 && first.waiting == 0)
            #expect(first.problems.count == Self.temporary.count + Self.lasting.count)
            for path in Self.temporary + Self.lasting {
                let problem = first.problems.first { $0.album == "Somebody – \(path)" }
                #expect(problem?.reason.contains(server.url(path)) == true, "\(path) is not explained")
                #expect(try fixture.persistency.album(AlbumID(digesting: [path, "Somebody"]))?.cover == .failed)
            }

            requests.withLock { $0 = [] }
            let second = try await fixture.library.fetchCovers()
            #expect(second.sought == Self.temporary.count)
            // The connection that is reset may take the next request with it.
            #expect(Set(requests.withLock { $0 }).union(["/reset"]) == Set(Self.temporary))

            requests.withLock { $0 = [] }
            _ = try await fixture.library.fetchCovers(retrying: true)
            #expect(Set(requests.withLock { $0 }).union(["/reset"]) == Set(Self.temporary + Self.lasting))
            #expect(try fixture.library.records().count { $0.cover.digest != nil } == good.count)
        }
        await fixture.library.shutdown()
    }

    @Test("A server that stays silent, stops in the middle, or drips fails only its own cover, after a timeout")
    func slow() async throws {
        let timeouts = HTTPClient.Timeouts(idle: .milliseconds(200), total: .milliseconds(500))
        let fixture = try LibraryFixture(time: SkippingTime(), timeouts: timeouts)
        try await LoopbackServer.run({ Self.reply(to: $0) }) { server in
            let paths = ["/stall", "/silence", "/drip"]
            _ = try fixture.fill(paths.map { SampleAlbums.record($0, coverURL: server.url($0)) })
            let report = try await fixture.library.fetchCovers()
            #expect(report.problems.count == 3)
            #expect(report.problems.allSatisfy { $0.reason.contains("took too long") })
        }
        await fixture.library.shutdown()
    }

    @Test("Every good cover arrives beside sixteen dripping hosts, ten unknown ones and five decompression bombs")
    func amongTarpits() async throws {
        let tarpits = (0..<16).map { "tarpit\($0).test" }
        let resolver = ScriptedResolver(Dictionary(uniqueKeysWithValues: (tarpits + ["good.test"]).map { ($0, ["127.0.0.1"]) }))
        let fixture = try LibraryFixture(resolver: resolver)
        try await LoopbackServer.run({ Self.reply(to: $0) }) { server in
            func record(_ title: String, _ host: String, _ path: String) -> CompleteAlbum {
                SampleAlbums.record(title, coverURL: "http://\(host):\(server.port)\(path)")
            }
            let slow = zip(tarpits, 0...).map { record($0, $0, ["/drip", "/silence", "/stall"][$1 % 3]) }
            let dead = (0..<10).map { record("dead \($0)", "dead\($0).test", "/") }
            let bombs = (0..<5).map { record("bomb \($0)", "good.test", "/bomb?\($0)") }
            let good = (0..<40).map { record("good \($0)", "good.test", "/good/\($0)") }
            _ = try fixture.fill(slow + dead + bombs + good)
            let report = try await fixture.library.fetchCovers()
            #expect(report.found == 40)
            #expect(report.problems.count == 31)
        }
        await fixture.library.shutdown()
    }

    @Test("Two processes that fetch the covers of one library fetch each cover once")
    func together() async throws {
        let requests = Mutex<[String: Int]>([:])
        // What ran out of time, on a machine that is busy with other things, would be asked for again.
        let timeouts = HTTPClient.Timeouts(connect: .seconds(300), idle: .seconds(300), total: .seconds(600))
        let fixture = try LibraryFixture(timeouts: timeouts)
        let other = try LibraryFixture(in: fixture.folder, timeouts: timeouts)
        try await LoopbackServer.run({ request in
            requests.withLock { $0[request.path, default: 0] += 1 }
            return Self.reply(to: request)
        }) { server in
            let paths = (0..<60).map { "/good/\($0)" } + (0..<5).map { "/html?\($0)" } + ["/404"]
            _ = try fixture.fill(paths.map { SampleAlbums.record($0, coverURL: server.url($0)) })
            async let first = fixture.library.fetchCovers()
            async let second = other.library.fetchCovers()
            let reports = try await [first, second]
            #expect(requests.withLock { $0.count } == paths.count)
            #expect(requests.withLock { $0.filter { $0.value != 1 } }.isEmpty, "\(reports)")
            #expect(reports.allSatisfy { $0.waiting == 0 && $0.found + $0.problems.count == $0.sought })
        }
        await fixture.library.shutdown()
        await other.library.shutdown()
    }

    @Test("No other process may request a cover before the result of a search is noted")
    func claimedUntilNoted() async throws {
        let folder = try StoreFolder()
        let time = WatchfulTime("\(folder.path)/library/covers.lock")
        let fixture = try LibraryFixture(in: folder, time: time)
        try await LoopbackServer.run({ Self.reply(to: $0) }) { server in
            _ = try fixture.fill([SampleAlbums.record("gone", coverURL: server.url("/404"))])
            let report = try await fixture.library.fetchCovers()
            #expect(report.problems.count == 1)
        }
        // The date is read last to note it, and to tell when to look again.
        #expect(time.wasClaimed.suffix(2) == [true, true])
        await fixture.library.shutdown()
    }

    @Test("An address in a list that leads to this computer is refused without a request")
    func privateAddress() async throws {
        let folder = try StoreFolder()
        let persistency = try PersistencyManager(libraryDirectory: "\(folder.path)/l", cacheDirectory: "\(folder.path)/c")
        let client = HTTPClient(version: "1", contact: "nobody")
        let library = LibraryAPI(persistency: persistency, client: client, hub: NotificationHub())
        try persistency.save([SampleAlbums.record("A", coverURL: "http://127.0.0.1:1/secret")])
        let report = try await library.fetchCovers()
        #expect(report.problems.count == 1)
        #expect(report.problems.first?.reason.contains("private network") == true)
        #expect(!client.isRunning)
        await library.shutdown()
    }

    @Test("A hundred covers that a thousand views ask for are a hundred requests")
    func oneRequestEach() async throws {
        let requests = Mutex<[String: Int]>([:])
        let fixture = try LibraryFixture()
        try await LoopbackServer.run({ request in
            requests.withLock { $0[request.path, default: 0] += 1 }
            return .answer(200, SamplePictures.baselineJPEG)
        }) { server in
            let albums = try fixture.fill((0..<100).map { SampleAlbums.record("\($0)", coverURL: server.url("/\($0)")) })
            let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
            let observations = albums.map { album in
                album.cover.observe(\.image, options: [.new]) { _, change in
                    if let image = change.newValue, image != nil { arrival.yield() }
                }
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask { for album in albums { fixture.hub.post(CoverRequested(album: album.id)) } }
                }
            }
            // A request that comes while its cover arrives has it looked for once more, in memory; so one cover may arrive twice.
            var count = 0
            for await _ in arrivals {
                count += 1
                if count >= albums.count, albums.allSatisfy({ $0.cover.image != nil }) { break }
            }
            #expect(requests.withLock { $0.count } == 100)
            #expect(requests.withLock { $0.values.allSatisfy { $0 == 1 } })
            for observation in observations { observation.invalidate() }
        }
        await fixture.library.shutdown()
    }

    @Test("An unwanted fetch is stopped and doesn't block others")
    func cancellation() async throws {
        let fixture = try LibraryFixture()
        let reply: @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply = { request in
            request.path.hasPrefix("/slow") ? .silence : .answer(200, SamplePictures.baselineJPEG)
        }
        try await LoopbackServer.run(reply) { server in
            let slow = (0..<20).map { SampleAlbums.record("slow \($0)", coverURL: server.url("/slow/\($0)")) }
            let albums = try fixture.fill([SampleAlbums.record("quick", coverURL: server.url("/quick"))] + slow)
            var asked = server.requests.makeAsyncIterator()
            for album in albums.dropFirst() { fixture.hub.post(CoverRequested(album: album.id)) }
            // As many as one host is asked for at once.
            for _ in 0..<4 { _ = await asked.next() }
            for album in albums.dropFirst() { fixture.hub.post(CoverDismissed(album: album.id)) }
            _ = await fixture.requestCover(of: albums[0])
            // On a busy machine, the network may seem to be away for a moment.
            try await Eventually.holds("the picture comes") { albums[0].cover.image != nil }
            #expect(albums.dropFirst().allSatisfy { $0.cover.state == .unknown })
        }
        await fixture.library.shutdown()
    }
}

/// The system's time, which looks whether an album is claimed whenever it is asked for the date.
private final class WatchfulTime: Timekeeping {
    private let system = SystemTime()
    private let lockFile: String
    private let seen = Mutex<[Bool]>([])

    init(_ lockFile: String) {
        self.lockFile = lockFile
    }

    var wasClaimed: [Bool] { seen.withLock { $0 } }
    var elapsed: Duration { system.elapsed }

    var date: Date {
        let isClaimed = isClaimed
        seen.withLock { $0.append(isClaimed) }
        return system.date
    }

    func sleep(for duration: Duration) async throws {
        try await system.sleep(for: duration)
    }

    private var isClaimed: Bool {
        let descriptor = open(lockFile, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        // F_OFD_GETLK: asks for a lock that belongs to an open file.
        return fcntl(descriptor, 36, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
}
