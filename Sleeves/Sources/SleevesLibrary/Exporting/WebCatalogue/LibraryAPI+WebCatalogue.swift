internal import FileNames

extension LibraryAPI {
    /// Writes a page that shows all albums in any web browser, also from a disk and without a network: the wall with search and filters, and a card
    /// for each album. The page names no file of the user's.
    ///
    /// The page consists of `index.html` and the folder `sleeves`. An earlier one is replaced when the new one is complete.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder, which is created if it is missing.
    ///   - title: The title of the page; `nil` for a general one.
    ///   - showsPrivateValues: Whether the cards show everything about the copies, also notes, prices, loans and places.
    ///   - progress: Called after each cover, on an arbitrary thread.
    /// - Returns: The number of albums.
    /// - Throws: ``WebCatalogueError``, ``ExportError``, ``PersistencyError``, or a `CancellationError`; an earlier page is then unchanged.
    /// - Complexity: O(*n*) in the number of albums; only some are in memory at a time. Covers that are too small are made from the user's files.
    @concurrent
    @discardableResult
    public func exportWebCatalogue(
        to folder: String,
        title: String? = nil,
        showsPrivateValues: Bool = false,
        progress: @escaping @Sendable (CoverProgress) -> Void = { _ in }
    ) async throws -> Int {
        var catalogue = try WebCatalogueFolder(path: folder)
        let (count, pictures) = try write(to: catalogue, showsPrivateValues: showsPrivateValues)
        var done = 0
        for (digest, id) in pictures {
            try Task.checkCancellation()
            if let file = await covers.file(of: id, digest: digest, size: .double) { try catalogue.add(digest, from: file) }
            done += 1
            progress(CoverProgress(done: done, count: pictures.count))
        }
        let page = try WebCataloguePage(title: title, data: catalogue.data).html()
        try catalogue.finish(page: page, covers: Set(pictures.keys))
        return count
    }

    /// Writes such a page of all albums to a folder that a person has chosen. If other files are there, it gets a folder in it.
    ///
    /// - Returns: The path of the page's folder, and the number of albums.
    @concurrent
    public func exportWebCatalogue(
        toFolderIn chosen: String, title: String?, showsPrivateValues: Bool
    ) async throws -> (folder: String, count: Int) {
        let folder = WebCatalogueFolder.place(in: chosen)
        return (folder, try await exportWebCatalogue(to: folder, title: title, showsPrivateValues: showsPrivateValues))
    }

    /// The number of cards in a file: so few that a phone loads it at once.
    private static let cardsInFile = 50

    /// Writes the data of all albums, and returns their number and their covers, each with one of its albums.
    private func write(
        to catalogue: borrowing WebCatalogueFolder, showsPrivateValues: Bool
    ) throws -> (count: Int, covers: [CoverDigest: AlbumID]) {
        var count = 0
        var covers: [CoverDigest: AlbumID] = [:]
        var cards: [String] = []
        var albums = try catalogue.file(named: "albums.js")
        try albums.write("catalogue({\"cardsInFile\":\(Self.cardsInFile),\"albums\":[".utf8)
        try persistency.forEachAlbum(joining: true) { album in
            if album.isWanted { return }
            try albums.write((count == 0 ? "\n" : ",\n").utf8)
            try albums.write(try Self.json(WebCatalogueAlbum(album)).utf8)
            if let digest = album.album.shownCover.digest { covers[digest] = album.id }
            cards.append(try Self.json(WebCatalogueCard(album, showsPrivateValues: showsPrivateValues)))
            count += 1
            if cards.count == Self.cardsInFile { try Self.write(&cards, before: count, to: catalogue) }
        }
        if !cards.isEmpty { try Self.write(&cards, before: count, to: catalogue) }
        try albums.write("\n]})\n".utf8)
        try albums.finish()
        return (count, covers)
    }

    /// Returns a value as JSON. Titles may come from the names of folders.
    private static func json(_ value: some Encodable) throws -> String {
        FileName.shown(try StoredJSON.encode(value))
    }

    private static func write(_ cards: inout [String], before count: Int, to catalogue: borrowing WebCatalogueFolder) throws {
        let number = (count - 1) / cardsInFile
        try catalogue.write(Array("cards(\(number),[\n\(cards.joined(separator: ",\n"))\n])\n".utf8), toData: "\(number).js")
        cards = []
    }
}
