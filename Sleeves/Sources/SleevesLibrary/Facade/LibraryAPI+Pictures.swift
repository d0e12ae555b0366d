extension LibraryAPI {
    /// Returns an album's pictures: those beside its files, each with the kind that its name says, and those that the user keeps. The fronts come
    /// first.
    ///
    /// ``setCover(to:of:)`` makes one of them the cover.
    public func pictures(of id: AlbumID) async -> [AlbumPicture] {
        await withTaskExecutorPreference(FileReadingExecutor()) { [persistency] in
            guard let album = try? persistency.completeAlbum(id), let folders = try? persistency.pictureFolders(of: id) else { return [] }
            let kept = keptPictures(of: album).sorted { $0.key.rawValue < $1.key.rawValue }
            let all = AlbumPictures.pictures(ofAlbum: album.title, in: folders) + kept.map { AlbumPicture(.kept($0.key), kind: $0.value) }
            return AlbumPicture.Kind.allCases.flatMap { kind in all.filter { $0.kind == kind } }
        }
    }

    /// Returns the pictures that the user keeps of an album. Those that another machine hasn't sent yet are left out.
    func keptPictures(of album: CompleteAlbum) -> [CoverDigest: AlbumPicture.Kind] {
        album.pictures.filter { persistency.chosenCovers.contains($0.key) }
    }

    /// Returns a picture of an album in a size; `nil` if it can't be read, or isn't a picture.
    public func image(of picture: AlbumPicture, size: CoverSize) async -> CoverImage? {
        await withTaskExecutorPreference(FileReadingExecutor()) { [covers = persistency.covers] in
            guard let bytes = try? bytes(of: picture) else { return nil }
            return try? covers.keep(bytes, in: [size], showing: size).image
        }
    }

    private func bytes(of picture: AlbumPicture) throws -> [UInt8]? {
        switch picture.place {
        case .file(let path): try LocalCover.file(path: path).read(limit: persistency.covers.decoder.byteLimit, by: persistency.reader)
        case .kept(let digest): persistency.chosenCovers.bytes(of: digest)
        }
    }

    /// Makes one of an album's pictures its cover. The change can be undone, and imports don't replace the cover.
    ///
    /// - Returns: The change; `nil` if nothing changes, or the picture or the album is gone.
    /// - Throws: ``LocalCoverError`` or ``CoverError`` if the picture can't be used; ``PersistencyError``.
    @discardableResult
    public func setCover(to picture: AlbumPicture, of id: AlbumID) async throws -> LibraryChange? {
        guard let bytes = try await withTaskExecutorPreference(FileReadingExecutor(), operation: { try self.bytes(of: picture) }) else {
            return nil
        }
        return try await setCover(bytes, of: id)
    }

    /// Reads or fetches a picture, and keeps it among those of an album. The change can be undone.
    ///
    /// - Parameter kind: What it shows.
    /// - Returns: The change; `nil` if nothing changes, or the album isn't in the library.
    /// - Throws: ``LocalCoverError``, ``HTTPClientError`` or ``CoverError`` if the picture can't be used; ``PersistencyError``.
    @discardableResult
    public func keepPicture(from origin: CoverOrigin, as kind: AlbumPicture.Kind, of id: AlbumID) async throws -> LibraryChange? {
        let digest = try await keep(try await bytes(of: origin))
        return try await history.perform { try $0.recordKeeping(digest, as: kind, of: id) }
    }

    /// Says what a picture that the user keeps of an album shows. The change can be undone.
    ///
    /// - Parameter kind: What it shows; `nil` to remove it.
    /// - Returns: The change; `nil` if nothing changes, or the album doesn't have the picture.
    @discardableResult
    public func setKind(_ kind: AlbumPicture.Kind?, ofPicture digest: CoverDigest, of id: AlbumID) async throws -> LibraryChange? {
        try await history.perform { try $0.recordKind(of: digest, kind, in: id) }
    }

    /// Returns the part of a record that a picture shows, judging by its file's name.
    ///
    /// - Parameter title: The title of the album, whose words say nothing of the picture.
    public static func pictureKind(ofFileAt path: String, ofAlbum title: String) -> AlbumPicture.Kind {
        AlbumPictures.kind(ofPictureNamed: Path.split(name: Path.name(of: path)).stem, ofAlbum: title.nameFolded())
    }
}
