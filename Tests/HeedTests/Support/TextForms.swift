import Heed

/// Observers of a text, one of every form, and the readings that they should report.
struct TextForms: Sendable {
    private let value = Recorder<String>()
    private let values = Recorder<String>()
    private let change = Recorder<String>()
    private let received = Recorder<String>()
    private let receivedChanges = Recorder<String>()
    private let bound = Recorder<String>()
    private let target = SharedField()
    private static let options: KeyValueObservingOptions = [.initial, .prior, .old, .new]

    /// Returns the reports of observers of every form, and those that match the readings of the same path.
    static func reports<Root: KeyValueObservable>(
        of path: KeyPath<Root, String> & Sendable, in root: Root, of steps: [() -> Void]
    ) async -> (told: [[String]], expected: [[String]]) where Root._HeedSharing == _KeptInOneIsolation {
        let forms = TextForms()
        let tokens = [
            root.observe(path, initial: true, forms.noteValue),
            root.observe(path, initial: true, forms.noteValues),
            root.observe(path, options: options) { _, change in forms.note(change) },
            root.bind(path, to: forms.target, \.text),
        ]
        let receptionists = [
            Receptionist(for: .values(of: root, path), forms.received.record),
            Receptionist(for: .changes(of: root, path), forms.noteReceived),
        ]
        let sequence = root.values(of: path)
        let readings = forms.readings(of: { root[keyPath: path] }, steps)
        withExtendedLifetime((tokens, receptionists)) {}
        var elements: [String] = []
        for await element in sequence {
            elements.append(element)
            if elements.count == readings.count { break }
        }
        return (forms.told(elements), expected(readings))
    }

    /// Like the other one, for objects that several threads share.
    static func reports<Root: KeyValueObservable & Sendable>(
        of path: KeyPath<Root, String> & Sendable, in root: Root, of steps: [() -> Void]
    ) async -> (told: [[String]], expected: [[String]]) where Root._HeedSharing == _SharedByThreads {
        let forms = TextForms()
        let tokens = [
            root.observe(path, initial: true, forms.noteValue),
            root.observe(path, initial: true, forms.noteValues),
            root.observe(path, options: options) { _, change in forms.note(change) },
            root.bind(path, to: forms.target, \.text),
        ]
        let receptionists = [
            Receptionist(for: .values(of: root, path), forms.received.record),
            Receptionist(for: .changes(of: root, path), forms.noteReceived),
        ]
        let sequence = root.values(of: path)
        let readings = forms.readings(of: { root[keyPath: path] }, steps)
        withExtendedLifetime((tokens, receptionists)) {}
        var elements: [String] = []
        for await element in sequence {
            elements.append(element)
            if elements.count == readings.count { break }
        }
        return (forms.told(elements), expected(readings))
    }

    @Sendable private func noteValue(_ new: String) { value.record(new) }

    @Sendable private func noteValues(_ old: String, _ new: String) { values.record("\(old)→\(new)") }

    @Sendable private func note(_ change: KeyValueChange<String>) {
        self.change.record("\(change.isPrior ? "before " : "")\(change.oldValue ?? "nil")→\(change.newValue ?? "nil")")
    }

    @Sendable private func noteReceived(_ change: KeyValueChange<String>) {
        receivedChanges.record("\(change.oldValue ?? "nil")→\(change.newValue ?? "nil")")
    }

    /// Takes the steps, and returns the text before them and after each.
    private func readings(of read: () -> String, _ steps: [() -> Void]) -> [String] {
        bound.record(target.text)
        return [read()]
            + steps.map { step in
                step()
                bound.record(target.text)
                return read()
            }
    }

    private func told(_ elements: [String]) -> [[String]] {
        [value.elements, values.elements, change.elements, received.elements, receivedChanges.elements, bound.elements, elements]
    }

    private static func expected(_ readings: [String]) -> [[String]] {
        let pairs = zip(readings, readings.dropFirst())
        let arrows = pairs.map { "\($0)→\($1)" }
        return [
            readings, ["\(readings[0])→\(readings[0])"] + arrows,
            ["nil→\(readings[0])"] + pairs.flatMap { ["before \($0)→nil", "\($0)→\($1)"] },
            readings, arrows, readings, readings,
        ]
    }
}
