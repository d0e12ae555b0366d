import Heed

/// Writes down each change of the program's status.
final class AppStatusWatcher {
    private let observation: ObservationToken

    init(_ status: AppStatus) {
        observation = status.observe(\.state, options: [.initial, .old, .new]) { _, change in
            let old = change.oldValue.map { "\($0)" } ?? "nothing"
            let new = change.newValue.map { "\($0)" } ?? "nothing"
            print("Status: \(old) → \(new)")
        }
    }
}
