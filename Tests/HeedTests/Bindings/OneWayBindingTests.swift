import Testing

@testable import Heed

@Suite("A binding in one direction")
struct OneWayBindingTests {
    @Test("The target takes the source's value immediately, and again after each change")
    func follows() {
        let form = Form(text: "a")
        let label = PlainLabel()
        let binding = form.bind(\.text, to: label, \.text)
        #expect(label.text == "a")
        form.text = "b"
        form.text += "c"
        #expect(label.text == "bc")
        withExtendedLifetime(binding) {}
    }

    @Test("Changes of the target are not carried back")
    func oneDirection() {
        let form = Form(text: "a")
        let label = PlainLabel()
        let binding = form.bind(\.text, to: label, \.text)
        label.text = "b"
        #expect(form.text == "a")
        form.text = "c"
        #expect(label.text == "c")
        withExtendedLifetime(binding) {}
    }

    @Test("A conversion connects values of different types")
    func transform() {
        let form = Form(number: 7)
        let label = PlainLabel()
        let binding = form.bind(\.number, to: label, \.text, transform: { "no. \($0)" })
        #expect(label.text == "no. 7")
        form.number += 1
        #expect(label.text == "no. 8")
        withExtendedLifetime(binding) {}
    }

    @Test("A value that the target already holds is not written")
    func equalValues() {
        let form = Form(text: "a")
        let label = PlainLabel()
        let binding = form.bind(\.text, to: label, \.text)
        #expect(label.writeCount == 1)
        form.text = "a"
        #expect(label.writeCount == 1)
        form.text = "b"
        #expect(label.writeCount == 2)
        withExtendedLifetime(binding) {}
    }

    @Test("A key path through other objects, or to a computed property, is followed like any other")
    func keyPath() {
        let album = Album(title: "T")
        let label = PlainLabel()
        let heading = album.bind(\.heading, to: label, \.text)
        album.tracks.append("one")
        #expect(label.text == "T · 1")
        heading.invalidate()
        let artist = album.bind(\.artist?.name, to: label, \.text, transform: { $0 ?? "nobody" })
        #expect(label.text == "nobody")
        album.artist = Artist("A")
        album.artist?.name = "B"
        #expect(label.text == "B")
        withExtendedLifetime(artist) {}
    }

    @Test("A binding ends with its token, whether invalidated or released", arguments: [true, false])
    func endsByToken(isInvalidated: Bool) {
        let form = Form(text: "a")
        let label = PlainLabel()
        var binding: ObservationToken? = form.bind(\.text, to: label, \.text)
        if isInvalidated { binding?.invalidate() } else { withExtendedLifetime(binding) {} }
        if !isInvalidated { binding = nil }
        form.text = "b"
        #expect(label.text == "a")
        withExtendedLifetime(binding) {}
    }

    @Test("Neither end is kept alive, and deallocating either is harmless", arguments: [true, false])
    func endsByDeath(sourceDies: Bool) {
        var form: Form? = Form(text: "a")
        var label: PlainLabel? = PlainLabel()
        weak let weakForm = form
        weak let weakLabel = label
        let binding = form!.bind(\.text, to: label!, \.text)
        if sourceDies {
            form = nil
            #expect(weakForm == nil)
            #expect(label?.text == "a")
        } else {
            label = nil
            #expect(weakLabel == nil)
            form?.text = "b"
        }
        withExtendedLifetime((binding, form, label)) {}
    }

    @Test("invalidate releases the conversion's captures, even if the token is kept")
    func capturesAfterInvalidate() {
        let form = Form()
        let label = PlainLabel()
        var witness: Witness? = Witness()
        weak let captured = witness
        let binding = form.bind(\.text, to: label, \.text, transform: { [witness] text in withExtendedLifetime(witness) { text } })
        witness = nil
        #expect(captured != nil)
        binding.invalidate()
        #expect(captured == nil)
        withExtendedLifetime((form, label, binding)) {}
    }

    @Test("Bindings keep registration order among other observers")
    func order() {
        let form = Form()
        let label = PlainLabel()
        let seen = Recorder<String>()
        let before = form.observe(\.text, options: []) { _, _ in seen.record(label.text) }
        let binding = form.bind(\.text, to: label, \.text)
        let after = form.observe(\.text, options: []) { _, _ in seen.record(label.text) }
        form.text = "a"
        #expect(seen.elements == ["", "a"])
        withExtendedLifetime((before, binding, after)) {}
    }

    @Test("A chain of bindings carries a change to its end")
    func chain() {
        let forms = (0..<30).map { _ in Form() }
        let bindings = zip(forms, forms.dropFirst()).map { $0.bind(\.number, to: $1, \.number) }
        forms[0].number = 5
        #expect(forms.map(\.number) == Array(repeating: 5, count: 30))
        withExtendedLifetime(bindings) {}
    }

    @Test("A circle of bindings comes to rest, wherever a change begins", arguments: [0, 1, 2, 3])
    func circle(beginning: Int) {
        let forms = (0..<4).map { _ in Form() }
        let calls = Box(0)
        let bindings = forms.indices.map { forms[$0].bind(\.number, to: forms[($0 + 1) % 4], \.number) }
        let tokens = forms.map { $0.observe(\.number, options: []) { _, _ in calls.increment() } }
        forms[beginning].number = 5
        #expect(forms.map(\.number) == [5, 5, 5, 5])
        #expect(calls.value == 4)
        withExtendedLifetime((bindings, tokens)) {}
    }

    @Test("A circle of values that can't be compared also comes to rest")
    func incomparableCircle() {
        let first = Form()
        let second = Form()
        let bindings = [first.bind(\.action, to: second, \.action), second.bind(\.action, to: first, \.action)]
        first.action = { 5 }
        #expect(second.action() == 5)
        second.action = { 6 }
        #expect(first.action() == 6)
        withExtendedLifetime(bindings) {}
    }

    @Test("A handler's change of the source while the binding writes is carried over")
    func changeWhileWriting() {
        let form = Form()
        let other = Form()
        let binding = form.bind(\.number, to: other, \.number)
        let corrector = other.observe(\.number, options: []) { other, _ in
            if other.number > 10 { form.number = 10 }
        }
        form.number = 50
        #expect([form.number, other.number] == [10, 10])
        withExtendedLifetime((binding, corrector)) {}
    }

    @Test("Main-actor properties are bound on the main actor")
    @MainActor func mainActor() {
        let counter = Counter()
        let label = PlainLabel()
        let binding = counter.bind(\.count, to: label, \.text, transform: { "\($0)" })
        counter.count = 3
        #expect(label.text == "3")
        withExtendedLifetime(binding) {}
    }
}
