import GTKAdapters
import SleevesLibrary

/// A maker of changes to the library that the user asks for, one after the other. It shows their errors, and offers to undo them.
@MainActor
struct ChangeMaker {
    private let library: LibraryAPI
    private let queue: ChangeQueue
    private weak var toasts: ToastOverlay?

    init(_ library: LibraryAPI, queue: ChangeQueue, toasts: ToastOverlay) {
        (self.library, self.queue, self.toasts) = (library, queue, toasts)
    }

    /// Returns the values that copies have in common; none if they can't be read, for that costs only suggestions.
    func commonCopyValues() async -> [CopyField: [String]] {
        (try? await library.commonCopyValues()) ?? [:]
    }

    /// Returns the user's own fields; none if they can't be read.
    func ownFields() async -> [OwnField] {
        ((try? await library.ownFields()) ?? []).map(\.field)
    }

    /// Makes a change.
    ///
    /// - Parameter words: Returns what to say of the change, with a button that undoes it; `nil` for nothing.
    func change(
        _ change: @escaping @Sendable (LibraryAPI) async throws -> LibraryChange?,
        then words: (@MainActor (LibraryChange) -> String)? = nil
    ) {
        queue.add { await make(change, then: words) }
    }

    /// Makes a change, and waits for it.
    ///
    /// - Returns: Whether it was made without an error.
    func changed(
        _ change: @escaping @Sendable (LibraryAPI) async throws -> LibraryChange?,
        then words: @escaping @MainActor (LibraryChange) -> String
    ) async -> Bool {
        await withCheckedContinuation { end in
            queue.add { end.resume(returning: await make(change, then: words)) }
        }
    }

    @discardableResult
    private func make(
        _ change: @Sendable (LibraryAPI) async throws -> LibraryChange?, then words: (@MainActor (LibraryChange) -> String)?
    ) async -> Bool {
        // An earlier message would still offer to undo the previous change.
        toasts?.dismissAll()
        do {
            if let change = try await change(library), let words { toasts?.show(.offeringUndo(words(change))) }
            return true
        } catch {
            toasts?.show(Toast(String(describing: error)))
            return false
        }
    }

    /// Makes a change, and says something with a button that undoes it.
    func change(_ change: @escaping @Sendable (LibraryAPI) async throws -> LibraryChange?, saying words: String) {
        self.change(change) { _ in words }
    }
}
