extension LibraryAPI {
    /// Returns the pictures beside an album's files, each with the kind that its name tells, the fronts first. None for an album without files here.
    ///
    /// ``setCover(from:of:)`` makes one of them the cover.
    public func pictures(of id: AlbumID) async -> [AlbumPicture] {
        await withTaskExecutorPreference(FileReadingExecutor()) { [persistency] in
            guard let album = try? persistency.album(id), let folders = try? persistency.pictureFolders(of: id) else { return [] }
            return AlbumPictures.pictures(ofAlbum: album.title, in: folders)
        }
    }

    /// Returns a picture beside an album's files in a size; `nil` if it can't be read, or isn't a picture.
    public func image(of picture: AlbumPicture, size: CoverSize) async -> CoverImage? {
        await withTaskExecutorPreference(FileReadingExecutor()) { [covers = persistency.covers, reader = persistency.reader] in
            guard let bytes = try? LocalCover.file(path: picture.path).read(limit: covers.decoder.byteLimit, by: reader) else { return nil }
            return try? covers.keep(bytes, in: [size], showing: size).image
        }
    }
}
