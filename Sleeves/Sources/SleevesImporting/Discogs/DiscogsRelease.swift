package import SleevesModel

/// A release that Discogs has answered with, in a search or by itself.
///
/// Source: https://www.discogs.com/developers, "Database: Search" and "Database: Release".
package struct DiscogsRelease: Sendable, Hashable {
    /// The number in Discogs.
    package let number: Int
    /// The release as an album of a library.
    package let album: CompleteAlbum

    /// The maximum number of tracks of an album.
    private static let trackLimit = 10_000

    /// Reads a release from Discogs' JSON; `nil` if it has no number, no title or no artist.
    package init?(_ value: JSONValue) {
        guard let number = value["id"].wholeNumber, number > 0, case .object(var members) = value else { return nil }
        let pictures = value["images"].elements
        let front = pictures.first { $0["type"].text == "primary" } ?? pictures.first
        if let front { members["cover_image"] = front["uri"] }
        var entry = JSONEntry(entry: .object(["basic_information": .object(members)]))
        guard var album = entry.discogsAlbum() else { return nil }
        album.source = .record
        album.release?.copies = []
        album.release?.barcode = value["identifiers"].elements.lazy.compactMap(Self.barcode).first
        self.number = number
        self.album = CompleteAlbum(album.album, tracks: Self.tracks(value["tracklist"].elements), release: album.release)
    }

    /// Returns the releases of a search, the likeliest first; `nil` if the bytes are no answer of Discogs.
    package static func found(in bytes: [UInt8]) -> [DiscogsRelease]? {
        guard case .list(let results)? = JSONParser.value(of: bytes)?["results"] else { return nil }
        return results.compactMap { DiscogsRelease(release(from: $0)) }
    }

    /// Returns a result of a search in the form in which a single release comes.
    private static func release(from result: JSONValue) -> JSONValue {
        guard case .object(var members) = result, let names = result["title"].text?.split(separator: " - ", maxSplits: 1), names.count == 2
        else { return .null }
        (members["artists"], members["title"]) = (.list([.object(["name": .text(String(names[0]))])]), .text(String(names[1])))
        members["year"] = result["year"].text.flatMap { Int64($0) }.map(JSONValue.integer) ?? result["year"]
        if let label = result["label"].elements.first { members["labels"] = .list([.object(["name": label, "catno": result["catno"]])]) }
        if result["formats"].elements.isEmpty, let format = result["format"].elements.first {
            let words = Array(result["format"].elements.dropFirst())
            members["formats"] = .list([.object(["name": format, "descriptions": .list(words)])])
        }
        members["genres"] = result["genre"]
        members["identifiers"] = .list(result["barcode"].elements.map { .object(["type": .text("Barcode"), "value": $0]) })
        return .object(members)
    }

    private static func barcode(_ identifier: JSONValue) -> String? {
        guard identifier["type"].text == "Barcode", let text = identifier["value"].text else { return nil }
        let digits = text.filter { $0.isASCII && $0.isNumber }
        return (8...14).contains(digits.count) ? digits : nil
    }

    private static func tracks(_ list: [JSONValue]) -> [TrackRecord] {
        // Headings are among the tracks.
        let tracks = list.filter { ($0["type_"].text ?? "track") == "track" }.prefix(trackLimit)
        let discs = tracks.map { disc($0["position"].text ?? "") }
        let areNumbered = discs.allSatisfy { $0 != nil }
        var counts: [Int?: Int] = [:]
        return zip(tracks, discs).compactMap { track, disc in
            var entry = JSONEntry(entry: .object(["basic_information": track]))
            guard let title = entry.text.shortened(track["title"].text, "track") else { return nil }
            let disc = areNumbered ? disc : nil
            counts[disc, default: 0] += 1
            return TrackRecord(
                title: title, artist: entry.text.shortened(entry.discogsArtist, "artist"), disc: disc, number: counts[disc],
                seconds: TrackValue.seconds(track["duration"].text))
        }
    }

    /// Returns the disc that a position names, such as the second one of `2-11` and `CD2-11`; `nil` for other positions, such as `B1`.
    private static func disc(_ position: String) -> Int? {
        let parts = position.split(separator: "-")
        guard parts.count == 2, Int(parts[1]) != nil else { return nil }
        return Int(String(parts[0].drop { $0.isLetter })).flatMap { (1...999).contains($0) ? $0 : nil }
    }
}
