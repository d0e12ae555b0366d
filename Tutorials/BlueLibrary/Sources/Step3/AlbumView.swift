/// A view: an album's cover, as lines of text.
@MainActor
final class AlbumView {
    var lines: [String] = []
}
