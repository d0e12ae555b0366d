import SleevesLibrary

/// The texts in the fields of the dialog that describes a copy.
struct CopyForm: Equatable {
    private var texts: [CopyField: String]
    /// The texts before the user has changed them.
    private let former: [CopyField: String]

    /// The fields, in their order.
    let fields: [CopyField]

    /// Creates the form with what is known of a copy; without one, an empty form.
    ///
    /// - Parameter own: The user's own fields. Those in which the copy has a value are among the form's anyway.
    init(_ copy: CopyRecord = CopyRecord(), own: [OwnField] = []) {
        let known = copy.ownFields.filter { !own.contains($0) }
        fields = CopyField.edited + (own + known).map(CopyField.own)
        former = Dictionary(uniqueKeysWithValues: fields.map { ($0, copy[$0] ?? "") })
        texts = former
    }

    /// The text of a field.
    subscript(field: CopyField) -> String {
        get { texts[field] ?? "" }
        set { texts[field] = newValue }
    }

    /// Whether a mark is set.
    func isMarked(_ field: CopyField) -> Bool { self[field] == CopyField.yes }

    /// Sets a mark, or takes it away.
    mutating func mark(_ field: CopyField, _ isMarked: Bool) { self[field] = isMarked ? CopyField.yes : "" }

    /// Returns what is wrong with a field and what to enter; `nil` if it is valid.
    func problem(in field: CopyField) -> String? {
        // A value that was there before the field had its kind may stay.
        self[field] == former[field] ? nil : field.problem(with: self[field])
    }

    /// Whether the form can be saved.
    var isValid: Bool { fields.allSatisfy { problem(in: $0) == nil } }

    /// The values that the user has changed.
    var values: [CopyField: String] { texts.filter { former[$0.key] != $0.value } }
}
