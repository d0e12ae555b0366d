import Heed

/// A subclass that doesn't carry the macro, and computes a property that its superclass stores.
final class LoudAlbum: Album {
    override var title: String {
        get { super.title.uppercased() }
        set { super.title = newValue }
    }
}
