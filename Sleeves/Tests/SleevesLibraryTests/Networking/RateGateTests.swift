import Foundation
import Synchronization
import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

@Suite("Taking turns", .timeLimit(.minutes(10)))
struct RateGateTests {
    @Test("Processes that share a file take turns, and invalid content or a time of another clock is corrected")
    func shared() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/gate"
        let time = SkippingTime()
        // A gate keeps what it knows to itself, but for the file, so two of them are as two processes.
        let gates = [RateGate(interval: .seconds(1), time: time, path: path), RateGate(interval: .seconds(1), time: time, path: path)]
        for _ in 0..<4 {
            for gate in gates { try await gate.enter() }
        }
        #expect(time.elapsed >= .seconds(7) && time.elapsed < .milliseconds(7_100))
        for content in [Data("nonsense".utf8), Data(), withUnsafeBytes(of: Int64.max) { Data($0) }] {
            try content.write(to: URL(filePath: path))
            let before = time.elapsed
            try await RateGate(interval: .seconds(1), time: time, path: path).enter()
            #expect(time.elapsed == before)
        }
    }

    @Test("If the file is a link, it is ignored, and the process keeps the pace by itself")
    func link() async throws {
        let folder = try TemporaryFolder()
        let target = try folder.write(Array("12345678".utf8), to: "target")
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/gate", withDestinationPath: target)
        let time = SkippingTime()
        let gate = RateGate(interval: .seconds(1), time: time, path: "\(folder.path)/gate")
        for _ in 0..<3 { try await gate.enter() }
        #expect(time.elapsed == .seconds(2))
        #expect(FileManager.default.contents(atPath: target) == Data("12345678".utf8))
    }

    @Test("Each request waits for its turn, including redirects and retries")
    func everyRequest() async throws {
        let time = SkippingTime()
        let count = Mutex(0)
        let client = HTTPClient(version: "1", contact: "nobody", time: time)
        try await LoopbackServer.run({ request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if request.path == "/end" { return number == 3 ? .answer(503, headers: ["Retry-After: 0"]) : .answer(200, [1]) }
            return .answer(302, headers: ["Location: \(request.path == "/" ? "/on" : "/end")"])
        }) { server in
            let gate = RateGate(interval: .seconds(10), time: time)
            let bytes = try await client.fetch(server.url("/"), limit: 10, reach: .anywhere, gate: gate)
            #expect(bytes == [1])
        }
        #expect(count.withLock { $0 } == 6)
        #expect(time.elapsed == .seconds(50))
        await client.shutdown()
    }
}
