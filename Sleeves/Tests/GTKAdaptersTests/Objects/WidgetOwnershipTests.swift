import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("A widget's ownership")
    struct WidgetOwnershipTests {
        init() {
            _ = TestApplication.shared
        }

        @Test("Releasing a window finalises it and all its content")
        func windowIsFinalised() {
            let finalisations = Finalisations()
            do {
                let label = Label("Text")
                let button = Button("Press") {}
                let row = ActionRow("Row", trailing: "1:00")
                let group = PreferencesGroup(title: "Group")
                group.add(row)
                let list = ListBox()
                list.append(Label("In a list"))
                let stack = Stack()
                stack.add(Spinner(), named: "one")
                let overlay = Overlay(Picture(Texture(rgba: [0, 0, 0, 255], width: 1, height: 1)))
                overlay.addOverlay(ProgressBar())
                let click = ClickGesture()
                overlay.add(click)
                overlay.add(KeyController())
                let header = HeaderBar()
                let menu = MenuButton(tooltip: "Menu", menu: Menu([.init("Item", action: "app.item")]))
                header.packEnd(menu)
                header.titleWidget = WindowTitle("Title")
                let clamp = Clamp(ScrolledWindow(Bin(Label("Clamped"))))
                let box = Box(.vertical, [header, label, button, group, list, stack, overlay, Separator(), clamp])
                let toasts = ToastOverlay(box)
                let window = TestApplication.show(toasts)
                let clock = FrameClock(of: label) { _ in }
                withExtendedLifetime(clock) {}

                for (name, widget) in [
                    ("window", window), ("toasts", toasts), ("box", box), ("label", label), ("button", button), ("row", row),
                    ("group", group), ("list", list), ("stack", stack), ("overlay", overlay), ("header", header), ("menu", menu),
                ] as [(String, Widget)] {
                    finalisations.watch(name, widget.object)
                }
                finalisations.watch("gesture", click.object)
                #expect(finalisations.missing.count == 13)
                window.destroy()
            }
            TestApplication.turnUntilIdle()
            #expect(finalisations.missing == [])
        }

        @Test("A window that is released without being destroyed is closed")
        func releaseCloses() {
            let finalisations = Finalisations()
            do {
                let window = TestApplication.show(Label("Text"))
                finalisations.watch("window", window.object)
            }
            TestApplication.turnUntilIdle()
            #expect(finalisations.missing == [])
        }

        @Test("A container retains the Swift objects of its children until they are removed")
        func containerKeepsChildren() {
            let box = Box(.horizontal)
            weak var child: Label?
            do {
                let label = Label("Child")
                box.append(label)
                child = label
            }
            #expect(child?.text == "Child")
            if let child { box.remove(child) }
            #expect(child == nil)
        }

        @Test("A button whose Swift object is released still works in GTK but calls no handler")
        func handlersEndWithTheSwiftObject() {
            let reference: GObjectReference
            var clicks = 0
            do {
                let button = Button("Press") { clicks += 1 }
                reference = button.object
                click(reference)
                #expect(clicks == 1)
            }
            click(reference)
            #expect(clicks == 1)
        }
    }
}

/// Clicks a button, as the `clicked` signal does.
@MainActor
private func click(_ button: GObjectReference) {
    var instance = GValue()
    g_value_init(&instance, gtk_button_get_type())
    g_value_set_object(&instance, button.pointer)
    g_signal_emitv(&instance, g_signal_lookup("clicked", gtk_button_get_type()), 0, nil)
    g_value_unset(&instance)
}
