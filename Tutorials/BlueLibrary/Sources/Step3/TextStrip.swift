import HorizontalScroller

/// The adapter: makes a terminal a host of the scroller, which knows views and points but no toolkit.
///
/// A point is a character wide and a line high.
@MainActor
final class TextStrip: HorizontalScrollerHost {
    let viewportSize = ScrollerSize(width: 62, height: 6)
    private var placements: [ObjectIdentifier: (view: AlbumView, placement: ScrollerPlacement)] = [:]

    func place(_ view: AlbumView, at placement: ScrollerPlacement) {
        placements[ObjectIdentifier(view)] = (view, placement)
    }

    func remove(_ view: AlbumView) {
        placements[ObjectIdentifier(view)] = nil
    }

    // A terminal shows no animations.
    func startClock() {}
    func stopClock() {}

    /// Prints the strip, with a line below the selected album.
    func draw() {
        let blank = [Character](repeating: " ", count: Int(viewportSize.width))
        var picture = [[Character]](repeating: blank, count: Int(viewportSize.height) + 1)
        for (view, placement) in placements.values {
            let left = Int(placement.frame.x)
            let mark = placement.isSelected ? [String(repeating: "▔", count: Int(placement.frame.width))] : []
            for (row, line) in (view.lines + mark).enumerated() {
                for (column, character) in line.enumerated() where blank.indices.contains(left + column) {
                    picture[row][left + column] = character
                }
            }
        }
        for line in picture {
            print(String(line[...(line.lastIndex { $0 != " " } ?? 0)]))
        }
    }
}
