import Localization
import SleevesLibrary

/// The texts in the fields of a form that describes a record.
struct RecordForm: Equatable {
    /// The fields, in their order.
    enum Field: CaseIterable {
        case title, artist, year, format, label, catalogueNumber, barcode, genre

        /// The localized name.
        var name: String {
            switch self {
            case .title: localized("Title")
            case .artist: localized("Artist")
            case .year: localized("Year")
            case .format: localized("Format")
            case .label: localized("Label")
            case .catalogueNumber: localized("Catalogue Number")
            case .barcode: localized("Barcode")
            case .genre: localized("Genre")
            }
        }
    }

    private var texts: [Field: String] = [:]

    /// Creates an empty form, but for a text that wasn't found: a barcode, or otherwise a title.
    init(_ text: String = "") {
        self[LibraryAPI.isBarcode(text) ? .barcode : .title] = text
    }

    /// The text of a field.
    subscript(field: Field) -> String {
        get { texts[field] ?? "" }
        set { texts[field] = newValue }
    }

    /// Returns what is wrong with a field and what to enter; `nil` if it is valid.
    func problem(in field: Field) -> String? {
        switch field {
        case .title: EditForm.problem(in: .title, value(of: .title))
        case .artist: EditForm.problem(in: .artist, value(of: .artist))
        case .year: EditForm.problem(in: .year, value(of: .year))
        case .format, .label, .catalogueNumber, .barcode, .genre: nil
        }
    }

    /// The record; `nil` as long as a field is invalid.
    var record: NewRecord? {
        guard let title = value(of: .title), let artist = value(of: .artist), problem(in: .year) == nil else { return nil }
        return NewRecord(
            title: title, artist: artist, year: value(of: .year).flatMap(EditForm.year), genre: value(of: .genre),
            format: value(of: .format), label: value(of: .label),
            catalogueNumber: value(of: .catalogueNumber), barcode: value(of: .barcode))
    }

    /// Returns the text of a field on one line; `nil` if it is empty.
    private func value(of field: Field) -> String? { self[field].cleaned() }
}
