import GTKAdapters
import Localization
import SleevesLibrary

/// A printed list of albums: a heading on each page, and a line for each album.
@MainActor
struct PrintedList {
    private let albums: [PrintedAlbum]
    private let title: String
    private let date: String

    /// The height of a line, in points.
    private static let lineHeight = 14.0
    /// The height of the heading, in points.
    private static let headingHeight = 44.0
    /// The space between two columns, in points.
    private static let gap = 8.0
    /// The columns, each with its share of the width.
    private static let columns: [(name: String, share: Double, text: (PrintedAlbum) -> String)] = [
        (localized("Artist"), 0.27, \.artist), (localized("Title"), 0.33, \.title), (localized("Year"), 0.08, \.year),
        (localized("Format"), 0.14, \.format), (localized("Label"), 0.18, \.label),
    ]

    /// - Parameter date: The day of printing, as a text.
    init(_ albums: [PrintedAlbum], date: String) {
        self.albums = albums
        self.date = date
        title = localized(one: "{count} album", other: "{count} albums", count: albums.count)
    }

    /// Returns the number of albums on a page of a height, at least one.
    static func albumsPerPage(height: Double) -> Int { max(1, Int((height - headingHeight) / lineHeight)) }

    /// Returns the number of pages of a height.
    func pageCount(height: Double) -> Int {
        let perPage = Self.albumsPerPage(height: height)
        return (albums.count + perPage - 1) / perPage
    }

    /// Returns the places of the albums on a page, counted from 0.
    func places(onPage number: Int, height: Double) -> Range<Int> {
        let perPage = Self.albumsPerPage(height: height)
        return (number * perPage..<(number + 1) * perPage).clamped(to: albums.indices)
    }

    /// Draws a page.
    func draw(_ page: PrintedPage, number: Int) {
        let figures = localized(
            "Page {number} of {count}", ["number": formatted(number + 1), "count": formatted(pageCount(height: page.height))])
        page.text("Sleeves · \(title) · \(date)", x: 0, y: 0, width: page.width * 0.7, size: 8)
        page.text(figures, x: page.width * 0.7, y: 0, width: page.width * 0.3, size: 8, isTrailing: true)
        draw(page, y: 22, isBold: true) { $0.name }
        page.rule(y: Self.headingHeight - 6)
        for (line, place) in places(onPage: number, height: page.height).enumerated() {
            draw(page, y: Self.headingHeight + Double(line) * Self.lineHeight, isBold: false) { $0.text(albums[place]) }
        }
    }

    private func draw(
        _ page: PrintedPage, y: Double, isBold: Bool, _ text: ((name: String, share: Double, text: (PrintedAlbum) -> String)) -> String
    ) {
        var x = 0.0
        for column in Self.columns {
            let width = column.share * page.width
            page.text(text(column), x: x, y: y, width: width - Self.gap, isBold: isBold)
            x += width
        }
    }
}
