import GTKAdapters
import Localization

/// A cover on the whole screen. A click, Space or Enter closes it.
@MainActor
final class CoverScreen: Bin {
    /// Called when the user closes it.
    var onClose: (() -> Void)?

    private let picture = Picture(fit: .contain)

    init() {
        super.init(picture)
        addStyle("cover-screen")
        picture.setAccessibleLabel(localized("Cover"))
        isFocusable = true
        isVisible = false
        setAccessibleLabel(localized("Cover"))
        let click = ClickGesture()
        click.onRelease = { [weak self] _, _, _ in self?.onClose?() }
        add(click)
        let keys = KeyController()
        keys.onKey = { [weak self] key, modifiers in
            // What is behind the cover can't be seen, and so not have the keyboard.
            if key == .tab { return true }
            guard modifiers.isEmpty, [.space, .enter].contains(key) else { return false }
            self?.onClose?()
            return true
        }
        add(keys)
    }

    /// Shows a picture instead of the previous one.
    func show(_ texture: Texture) {
        picture.texture = texture
    }
}
