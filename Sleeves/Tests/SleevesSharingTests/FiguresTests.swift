import Foundation
import NATSTestServer
import SleevesModel
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// Prints how long sharing takes, if the environment asks for it: `SHARING_FIGURES=1`. Nothing is compared.
@Suite("Figures of sharing", .enabled(if: ProcessInfo.processInfo.environment["SHARING_FIGURES"] != nil))
struct FiguresTests {
    @Test("Joining a collection of 10,000 albums with ten tracks each")
    func joining() async throws {
        let server = try Server.storing()
        let desk = try await SharingLibrary("desk", with: server)
        try desk.machine.library.save(
            (0..<10_000).map { number in
                let tracks = (1...10).map { TrackRecord(title: "Track \($0) of album \(number)", number: $0, seconds: 200 + $0) }
                let id = AlbumID(digesting: ["\(number)"])
                return CompleteAlbum(
                    AlbumRecord(id: id, title: "Album \(number)", artist: "Artist \(number % 1_500)", year: 1990, source: .json),
                    tracks: tracks)
            })
        let clock = ContinuousClock()
        let sending = try await clock.measure {
            desk.api.announceChange()
            try await desk.becomes { _ in desk.api.sharing.waitingCount == 0 }
            try await desk.finish()
        }
        print("sent in \(sending)")
        for _ in 0..<5 {
            let joining = try await clock.measure {
                let sofa = try await SharingLibrary("sofa", with: server)
                try await sofa.finish()
            }
            print("joined in \(joining)")
        }
    }

    @Test("An edit, until the other library says that it has changed")
    func latency() async throws {
        let server = try Server.storing()
        let (desk, sofa) = (try await SharingLibrary("desk", with: server), try await SharingLibrary("sofa", with: server))
        let id = AlbumID(digesting: ["album"])
        try desk.machine.library.save([CompleteAlbum(AlbumRecord(id: id, title: "Album", artist: "Artist", source: .json))])
        desk.api.announceChange()
        try await sofa.becomes { try $0.titles == ["Album"] }
        // The bucket is new, and read twice.
        try await Task.sleep(for: .seconds(4))
        var times: [Duration] = []
        let clock = ContinuousClock()
        for number in 0..<1_000 {
            let title = "Album \(number)"
            times.append(
                try await clock.measure {
                    try await desk.api.edit(id, AlbumEdits(title: title))
                    try await sofa.becomes { try $0.machine.library.album(id)?.title == title }
                })
        }
        times.sort()
        print("edit seen: median \(times[500]), 99 of 100 within \(times[990]), worst \(times[999])")
    }
}
