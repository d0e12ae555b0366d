@testable import SleevesLibrary

/// Copies with every value that a user can enter.
enum SampleCopies {
    /// Returns a value of a field, which no other field has.
    static func value(of field: CopyField) -> String {
        switch field.kind {
        case .text: "Text \(field.name.filter(\.isLetter))"
        case .day: "1964-05-\(field.number + 10)"
        case .number: "12.5"
        case .rating: "3"
        case .moment: ""
        case .mark: CopyField.yes
        }
    }

    /// A field that a user might add, and one whose name has signs.
    static let own = [OwnField("Signed"), OwnField("Pressed at: “Plant 7”, *, \"2\" . x")].compactMap(\.self)
    /// The fields of an owned copy.
    static let fields = CopyField.edited.filter { $0.kind != .mark } + own.map(CopyField.own)
    /// A value of each of them.
    static let values = Dictionary(uniqueKeysWithValues: fields.map { ($0, value(of: $0)) })
}
