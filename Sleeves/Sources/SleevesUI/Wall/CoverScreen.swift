import GTKAdapters
import Localization

/// A cover on the whole screen. A click, Space or Enter closes it.
@MainActor
final class CoverScreen: Bin {
    /// Called with `true` when it has opened, and with `false` when it has closed.
    var onOpen: ((Bool) -> Void)?

    private let picture = Picture(fit: .contain)

    init() {
        super.init(picture)
        addStyle("cover-screen")
        picture.setAccessibleLabel(localized("Cover"))
        isFocusable = true
        isVisible = false
        setAccessibleLabel(localized("Cover"))
        let click = ClickGesture()
        click.onRelease = { [weak self] _, _, _ in self?.close() }
        add(click)
        let keys = KeyController()
        keys.onKey = { [weak self] key, modifiers in
            // What is behind the cover can't be seen, and so not have the keyboard.
            if key == .tab { return true }
            guard modifiers.isEmpty, [.space, .enter].contains(key) else { return false }
            self?.close()
            return true
        }
        add(keys)
    }

    /// Shows a picture on the whole screen.
    func open(_ texture: Texture) {
        picture.texture = texture
        isVisible = true
        onOpen?(true)
        grabFocus()
    }

    /// Shows another picture instead, while one is shown; or closes if there is none.
    func replace(by texture: Texture?) {
        guard isVisible else { return }
        if let texture { picture.texture = texture } else { close() }
    }

    func close() {
        guard isVisible else { return }
        isVisible = false
        onOpen?(false)
    }
}
