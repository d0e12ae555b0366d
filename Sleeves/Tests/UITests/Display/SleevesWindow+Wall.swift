import Testing

extension SleevesWindow {
    /// Opens the window on the sample collection, as a wall.
    static func openWall(in scene: Scene) async throws -> (window: SleevesWindow, albums: [ListedAlbum]) {
        let library = try await SleevesCommand.makeLibrary(in: scene)
        let albums = try await SleevesCommand.list(library, in: scene)
        return (try await open(library, as: "wall", in: scene), albums)
    }

    /// The cells of the wall that show an album, in reading order. GTK keeps the frames of those out of view as they were.
    var cells: [Cover] {
        let wall = frame?.first("table", named: "Albums")
        return Cover.all(wall?.children ?? []).filter { $0.name.contains(" – ") }
    }

    func expectPage(of album: ListedAlbum) async throws {
        try await Eventually.holds("the page is that of \(album.heading); it says \(details)") { details == album.details }
    }
}
