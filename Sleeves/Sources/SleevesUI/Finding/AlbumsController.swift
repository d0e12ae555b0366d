import GTKAdapters
import SleevesLibrary

/// A view of a list of albums: the wall or the strip.
@MainActor
protocol AlbumsController: AnyObject {
    /// The view.
    var area: Widget { get }
    /// The albums that the view shows.
    var loader: AlbumLoader { get }
    /// The index of the selected album; with several, of the first.
    var selectedIndex: Int? { get }
    /// The number of selected albums.
    var selectedCount: Int { get }
    /// The indices of all selected albums.
    var selectedIndices: [Int] { get }
    /// Whether the view shows the beginning of the list, and stands still.
    var isAtStart: Bool { get }
    /// Called when the user selects other albums.
    var onSelect: (() -> Void)? { get set }
    /// Called with keys that the view itself doesn't use. Returns whether the key was handled.
    var onKey: ((Key, Modifiers) -> Bool)? { get set }

    /// Shows other albums without reporting a selection.
    ///
    /// - Parameter index: The index to select; `nil` for the current one.
    func show(_ albums: AlbumList, at index: Int?)
    /// Shows the same albums after a change of the library, with others among them, and without some that are gone.
    ///
    /// The selected albums, the keyboard focus, and what is in view stay, as far as they are still there.
    ///
    /// - Returns: Whether any selected album is still there. If not, nothing is selected.
    func update(to albums: AlbumList) -> Bool
    /// Shows at once what ``update(to:)`` has put off.
    func settle()
    /// Moves to an index and reports it like a selection by the user.
    func select(_ index: Int)
    /// Selects several albums without reporting it. A view in which only one can be selected ignores it.
    func showSelection(_ indices: [Int])
    /// Moves the keyboard focus to the view.
    func takeFocus()
    /// Adds a controller with keys for the view.
    func add(_ keys: EventController)
}

extension AlbumsController {
    /// The list that the view shows.
    var albums: AlbumList { loader.albums }

    func settle() {}

    func showSelection(_ indices: [Int]) {}

    /// The selected album, if it is in memory.
    var selectedAlbum: Album? { selectedIndex.flatMap(loader.album(at:)) }

    /// Calls `body` with the selected album, at once or as soon as it has been read, unless another is selected before.
    func withSelectedAlbum(_ body: @escaping (Album) -> Void) {
        loader.withAlbum(at: selectedIndex, body)
    }
}
