import GTKAdapters
import Localization

/// Takes letters that are typed in the strip, and shows them for a moment.
///
/// Typed letters go to an artist instead of starting a search, as people go through a shelf of records. A search would also take the keys
/// that the strip uses.
@MainActor
final class TypeAheadController {
    /// After this much time without a letter the next one begins anew, in milliseconds.
    private static let pause = 1_500

    /// Shows what was typed, in front of the strip.
    let hint = Label(style: "osd", "typed")
    /// Called with what is meant by the letters so far.
    var onJump: ((TypedLetters.Jump) -> Void)?

    private var typed = TypedLetters()
    private var ending: MainLoopSource?

    init() {
        hint.horizontalAlignment = .center
        hint.verticalAlignment = .end
        hint.margins = Margins(top: 0, leading: 12, bottom: 12, trailing: 12)
        hint.isEllipsized = true
        hint.isVisible = false
    }

    /// Takes a key, if it is one to write with.
    func take(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard modifiers.subtracting(.shift).isEmpty else { return false }
        switch key {
        case .character(let letter): return follow(typed.type(letter))
        case .space: return follow(typed.type(" "))
        case .backspace where !typed.text.isEmpty:
            if !follow(typed.deleteLast()) { clear() }
            return true
        case .escape where !typed.text.isEmpty:
            clear()
            return true
        default: return false
        }
    }

    /// Says that no artist begins so.
    func tellNothingFound() {
        guard !typed.text.isEmpty else { return }
        hint.text = localized("No artist begins with “{letters}”", ["letters": typed.text])
    }

    /// Forgets what was typed.
    func clear() {
        typed.clear()
        ending = nil
        hint.isVisible = false
    }

    private func follow(_ jump: TypedLetters.Jump?) -> Bool {
        guard let jump else { return false }
        hint.text = typed.text
        hint.isVisible = true
        ending = MainLoop.after(milliseconds: Self.pause) { [weak self] in self?.clear() }
        onJump?(jump)
        return true
    }
}
