/// The fields of a JSON object, with the object's path, which errors name.
struct JSONFields {
    typealias FormatError = InspectorReport.FormatError

    private let object: JSONValue
    private let path: String

    /// Reads the fields of a value.
    ///
    /// - Throws: An error if it isn't an object.
    init(_ value: JSONValue, path: String = "") throws(FormatError) {
        guard case .object = value else {
            throw FormatError(location: path.isEmpty ? "the top level" : path, problem: "expected an object")
        }
        object = value
        self.path = path
    }

    private func location(of key: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }

    func error(_ key: String, _ problem: String) -> FormatError {
        FormatError(location: location(of: key), problem: problem)
    }

    private func required<Value>(_ key: String, _ value: Value?) throws(FormatError) -> Value {
        guard let value else { throw error(key, "the field is missing") }
        return value
    }

    // MARK: Plain values

    func optionalString(_ key: String) throws(FormatError) -> String? {
        guard let value = object[key] else { return nil }
        guard case .string(let string) = value else { throw error(key, "expected a string") }
        return string
    }

    func string(_ key: String) throws(FormatError) -> String {
        try required(key, optionalString(key))
    }

    func bool(_ key: String) throws(FormatError) -> Bool {
        guard case .bool(let bool) = try required(key, object[key]) else { throw error(key, "expected true or false") }
        return bool
    }

    func optionalInteger<Value: FixedWidthInteger>(_ key: String) throws(FormatError) -> Value? {
        guard let value = object[key] else { return nil }
        return try integer(value, at: location(of: key))
    }

    func integer<Value: FixedWidthInteger>(_ key: String) throws(FormatError) -> Value {
        try required(key, optionalInteger(key))
    }

    /// Returns an integer that isn't negative.
    func count(_ key: String) throws(FormatError) -> Int {
        let count: Int = try integer(key)
        guard count >= 0 else { throw error(key, "expected a number that isn't negative") }
        return count
    }

    func optionalDuration(_ key: String) throws(FormatError) -> Duration? {
        guard let nanoseconds: Int64 = try optionalInteger(key) else { return nil }
        guard nanoseconds >= 0 else { throw error(key, "expected a number that isn't negative") }
        return .nanoseconds(nanoseconds)
    }

    func duration(_ key: String) throws(FormatError) -> Duration {
        try required(key, optionalDuration(key))
    }

    func kind<Kind: RawRepresentable<String>>(_ key: String) throws(FormatError) -> Kind {
        let name = try string(key)
        guard let kind = Kind(rawValue: name) else { throw error(key, "there is no such kind: \(name.prefix(40).debugDescription)") }
        return kind
    }

    private func integer<Value: FixedWidthInteger>(_ value: JSONValue, at location: String) throws(FormatError) -> Value {
        guard case .number(let literal) = value, let integer = Value(literal) else {
            throw FormatError(location: location, problem: "expected an integer from \(Value.min) to \(Value.max)")
        }
        return integer
    }

    // MARK: Values with fields

    func optionalFields(_ key: String) throws(FormatError) -> JSONFields? {
        guard let value = object[key] else { return nil }
        return try JSONFields(value, path: location(of: key))
    }

    func optionalPlace(_ key: String) throws(FormatError) -> InspectorReport.Place? {
        guard let fields = try optionalFields(key) else { return nil }
        return InspectorReport.Place(fileID: try fields.string("fileID"), line: try fields.count("line"))
    }

    func list<Element>(_ key: String, of element: (JSONFields) throws(FormatError) -> Element) throws(FormatError) -> [Element] {
        let values = try array(key)
        var list: [Element] = []
        list.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            list.append(try element(JSONFields(value, path: "\(location(of: key))[\(index)]")))
        }
        return list
    }

    func integers<Value: FixedWidthInteger>(_ key: String) throws(FormatError) -> [Value] {
        var list: [Value] = []
        for (index, value) in try array(key).enumerated() { list.append(try integer(value, at: "\(location(of: key))[\(index)]")) }
        return list
    }

    private func array(_ key: String) throws(FormatError) -> [JSONValue] {
        guard case .array(let values) = try required(key, object[key]) else { throw error(key, "expected an array") }
        return values
    }
}
