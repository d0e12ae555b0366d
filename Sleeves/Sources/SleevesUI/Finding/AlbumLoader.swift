import SleevesLibrary

/// The albums of a list, for a view that shows some of them: it loads those around a shown one, so that they are in memory when they come
/// into view.
@MainActor
final class AlbumLoader {
    /// The list.
    var albums = AlbumList() {
        didSet { (reading, waiting) = (nil, nil) }
    }
    /// Called when albums that weren't in memory are.
    var onLoad: (() -> Void)?
    /// Called when albums could not be read.
    var onProblem: ((PersistencyError) -> Void)?

    private let library: LibraryAPI
    private var reading: Range<Int>?
    private var waiting: (index: Int, body: (Album) -> Void)?

    /// The number of places before and after a shown one that are read with it.
    nonisolated static let surroundings = 24

    init(library: LibraryAPI) {
        self.library = library
    }

    /// Returns the album at an index, if it is in memory. Otherwise it is loaded, unless the library no longer has it.
    func album(at index: Int) -> Album? {
        let surroundings = (index - Self.surroundings..<index + Self.surroundings).clamped(to: 0..<albums.count)
        if ![surroundings.lowerBound, index, surroundings.upperBound - 1].allSatisfy({ library.isLoaded($0, of: albums) }) {
            read(surroundings)
        }
        return library.album(at: index, in: albums)
    }

    /// Returns the album at an index, if it is in memory, without loading it.
    func loadedAlbum(at index: Int) -> Album? {
        (0..<albums.count).contains(index) ? library.album(at: index, in: albums) : nil
    }

    /// Calls `body` with the album at an index, at once or as soon as it has been read, unless another one is asked for before.
    func withAlbum(at index: Int?, _ body: @escaping (Album) -> Void) {
        waiting = nil
        guard let index else { return }
        if let album = album(at: index) { return body(album) }
        if !library.isLoaded(index, of: albums) { waiting = (index, body) }
    }

    private func read(_ places: Range<Int>) {
        guard reading == nil else { return }
        reading = places
        Task { [weak self, library, albums] in
            var problem: PersistencyError?
            do throws(PersistencyError) { try await library.loadAlbums(places, of: albums) } catch { problem = error }
            guard let self, reading == places, albums == self.albums else { return }
            reading = nil
            // To show what is missing would be to read it again, and to fail again.
            if let problem { return onProblem?(problem) ?? () }
            onLoad?()
            if let (index, body) = waiting { withAlbum(at: index, body) }
        }
    }
}
