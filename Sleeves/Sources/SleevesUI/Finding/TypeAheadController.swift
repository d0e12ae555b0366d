import GTKAdapters
import Localization
import SleevesLibrary

/// A controller that takes letters and digits typed among the albums and shows them for a moment.
///
/// They jump to the next album whose title, year or artist begins with them, whichever the albums are sorted by, instead of starting a
/// search: like flipping through a shelf of records. A search would also take the keys that the albums use.
@MainActor
final class TypeAheadController {
    /// The pause after which the next letter starts over, in milliseconds.
    private static let pause = 1_500

    /// Shows the typed letters in front of the albums.
    let hint = Label(style: "osd", "typed")
    /// Called with the jump that the letters so far name.
    var onJump: ((TypedLetters.Jump) -> Void)?
    /// Called when the user types a letter, and when the letters are forgotten.
    var onTyping: ((_ isTyping: Bool) -> Void)?

    private var typed = TypedLetters()
    private var ending: MainLoopSource?

    init() {
        hint.horizontalAlignment = .center
        hint.verticalAlignment = .end
        hint.margins = Margins(top: 0, leading: 12, bottom: 12, trailing: 12)
        hint.isEllipsized = true
        hint.isVisible = false
    }

    /// Handles a key that types or deletes a letter.
    func take(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard modifiers.subtracting(.shift).isEmpty else { return false }
        switch key {
        case .character(let letter): return follow(typed.type(letter))
        case .space: return follow(typed.type(" "))
        case .backspace where !typed.text.isEmpty:
            if !follow(typed.deleteLast()) { clear() }
            return true
        default: return false
        }
    }

    /// Shows that nothing begins with the letters.
    func tellNothingFound(_ sort: AlbumSort) {
        guard !typed.text.isEmpty else { return }
        let letters = ["letters": typed.text]
        hint.text =
            switch AlbumSortKey(ofTyped: typed.text, in: sort) {
            case .artist: localized("No artist begins with “{letters}”", letters)
            case .title: localized("No title begins with “{letters}”", letters)
            case .year: localized("No year begins with “{letters}”", letters)
            }
        hint.announce(hint.text)
    }

    /// Forgets the typed letters.
    func clear() {
        typed.clear()
        ending = nil
        hint.isVisible = false
        onTyping?(false)
    }

    private func follow(_ jump: TypedLetters.Jump?) -> Bool {
        guard let jump else { return false }
        hint.text = typed.text
        hint.isVisible = true
        ending = MainLoop.after(milliseconds: Self.pause) { [weak self] in self?.clear() }
        onTyping?(true)
        onJump?(jump)
        return true
    }
}
