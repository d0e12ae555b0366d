import GTKAdapters
import Localization
import SleevesLibrary

/// Two buttons that switch between the wall and the strip, by the action `layout`.
@MainActor
final class LayoutButtons: Box {
    init() {
        let wall = ToggleButton(icon: "view-grid-symbolic", tooltip: localized("Wall"))
        let strip = ToggleButton(icon: "view-continuous-symbolic", tooltip: localized("Strip"))
        wall.actionName = "app.layout::\(AlbumLayout.wall.rawValue)"
        strip.actionName = "app.layout::\(AlbumLayout.strip.rawValue)"
        super.init(.horizontal, [wall, strip])
        addStyle("linked")
    }
}
