import Heed

/// A subclass that is not marked itself, and computes a property that its superclass stores.
final class LoudAlbum: Album {
    override var title: String {
        get { super.title.uppercased() }
        set { super.title = newValue }
    }
}
