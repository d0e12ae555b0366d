internal import SleevesCovers
internal import SleevesModel

/// A parser for years in dates of any format.
enum ReleaseYear {
    /// Returns the year of an album with these tags: when it was first released, if its files say so, or else when this release was.
    static func of(_ tags: [AudioTags]) -> Int? {
        original(of: tags) ?? mostFrequent(tags.compactMap { $0.date.flatMap(earliest) })
            ?? mostFrequent(tags.compactMap { $0.originalDate.flatMap(earliest) })
    }

    /// Returns the year in which an album with these tags was first released, if its files agree on it. Songs of a compilation may each have a
    /// date of their own; those say nothing about the album.
    private static func original(of tags: [AudioTags]) -> Int? {
        let originals = tags.compactMap { $0.originalDate.flatMap(earliest) }
        return mostFrequent(originals).flatMap { original in
            originals.count(where: { $0 == original }) * 2 > originals.count ? original : nil
        }
    }

    /// Returns the date of a later release than the first one, as ``isoDate(_:)`` has it; `nil` if the files are of the first one.
    static func reissueDate(of tags: [AudioTags]) -> String? {
        guard let original = original(of: tags), let date = tags.compactMap(\.date).mostFrequent, let year = earliest(in: date) else {
            return nil
        }
        return year > original ? isoDate(date) : nil
    }

    /// Returns a date as ISO 8601 writes it, as far as it is known: `1998-05-04`, `1998-05` or `1998`; `nil` if it has no year.
    static func isoDate(_ date: String) -> String? {
        guard let year = earliest(in: date) else { return nil }
        let parts = date.prefix { $0 != "T" && $0 != " " }.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.prefix(3).map { $0.allSatisfy { $0.isASCII && $0.isNumber } ? Int($0) : nil }
        var known = [year]
        for (number, range) in zip(numbers.dropFirst(), [1...12, 1...31]) where numbers.first == year {
            guard let number, range.contains(number) else { break }
            known.append(number)
        }
        return String(isoDate: known)
    }

    /// Returns the year that most files name, and of several the earliest.
    static func mostFrequent(_ years: [Int]) -> Int? {
        let counts = Dictionary(years.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// The plausible years: from the first commercial records to well past the present.
    private static let plausible = 1860...2099

    /// Returns the earliest year in `date`: `1993`, `1993-07-05`, `05.07.1993`, `19930705`, `05071993`. `nil` if there is none.
    static func earliest(in date: String) -> Int? {
        // A time of day, and its distance from UTC, may look like years.
        withoutTime(date).split { !($0.isASCII && $0.isNumber) }
            .filter { $0.count == 4 || $0.count == 6 || $0.count == 8 }
            .compactMap { digits in
                [digits.prefix(4), digits.suffix(digits.count == 8 ? 4 : 0)].lazy.compactMap { Int($0) }.first(where: plausible.contains)
            }
            .min()
    }

    /// Returns a date without what follows a `T` between digits.
    private static func withoutTime(_ date: String) -> Substring {
        guard let mark = date.firstIndex(where: { $0 == "T" || $0 == "t" }), mark > date.startIndex,
            date[date.index(before: mark)].isNumber,
            date[mark...].dropFirst().first?.isNumber == true
        else { return date[...] }
        return date[..<mark]
    }
}
