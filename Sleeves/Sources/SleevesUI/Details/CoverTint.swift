import GTKAdapters
import Heed
import SleevesLibrary

/// The colours that an album's page takes from its cover: those of the background, and of the most important button.
///
/// Without a cover, and in high contrast, the page has the platform's colours. While another cover is being loaded, the former one's colours
/// stay, and then fade into the new ones. The colours are computed off the main thread.
@MainActor
final class CoverTint {
    private let style: OwnStyle
    private var cover: Cover?
    private var palette: CoverPalette?
    private var receptionist: Receptionist?
    private var looks: ObservationToken?

    /// - Parameters:
    ///   - page: The widget with the background.
    ///   - button: The button, which is on the page.
    init(page: Widget, button: Widget) {
        style = OwnStyle(of: page, button)
        page.addStyle("tinted")
        button.addStyle("cover-button")
        looks = observe {
            (Settings.shared.isDark, Settings.shared.isHighContrast)
        } onChange: { [weak self] _ in
            self?.update()
        }
    }

    /// Takes the colours of a cover, and follows it when it changes.
    func show(_ cover: Cover) {
        // The library's changes bring the same cover again and again.
        guard cover !== self.cover else { return }
        self.cover = cover
        let states = ObservationSource.values(of: cover, \.state).removeDuplicates(by: Self.haveSameColours)
        receptionist = Receptionist(for: states, on: .mainActor, delivering: .switchToLatest) { [weak self] state in
            await self?.follow(state)
        }
    }

    /// Returns whether two states have the same colours: also those of a picture that comes in another size.
    private nonisolated static func haveSameColours(_ former: CoverState, _ latter: CoverState) -> Bool {
        guard case .present(let one) = former, case .present(let other) = latter else { return former == latter }
        return one.width != other.width || one == other
    }

    private func follow(_ state: CoverState) async {
        switch state {
        case .unknown, .loading: return
        case .wanted, .missing, .failed: palette = nil
        case .present(let image):
            let palette = await Task.detached { CoverPalette(image) }.value
            if Task.isCancelled { return }
            self.palette = palette
        }
        update()
    }

    private func update() {
        guard let palette, !Settings.shared.isHighContrast else {
            style.set([])
            return
        }
        let isDark = Settings.shared.isDark
        let colours = PageColours(palette, isDark: isDark)
        // Away from the text's colour, so that its contrast grows.
        let shade = isDark ? "white" : "black"
        style.set([
            ["": "background-image: linear-gradient(to bottom, \(colours.top.css), \(colours.bottom.css));"],
            [
                "": "background-color: \(colours.button.css); color: \(colours.buttonText.css);",
                ":hover": "background-image: image(alpha(\(shade), 0.08));",
                ":active": "background-image: image(alpha(\(shade), 0.16));",
            ],
        ])
    }
}
