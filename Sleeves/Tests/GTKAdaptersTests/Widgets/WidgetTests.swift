import CAdwaita
import DisplayTesting
import Heed
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("Widgets")
    struct WidgetTests {
        init() {
            _ = TestApplication.shared
        }

        private nonisolated static let texts = [
            "", "Plain", "Simon & Garfunkel", "<b>Bold</b>", "a < b > c \"d\" 'e'", "Sigur Rós – ( )", "日本",
        ]

        @Test("Text that looks like markup is shown as it is", arguments: texts)
        func plainText(_ text: String) {
            #expect(Label(text).text == text)
            #expect(ActionRow(text, subtitle: text, trailing: text).title == text)
            #expect(ActionRow("", subtitle: text).subtitle == text)
            #expect(ActionRow("", trailing: text).trailing == text)
            #expect(PreferencesGroup(title: text).title == text)
            #expect(StatusPage(title: text, description: text).title == text)
            #expect(StatusPage(title: "", description: text).description == text)
            #expect(WindowTitle(text, subtitle: text).subtitle == text)
            #expect(Button(text).label == text)
        }

        @Test("A search bar reports opening and closing, and closing it clears its field")
        func searchBar() {
            let entry = SearchEntry()
            let bar = SearchBar(entry)
            var (changes, texts): ([Bool], [String]) = ([], [])
            let observation = bar.observe(\.isOpen, options: []) { bar, _ in changes.append(bar.isOpen) }
            entry.onSearch = { texts.append($0) }
            let window = TestApplication.show(Box(.vertical, [bar, Label("Text")]))
            bar.isOpen = true
            entry.text = "words"
            TestApplication.turn { texts.last == "words" }
            bar.isOpen = false
            TestApplication.turn { texts.last == "" }
            #expect(changes == [true, false])
            #expect(entry.text == "")
            window.destroy()
            withExtendedLifetime(observation) {}
        }

        @Test("A toggle button reports each change once, and has a name")
        func toggleButton() {
            let button = ToggleButton(icon: "system-search-symbolic", tooltip: "Search")
            var changes: [Bool] = []
            let observation = button.observe(\.isOn, options: []) { button, _ in changes.append(button.isOn) }
            button.isOn = true
            button.isOn = true
            button.isOn = false
            #expect(changes == [true, false])
            withExtendedLifetime(observation) {}
            #expect(button.tooltip == "Search")
        }

        @Test("A widget that fades in ends up opaque; at once with animations off", arguments: [true, false])
        func fadeIn(moves: Bool) {
            let before = Settings.shared.animationsEnabled
            Settings.shared.animationsEnabled = moves
            defer { Settings.shared.animationsEnabled = before }
            let label = Label("Text")
            let window = TestApplication.show(label)
            let fading = FadeIn(label, milliseconds: 20)
            fading.start()
            #expect((label.opacity < 1) == moves)
            TestApplication.turn { label.opacity == 1 }
            fading.start()
            fading.finish()
            #expect(label.opacity == 1)
            window.destroy()
        }

        @Test("A label returns the line settings that were set")
        func label() {
            let label = Label("Text", style: "title-1", "dim-label")
            #expect(label.hasStyle("title-1") && label.hasStyle("dim-label"))
            label.removeStyle("title-1")
            #expect(!label.hasStyle("title-1"))
            #expect(!label.isEllipsized && !label.wraps && label.lineLimit == nil && label.widthLimit == nil)
            label.isEllipsized = true
            label.wraps = true
            label.lineLimit = 2
            label.widthLimit = 30
            label.isSelectable = true
            label.textAlignment = 0
            #expect(label.isEllipsized && label.wraps && label.lineLimit == 2 && label.widthLimit == 30)
            #expect(label.isSelectable && label.textAlignment == 0)
        }

        @Test("A widget returns the layout settings that were set", arguments: [Alignment.fill, .start, .center, .end, .baseline])
        func layout(_ alignment: Alignment) {
            let widget = Spinner()
            // Baselines are a matter of height only.
            let horizontal = alignment == .baseline ? .fill : alignment
            widget.horizontalAlignment = horizontal
            widget.verticalAlignment = alignment
            widget.margins = Margins(top: 1, leading: 2, bottom: 3, trailing: 4)
            widget.expandsHorizontally = true
            widget.expandsVertically = true
            #expect(widget.horizontalAlignment == horizontal && widget.verticalAlignment == alignment)
            #expect(widget.margins == Margins(top: 1, leading: 2, bottom: 3, trailing: 4))
            #expect(widget.expandsHorizontally && widget.expandsVertically)
        }

        @Test("A stack shows the first child, then the chosen one, and ignores unknown names")
        func stack() {
            let stack = Stack()
            #expect(stack.visibleChild == nil)
            stack.add(Label("One"), named: "one")
            stack.add(Label("Two"), named: "two")
            #expect(stack.visibleChild == "one")
            stack.visibleChild = "two"
            stack.visibleChild = "three"
            #expect(stack.visibleChild == "two")
            stack.remove(named: "two")
            #expect(stack.visibleChild == nil)
            stack.visibleChild = "one"
            #expect(stack.visibleChild == "one")
        }

        @Test("A list takes rows and other widgets, and releases them all")
        func list() {
            let list = ListBox()
            weak var row: ActionRow?
            weak var label: Label?
            do {
                let (first, second) = (ActionRow("Row"), Label("Text"))
                (row, label) = (first, second)
                list.append(first)
                list.append(second)
            }
            #expect(list.count == 2 && row != nil && label != nil)
            list.removeAll()
            #expect(list.count == 0 && row == nil && label == nil)
            #expect(gtk_widget_get_first_child(list.gtk) == nil)
        }

        @Test("Exchanging a child removes the old one and adds the new one")
        func exchange() {
            let bin = Bin(Label("Old"))
            weak let old = bin.child
            bin.child = Label("New")
            #expect(old == nil)
            #expect(gtk_widget_get_first_child(bin.gtk) == bin.child?.gtk)
            bin.child = nil
            #expect(gtk_widget_get_first_child(bin.gtk) == nil)
        }

        @Test(
            "A text that wraps and is ellipsized never wants less width than it needs", arguments: texts + ["1994", "1:02:03", "I.", "i"])
        func labelWidths(_ text: String) {
            let label = Label(text)
            label.isEllipsized = true
            label.wraps = true
            label.lineLimit = 6
            var least: gint = 0
            gtk_widget_measure(label.gtk, GTK_ORIENTATION_VERTICAL, -1, &least, nil, nil, nil)
            // GTK's warning, where it wants less, fails the test.
            for height in stride(from: least, to: 200, by: 23) {
                gtk_widget_measure(label.gtk, GTK_ORIENTATION_HORIZONTAL, height, nil, nil, nil, nil)
            }
        }

        @Test("A texture may be created and released on any thread")
        func texture() async {
            let finalisations = Finalisations()
            var texture: Texture? = await Task.detached {
                Texture(rgba: [UInt8](repeating: 128, count: 4 * 4 * 8), width: 4, height: 8)
            }.value
            #expect(texture?.width == 4 && texture?.height == 8)
            if let pointer = texture?.pointer {
                let reference = GObjectReference(sharing: UnsafeMutableRawPointer(pointer))
                finalisations.watch("texture", reference)
            }
            let picture = Picture(texture)
            picture.texture = nil
            let last = texture
            texture = nil
            await Task.detached { [last] in withExtendedLifetime(last) {} }.value
            _ = consume last
            TestApplication.turn { finalisations.missing.isEmpty }
        }

        @Test("Pixels that don't match the size trap")
        func wrongPixels() async {
            await #expect(processExitsWith: .failure) {
                _ = Texture(rgba: [0, 0, 0], width: 1, height: 1)
            }
        }
    }
}
