import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking
@testable import SleevesStore

@Suite("The sources on the network")
struct OnlineSourcesTests {
    @Test("Each service has names of its own, which the table of settings and the manual know")
    func names() throws {
        let services = OnlineService.all
        #expect(services.map(\.id) == ["coverArchive", "musicBrainz", "discogs"])
        let names = services.flatMap { [$0.id, $0.id + "Token", $0.variable] + [$0.option, $0.token?.variable].compactMap(\.self) }
        #expect(Set(names).count == names.count)
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..")
        let readMe = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
        let manual = try String(contentsOf: folder.appending(path: "data/manual"), encoding: .utf8)
        for service in services {
            let row = ["`\(service.variable)`", service.option.map { "`--\($0)`" } ?? ""].joined(separator: " | ")
            let isInTable = readMe.contains("| \(row)")
            #expect(isInTable, "README's table lacks | \(row)")
            for variable in [service.variable, service.token?.variable].compactMap(\.self) {
                let isInReadMe = readMe.contains("| `\(variable)` |")
                let isInManual = manual.split { !$0.isLetter && $0 != "_" }.contains { $0 == variable }
                #expect(isInReadMe && isInManual, "\(variable) isn't explained in README and the manual")
            }
        }
    }

    @Test("Settings are saved by names that don't change, and those of a service that only another version knows stay")
    func saved() throws {
        let saved = #"""
            {"coverArchive":"none","discogs":"https://a.example","discogsToken":"t","fetchesCovers":true,"later":"https://b.example",\#
            "musicBrainz":"https://c.example","nothing":null}
            """#
        let settings = try StoredJSON.decode(NetworkSettings.self, from: Array(saved.utf8))
        #expect(settings[addressOf: .coverArtArchive] == NetworkSettings.off && settings[addressOf: .musicBrainz] == "https://c.example")
        #expect(settings[addressOf: .discogs] == "https://a.example" && settings[tokenOf: .discogs] == "t")
        #expect(settings.fetchesCovers == true && settings.allowsLocalNetwork == nil)
        let again = try #require(JSONParser.value(of: Array(try StoredJSON.encode(settings).utf8)))
        #expect(again["later"].text == "https://b.example" && again["coverArchive"].text == "none" && again["discogsToken"].text == "t")
    }

    @Test("Settings that can't be read allow nothing", arguments: ["musicBrainz", "later", "allowsLocalNetwork", "fetchesCovers"])
    func damaged(name: String) {
        for value in ["5", "[]", "{}", name == "musicBrainz" || name == "later" ? "false" : #""yes""#] {
            let answer = name == "fetchesCovers" ? "" : #""fetchesCovers": true, "#
            let saved = #"{\#(answer)"\#(name)": \#(value)}"#
            #expect(throws: DecodingError.self) { try StoredJSON.decode(NetworkSettings.self, from: saved) }
        }
    }

    @Test("An address that isn't one is an error where it is given, and leaves its service out where it was saved")
    func wrongAddress() {
        for service in OnlineService.all {
            var settings = NetworkSettings(fetchesCovers: true, addresses: [service: "nowhere"])
            if service.token != nil { settings[tokenOf: service] = "t" }
            #expect(throws: HTTPClientError.self) { try CoverServices.check(settings) }
            #expect(CoverServices(settings)[service] == nil)
            settings[addressOf: service] = nil
            #expect(CoverServices(settings)[service]?.base == service.address)
        }
    }

    @Test("A source that is switched off during a search is asked no more, and nothing is noted", arguments: [true, false])
    func switchedOff(isArchiveLeft: Bool) async throws {
        let fixture = try LibraryFixture()
        let album = try #require(try fixture.fill([SampleAlbums.record("A")]).first).id
        let addresses = OnlineService.all(at: NetworkSettings.off).filter { !isArchiveLeft || $0.key != .coverArtArchive }
        let services = CoverServices(NetworkSettings(fetchesCovers: true, addresses: addresses))
        let finder = CoverFinder(
            persistency: fixture.persistency, access: ServiceAccess(client: fixture.client, services: services))
        let search = CoverRequest(kind: .search(title: "A", artist: "B"), host: CoverHost("https://musicbrainz.org", limit: 1))
        let archive = try #require(OnlineSources.covers.firstIndex { $0 == CoverArtArchive.self })
        let step = await finder.step(CoverPlan(album, size: .standard, requests: [search.to(archive)]))
        guard case .cancelled = step.outcome else { throw Unexpected(step: step) }
        #expect(try fixture.persistency.coverSearch(of: album) == nil && !fixture.client.isRunning)
        await fixture.library.shutdown()
    }

    private struct Unexpected: Error {
        let step: CoverStep
    }

    @Test("A service that demands a token isn't used without one")
    func token() {
        var settings = NetworkSettings(fetchesCovers: true)
        for token in [nil, "", " \n"] {
            settings[tokenOf: .discogs] = token
            #expect(CoverServices(settings)[.discogs] == nil)
        }
    }
}
