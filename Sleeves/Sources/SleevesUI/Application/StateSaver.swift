import SleevesLibrary
import Synchronization

/// Writes the state that is to be restored, off the main thread.
///
/// - `count` and `last` are protected by the main actor: the last state and its number.
/// - `written` is protected by its lock, which is held while a state is written: the number of the newest state on the disk.
@MainActor
final class StateSaver {
    private let library: LibraryAPI
    private let reportProblem: @MainActor (String) -> Void
    private var count = 0
    private var last: LibraryState?
    private let written = Mutex(0)

    /// - Parameter reportProblem: Told why a state could not be written.
    init(_ library: LibraryAPI, reportProblem: @escaping @MainActor (String) -> Void) {
        self.library = library
        self.reportProblem = reportProblem
    }

    /// Writes a state, unless a newer one is on the disk by then.
    ///
    /// - Parameter isLast: Whether the program is about to end: then this waits until the state is on the disk.
    func save(_ state: LibraryState, isLast: Bool) {
        count += 1
        last = state
        let number = count
        if isLast {
            if let problem = write(state, number) { reportProblem(problem) }
        } else {
            Task.detached { if let problem = self.write(state, number) { await self.reportProblem(problem) } }
        }
    }

    /// Waits until the last state is on the disk. Call it before the program ends, because a write may not have begun by then.
    func finish() {
        if let last, let problem = write(last, count) { reportProblem(problem) }
    }

    private nonisolated func write(_ state: LibraryState, _ number: Int) -> String? {
        written.withLock { written -> String? in
            guard number > written else { return nil }
            do throws(PersistencyError) { try library.saveState(state) } catch { return error.description }
            written = number
            return nil
        }
    }
}
