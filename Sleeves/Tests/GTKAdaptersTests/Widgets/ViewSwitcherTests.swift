import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("A switcher of pages")
    struct ViewSwitcherTests {
        init() {
            _ = TestApplication.shared
        }

        @Test("The titles are beside the symbols, below them, or, where they don't fit in the header, in the bar at the bottom")
        func room() {
            let pages = ViewStack()
            for name in ["one", "two", "three"] { pages.add(Label(name), named: name, title: "The page \(name)", icon: "folder-symbolic") }
            let switcher = ViewSwitcher(of: pages, title: "Title")
            let header = HeaderBar()
            header.titleWidget = switcher
            pages.expandsVertically = true
            let window = TestApplication.show(Box(.vertical, [header, pages, switcher.bar]), width: 1_000)
            var forms: [String] = []
            for width in stride(from: 1_000, through: 380, by: -20) {
                DisplayInput.shared.resize(window.gtk, width: width, height: 400)
                TestApplication.turn("the header has its width") { (width - 19...width).contains(header.width) }
                if let form = Self.form(of: switcher), form != forms.last { forms.append(form) }
                TestApplication.turn("the bar is there with the title") { Self.isRevealed(switcher.bar) == (forms.last == "title") }
            }
            #expect(forms == ["wide", "narrow", "title"])
            DisplayInput.shared.resize(window.gtk, width: 1_000, height: 400)
            TestApplication.turn("the titles are back") { !Self.isRevealed(switcher.bar) && Self.form(of: switcher) == "wide" }
            window.destroy()
        }

        /// The form that is shown in the header.
        private static func form(of switcher: ViewSwitcher) -> String? {
            var form: String?
            ForeignWidgets.visit(switcher.gtk) { widget in
                guard gtk_widget_get_mapped(widget) != 0 else { return }
                switch ForeignWidgets.className(of: widget) {
                case "AdwWindowTitle": form = "title"
                case "AdwViewSwitcher":
                    let isWide = adw_view_switcher_get_policy(OpaquePointer(widget)) == ADW_VIEW_SWITCHER_POLICY_WIDE
                    form = isWide ? "wide" : "narrow"
                default: break
                }
            }
            return form
        }

        private static func isRevealed(_ bar: Widget) -> Bool {
            adw_view_switcher_bar_get_reveal(bar.opaque) != 0
        }
    }
}
