import Localization
import SleevesLibrary

/// What is written in the fields of the dialog that edits an album.
struct EditForm: Equatable {
    /// What can be edited.
    enum Field: CaseIterable {
        case title, artist, year, genre

        /// What it is called.
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

    /// The fields as they are before anything is written.
    init(_ album: Album) {
        texts = [.title: album.title, .artist: album.artist, .year: album.year.map(String.init) ?? "", .genre: album.genre ?? ""]
    }

    /// What stands in a field.
    subscript(field: Field) -> String {
        get { texts[field] ?? "" }
        set { texts[field] = newValue }
    }

    /// What is wrong with a field, and what to write there; `nil` where it will do.
    func problem(in field: Field) -> String? {
        switch field {
        case .title where value(of: .title) == nil: localized("An album needs a title. Enter one.")
        case .artist where value(of: .artist) == nil: localized("An album needs an artist. Enter one, or “Various Artists”.")
        case .year where value(of: .year) != nil && year == nil:
            localized("Enter the year in four digits, such as 1994, or leave it empty.")
        default: nil
        }
    }

    /// Whether it can be saved.
    var isValid: Bool { Field.allCases.allSatisfy { problem(in: $0) == nil } }

    /// What is to be kept. What is left empty is what the album's source says.
    var edits: AlbumEdits {
        AlbumEdits(title: value(of: .title), artist: value(of: .artist), year: year, genre: value(of: .genre))
    }

    /// The text of a field, without the blanks around it; `nil` where nothing is left.
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
