import Foundation
import Heed

let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
let catalogue = Catalogue()
try await catalogue.load(folder.appending(path: "Albums.json"))
let journal = Journal()
await journal.follow(catalogue)

// `swift run Step10 8090` serves until Ctrl-C. Without a port, two clients meet on a free one.
let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) }
let server = try await LibraryServer(port: port ?? 0, catalogue: catalogue, journal: journal)
let running = Task { try await server.run() }

if let port {
    print("Serving http://127.0.0.1:\(port)/albums")
    do {
        try await running.value
    } catch {
        print("The server has ended: \(error). Choose another port if another program uses \(port).")
    }
} else if let address = try await server.address {
    try await meet(LibraryClient(address: address))
    running.cancel()
}

func meet(_ client: LibraryClient) async throws {
    print("The reader sees \(try await client.titles().joined(separator: ", ")).")

    // The reader waits for a change while the writer makes one.
    async let news = client.changes(after: 0)
    print("The writer renames Blue: \(try await client.rename("blue", to: "Blue (Live)")).")
    for change in try await news { print("The reader sees \(change.album) become \(change.title).") }

    print("The writer renames Green: \(try await client.rename("green", to: "Greener")).")
    print("The writer sends no title: \(try await client.rename("blue", to: "")).")
}
