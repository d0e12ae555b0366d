import GTKAdapters

/// A controller that closes the part of the window that the user opened last, when the user presses the Escape key.
///
/// Nothing else in the window uses this key, apart from menus. ``OpenParts`` decides.
@MainActor
final class EscapeController {
    private var parts = OpenParts()
    private let close: (OpenParts.Part) -> Void

    /// - Parameter close: Closes a part.
    init(_ window: ApplicationWindow, close: @escaping (OpenParts.Part) -> Void) {
        self.close = close
        window.onEscape = { [weak self] in self?.closeLast() ?? false }
    }

    /// Notes that a part is open, because the user has opened it or uses it again, or that it isn't.
    func note(_ part: OpenParts.Part, isOpen: Bool) {
        if isOpen { parts.open(part) } else { parts.close(part) }
    }

    /// Returns whether there was anything to close.
    private func closeLast() -> Bool {
        guard let part = parts.last else { return false }
        close(part)
        return true
    }
}
