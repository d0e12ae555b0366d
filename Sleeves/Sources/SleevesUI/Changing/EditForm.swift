import Localization
import SleevesLibrary

/// The texts in the fields of the dialog that edits an album.
struct EditForm: Equatable {
    /// The fields.
    enum Field: CaseIterable {
        case title, artist, year, genre

        /// The localized name.
        var name: String {
            switch self {
            case .title: localized("Title")
            case .artist: localized("Artist")
            case .year: localized("Year")
            case .genre: localized("Genre")
            }
        }
    }

    private var texts: [Field: String]

    /// Creates the form with the album's current values.
    init(_ album: Album) {
        texts = [.title: album.title, .artist: album.artist, .year: album.year.map(String.init) ?? "", .genre: album.genre ?? ""]
    }

    /// The text of a field.
    subscript(field: Field) -> String {
        get { texts[field] ?? "" }
        set { texts[field] = newValue }
    }

    /// Returns what is wrong with a field and what to enter; `nil` if it is valid.
    func problem(in field: Field) -> String? {
        switch field {
        case .title where value(of: .title) == nil: localized("An album needs a title. Enter one.")
        case .artist where value(of: .artist) == nil: localized("An album needs an artist. Enter one, or “Various Artists”.")
        case .year where value(of: .year) != nil && year == nil:
            localized("Enter the year in four digits, such as 1994, or leave it empty.")
        default: nil
        }
    }

    /// Whether the form can be saved.
    var isValid: Bool { Field.allCases.allSatisfy { problem(in: $0) == nil } }

    /// The edits to save. Empty fields keep the values of the album's source.
    var edits: AlbumEdits {
        AlbumEdits(title: value(of: .title), artist: value(of: .artist), year: year, genre: value(of: .genre))
    }

    /// Returns the text of a field without surrounding white space; `nil` if it is empty.
    private func value(of field: Field) -> String? {
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        let text = self[field].drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        return text.isEmpty ? nil : String(text)
    }

    private var year: Int? {
        guard let text = value(of: .year), text.count == 4, let year = Int(text), year >= 1000 else { return nil }
        return year
    }
}
