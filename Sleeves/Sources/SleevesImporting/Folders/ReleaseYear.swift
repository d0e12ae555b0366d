internal import SleevesCovers

/// A parser for years in dates of any format.
enum ReleaseYear {
    /// Returns the year of an album with these tags: when it was first released, if its files say so, or else when this release was.
    static func of(_ tags: [AudioTags]) -> Int? {
        let originals = tags.compactMap { $0.originalDate.flatMap(earliest) }
        let dates = tags.compactMap { $0.date.flatMap(earliest) }
        // Songs of a compilation may each have a date of their own; those say nothing about the album.
        if let original = mostFrequent(originals), originals.count(where: { $0 == original }) * 2 > originals.count { return original }
        return mostFrequent(dates) ?? mostFrequent(originals)
    }

    /// Returns the year that most files name, and of several the earliest.
    static func mostFrequent(_ years: [Int]) -> Int? {
        let counts = Dictionary(years.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// The plausible years: from the first commercial records to well past the present.
    private static let plausible = 1860...2099

    /// Returns the earliest year in `date`: `1993`, `1993-07-05`, `05.07.1993`, `19930705`. `nil` if there is none.
    static func earliest(in date: String) -> Int? {
        date.split { !($0.isASCII && $0.isNumber) }
            .filter { $0.count == 4 || $0.count == 6 || $0.count == 8 }
            .compactMap { Int($0.prefix(4)) }
            .filter(plausible.contains)
            .min()
    }
}
