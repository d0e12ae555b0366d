/// A picture of an album: beside its files, or kept by the user.
public struct AlbumPicture: Sendable, Hashable {
    /// The parts of a record that pictures show, in the order in which they are listed. The raw values are stored and shared.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case front
        case back
        case booklet
        /// A disc, or its label.
        case medium
        case other
    }

    /// The places of pictures.
    public enum Place: Sendable, Hashable {
        /// A file beside those of the album.
        case file(path: String)
        /// The library's own folder, where the user keeps it.
        case kept(CoverDigest)
    }

    /// The picture's place.
    public let place: Place
    /// The part of the record that it shows: judging by the file's name, or as the user says.
    public let kind: Kind

    package init(_ place: Place, kind: Kind) {
        (self.place, self.kind) = (place, kind)
    }
}

/// The pictures that the user keeps stand among the values of copies, under identifiers that no copy has: their digests. So they are stored,
/// exported and shared as those values are, one by one, also by versions that don't know them.
extension CopyEdits {
    private static let picture = "picture"

    /// The conditions of SQL for edits with any kept picture, and with one of a back.
    package static let haveAnyPicture = "instr(edits, '\"picture\":') > 0"
    package static let haveBack = "\(haveAnyPicture) AND instr(edits, '\"picture\":\"back\"') > 0"

    /// The kept pictures, with what they show.
    package var pictures: [CoverDigest: AlbumPicture.Kind] {
        var pictures: [CoverDigest: AlbumPicture.Kind] = [:]
        for (copy, values) in values {
            guard let kind = values[Self.picture], !kind.isEmpty, let digest = copy.picture else { continue }
            // A newer version may know other kinds.
            pictures[digest] = AlbumPicture.Kind(rawValue: kind) ?? .other
        }
        return pictures
    }

    /// Keeps a picture, or says what it shows.
    ///
    /// - Parameter kind: What it shows; `nil` to remove it.
    package mutating func keep(_ picture: CoverDigest, as kind: AlbumPicture.Kind?) {
        self[CopyID(rawValue: picture.rawValue), Self.picture] = kind?.rawValue
    }
}

extension CopyID {
    /// The picture that is meant; `nil` if it is a copy.
    package var picture: CoverDigest? { CoverDigest(rawValue: rawValue) }
}
