import GTKAdapters
import Localization

extension Toast {
    /// Returns a message about a change, with a button that undoes it, which stays long enough to read and decide.
    static func offeringUndo(_ words: String) -> Toast {
        Toast(words, seconds: 8, button: localized("Undo"), action: "app.undo")
    }
}
