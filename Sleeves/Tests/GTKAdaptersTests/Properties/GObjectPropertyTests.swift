import CAdwaita
import DisplayTesting
import Heed
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("A property of a GObject as an observable value")
    struct GObjectPropertyTests {
        private let label: Label
        private let text: GObjectProperty<String>

        init() {
            _ = TestApplication.shared
            label = Label("first")
            text = GObjectProperty(of: label.object, "label")
        }

        /// Changes the property as C code does.
        private func setText(_ text: String) {
            gtk_label_set_label(label.opaque, text)
        }

        // MARK: Values

        @Test("Whole numbers, numbers, booleans, texts, enumerations and flags are read and set; no text is an empty one")
        func values() {
            let window = ApplicationWindow(TestApplication.shared, title: "Test", width: 300, height: 200)
            defer { window.destroy() }
            let width = GObjectProperty<Int>(of: window.object, "default-width")
            let opacity = GObjectProperty<Double>(of: window.object, "opacity")
            let isModal = GObjectProperty<Bool>(of: window.object, "modal")
            let tooltip = GObjectProperty<String>(of: window.object, "tooltip-text")
            #expect(width.value == 300 && opacity.value == 1 && !isModal.value && tooltip.value == "")
            (width.value, opacity.value, isModal.value, tooltip.value) = (400, 0.5, true, "Zwölf 🎵")
            #expect(window.restorableSize == (400, 200))
            #expect(abs(window.opacity - 0.5) < 0.01)
            #expect(gtk_window_get_modal(window.object.cast()) != 0)
            #expect(window.tooltip == "Zwölf 🎵")
            let alignment = GObjectProperty<Int>(of: label.object, "halign")
            label.horizontalAlignment = .center
            #expect(alignment.value == Int(GTK_ALIGN_CENTER.rawValue))
            let flags = GObjectProperty<Int>(of: TestApplication.shared.object, "flags")
            #expect(flags.value & Int(G_APPLICATION_HANDLES_OPEN.rawValue) != 0)
        }

        @Test("If the GObject adjusts a value, observers and the property get the adjusted value")
        func corrected() {
            let opacity = GObjectProperty<Double>(of: label.object, "opacity")
            var told: [Double] = []
            let observation = opacity.observe(\.value, options: .new) { _, change in told.append(change.newValue!) }
            gtk_widget_set_opacity(label.gtk, 0)
            opacity.value = 0.501
            #expect(opacity.value == gtk_widget_get_opacity(label.gtk))
            #expect(told == [0, opacity.value])
            withExtendedLifetime(observation) {}
        }

        // MARK: Observing

        /// The values of a change, as texts.
        private static func words(_ change: KeyValueChange<String>) -> String {
            "\(change.oldValue ?? "-") \(change.newValue ?? "-")\(change.isPrior ? " prior" : "")"
        }

        @Test("Each set of options delivers the same as for a Swift object")
        func options() {
            for bits in 0..<16 {
                let all: [KeyValueObservingOptions] = [.initial, .old, .new, .prior]
                let options = all.indices.reduce([] as KeyValueObservingOptions) { bits >> $1 & 1 == 1 ? [$0, all[$1]] : $0 }
                let model = Model()
                setText(model.text)
                var (told, expected): ([String], [String]) = ([], [])
                let observations = [
                    text.observe(\.value, options: options) { _, change in told.append(Self.words(change)) },
                    model.observe(\.text, options: options) { _, change in expected.append(Self.words(change)) },
                ]
                for next in ["second", "third"] {
                    setText(next)
                    model.text = next
                }
                #expect(told == expected, "\(options)")
                withExtendedLifetime(observations) {}
            }
        }

        @Test("A notification without a new value is not delivered")
        func sameValue() {
            var changes = 0
            let observation = text.observe(\.value, options: []) { _, _ in changes += 1 }
            setText("first")
            g_object_notify(label.object.cast(), "label")
            text.value = "first"
            #expect(changes == 0)
            withExtendedLifetime(observation) {}
        }

        @Test("While notifications are frozen nothing is delivered; then the last value is, once")
        func frozen() {
            var told: [String] = []
            let observation = text.observe(\.value, options: [.old, .new]) { _, change in told.append(Self.words(change)) }
            g_object_freeze_notify(label.object.cast())
            setText("second")
            setText("third")
            #expect(told == [] && text.value == "first")
            g_object_thaw_notify(label.object.cast())
            #expect(told == ["first third"])
            withExtendedLifetime(observation) {}
        }

        @Test("Observers are called in the order in which they registered, and each sees the changes as a chain")
        func orderAndReentrancy() {
            var told: [String] = []
            let observations = ["a", "b"].map { name in
                text.observe(\.value, options: [.old, .new]) { text, change in
                    told.append("\(name) \(Self.words(change))")
                    if name == "a", text.value == "second" { text.value = "third" }
                }
            }
            setText("second")
            #expect(told == ["a first second", "b first second", "a second third", "b second third"])
            #expect(label.text == "third")
            withExtendedLifetime(observations) {}
        }

        // MARK: Lifetime

        @Test("An observation that is released, even by its own handler, gets no more changes")
        func release() {
            var calls = 0
            var observation: ObservationToken?
            observation = text.observe(\.value, options: []) { _, _ in
                calls += 1
                observation = nil
            }
            setText("second")
            setText("third")
            #expect(calls == 1)
            withExtendedLifetime(observation) {}
        }

        @Test("Releasing a property releases its GObject, and an observation that outlives it does nothing")
        func ownership() {
            let finalisations = Finalisations()
            var calls = 0
            var observation: ObservationToken?
            do {
                let object = GObjectReference(taking: UnsafeMutableRawPointer(g_simple_action_new("test", nil)))
                finalisations.watch("action", object)
                let enabled = GObjectProperty<Bool>(of: object, "enabled")
                observation = enabled.observe(\.value, options: []) { _, _ in calls += 1 }
                enabled.value = false
            }
            #expect(finalisations.missing == [])
            observation?.invalidate()
            #expect(calls == 1)
        }

        @Test("A property of a destroyed window can still be read, and properties don't keep widgets alive")
        func destroyed() {
            let finalisations = Finalisations()
            do {
                let window = ApplicationWindow(TestApplication.shared, title: "Test", width: 300, height: 200)
                finalisations.watch("window", window.object)
                let observation = window.observe(\.isActive, options: []) { _, _ in }
                window.present()
                window.destroy()
                #expect(!window.isMaximized)
                withExtendedLifetime(observation) {}
            }
            TestApplication.turn { finalisations.missing == [] }
        }

        // MARK: With the rest of Heed

        @Test("A wrapper's computed property can be observed, bound both ways, and used with a receptionist")
        func computed() {
            let (first, second) = (ToggleButton(icon: "a", tooltip: "A"), ToggleButton(icon: "b", tooltip: "B"))
            first.isOn = true
            let binding = first.bindBothWays(\.isOn, to: second, \.isOn)
            #expect(second.isOn)
            var told: [Bool] = []
            let receptionist = Receptionist(for: .changes(of: first, \.isOn, options: [.initial, .new]), on: .glib) {
                told.append($0.newValue!)
            }
            gtk_toggle_button_set_active(second.object.cast(), 0)
            #expect(!first.isOn)
            gtk_toggle_button_set_active(first.object.cast(), 1)
            #expect(second.isOn)
            TestApplication.turn { told.count == 3 }
            #expect(told == [true, false, true])
            withExtendedLifetime((binding, receptionist)) {}
        }

        // MARK: Mistakes

        @Test("An unknown property traps with the names of class and property")
        func unknown() async throws {
            let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run { _ = GObjectProperty<Bool>(of: Self.action(), "enabeld") }
            }
            Self.expect(result, toSay: #"GSimpleAction has no property "enabeld"; compare the name with the class's documentation"#)
        }

        @Test("A property of another type traps with the type to use")
        func wrongType() async throws {
            let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run { _ = GObjectProperty<Int>(of: Self.action(), "enabled") }
            }
            Self.expect(result, toSay: #"GSimpleAction's property "enabled" holds gboolean, which is not Int; use GObjectProperty<Bool>"#)
            let other = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run { _ = GObjectProperty<Int>(of: Self.action(), "state") }
            }
            Self.expect(other, toSay: "such a property cannot be observed, listen to its signal")
        }

        @Test("Setting a read-only property traps")
        func readOnly() async throws {
            let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let monitor = GObjectReference(sharing: UnsafeMutableRawPointer(g_network_monitor_get_default()))
                    GObjectProperty<Bool>(of: monitor, "network-available").value = true
                }
            }
            Self.expect(result, toSay: #"property "network-available" can only be read; look for the method that changes it"#)
        }

        private static func action() -> GObjectReference {
            GObjectReference(taking: UnsafeMutableRawPointer(g_simple_action_new("test", nil)))
        }

        private static func expect(_ result: ExitTest.Result, toSay words: String) {
            let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
            #expect(errors.contains(words), "\(errors)")
        }
    }
}

/// The changes of a property of Swift's own, to compare with.
@KeyValueObservable
private final class Model {
    var text = "first"
}
