import Testing

@testable import Heed

@Suite("A binding in both directions")
struct TwoWayBindingTests {
    /// A number and a text that represents it, with the number of changes of each.
    private struct Pair {
        let model = Form(number: 7)
        let field = Form(text: "")
        let modelCalls = Box(0)
        let fieldCalls = Box(0)
        let tokens: [ObservationToken]
        let binding: ObservationToken

        init() {
            binding = model.bindBothWays(\.number, to: field, \.text, transform: { "\($0)" }, inverse: { Int($0) ?? 0 })
            tokens = [
                model.observe(\.number, options: []) { [modelCalls] _, _ in modelCalls.increment() },
                field.observe(\.text, options: []) { [fieldCalls] _, _ in fieldCalls.increment() },
            ]
        }
    }

    @Test("Initially the source wins, then the end that changes last")
    func both() {
        let album = Form(text: "a")
        let field = Form(text: "b")
        let binding = album.bindBothWays(\.text, to: field, \.text)
        #expect(field.text == "a")
        field.text = "c"
        #expect(album.text == "c")
        album.text = "d"
        #expect(field.text == "d")
        withExtendedLifetime(binding) {}
    }

    @Test("In a group that changes both ends, the target wins, whichever changed last", arguments: [true, false])
    func bothInOneGroup(sourceIsLast: Bool) {
        let album = Form(text: "a")
        let field = Form(text: "")
        let binding = album.bindBothWays(\.text, to: field, \.text)
        withGroupedChanges {
            if !sourceIsLast { album.text = "source" }
            field.text = "target"
            if sourceIsLast { album.text = "source" }
        }
        #expect([album.text, field.text] == ["target", "target"])
        withExtendedLifetime(binding) {}
    }

    @Test("A change is carried over once and doesn't come back")
    func noEcho() {
        let pair = Pair()
        pair.model.number = 8
        #expect(pair.field.text == "8")
        #expect([pair.modelCalls.value, pair.fieldCalls.value] == [1, 1])
        pair.field.text = "9"
        #expect(pair.model.number == 9)
        #expect([pair.modelCalls.value, pair.fieldCalls.value] == [2, 2])
    }

    @Test("A value that doesn't equal itself is carried over once, alone and as a part of others")
    func unequalToThemselves() {
        func expectOneCall<Value: Equatable>(_ path: ReferenceWritableKeyPath<Levels, Value>, _ value: Value) {
            let (one, other, calls) = (Levels(), Levels(), Box(0))
            let binding = one.bindBothWays(path, to: other, path)
            let tokens = [one, other].map { $0.observe(path, options: []) { [calls] _, _ in calls.increment() } }
            one[keyPath: path] = value
            #expect(calls.value == 2, "\(value)")
            #expect("\(other[keyPath: path])" == "\(value)")
            withExtendedLifetime((binding, tokens)) {}
        }
        expectOneCall(\.level, .nan)
        expectOneCall(\.peak, .nan)
        expectOneCall(\.history, [1, .nan])
        expectOneCall(\.channel, Levels.Channel(isMuted: true, level: .nan))
    }

    @Test("A circle of bindings carries a value that doesn't equal itself to each end once")
    func circleUnequalToItself() {
        let (one, other, calls) = (Levels(), Levels(), Box(0))
        let bindings = [one.bind(\.level, to: other, \.level), other.bind(\.level, to: one, \.level)]
        let tokens = [one, other].map { $0.observe(\.level, options: []) { [calls] _, _ in calls.increment() } }
        one.level = .nan
        #expect(calls.value == 2)
        withExtendedLifetime((bindings, tokens)) {}
    }

    @Test("What a handler sets while a value that doesn't equal itself is carried counts")
    func changeWithinUnequal() {
        let (one, other) = (Levels(), Levels())
        let binding = one.bindBothWays(\.channel, to: other, \.channel)
        let token = other.observe(\.channel, options: [.new]) { [weak one] _, change in
            if change.newValue?.level.isNaN == true { one?.channel = Levels.Channel(level: 3) }
        }
        one.channel = Levels.Channel(isMuted: true, level: .nan)
        #expect([one.channel, other.channel] == [Levels.Channel(level: 3), Levels.Channel(level: 3)])
        withExtendedLifetime((binding, token)) {}
    }

    @Test("A correction of a value that doesn't equal itself is carried back")
    func correctionOfUnequal() {
        let (model, slider) = (Levels(), Levels())
        let binding = model.bindBothWays(\.level, to: slider, \.limited)
        model.level = .nan
        #expect([model.level, slider.limited] == [0, 0])
        withExtendedLifetime(binding) {}
    }

    @Test("A lossy inverse doesn't rewrite what was typed")
    func lossyInverse() {
        let pair = Pair()
        pair.field.text = "0012"
        #expect(pair.model.number == 12)
        #expect(pair.field.text == "0012")
        pair.field.text = ""
        #expect(pair.model.number == 0)
        #expect(pair.field.text.isEmpty)
        #expect([pair.modelCalls.value, pair.fieldCalls.value] == [2, 2])
        pair.model.number = 3
        #expect(pair.field.text == "3")
    }

    @Test("A lossy conversion doesn't change its source")
    func lossyTransform() {
        let model = Form(text: "3.25")
        let field = Form()
        func round(_ text: String) -> Int { Int(Double(text) ?? 0) }
        let binding = model.bindBothWays(\.text, to: field, \.number, transform: round, inverse: { "\($0)" })
        #expect(field.number == 3)
        #expect(model.text == "3.25")
        model.text = "4.75"
        #expect([model.text, "\(field.number)"] == ["4.75", "4"])
        field.number = 6
        #expect(model.text == "6")
        withExtendedLifetime(binding) {}
    }

    @Test("A correction by the other end is carried back")
    func correction() {
        let model = Form()
        let slider = Form()
        let binding = model.bindBothWays(\.number, to: slider, \.percent)
        model.number = 300
        #expect([model.number, slider.percent] == [100, 100])
        model.number = 400
        #expect([model.number, slider.percent] == [100, 100])
        slider.percent = -5
        #expect([model.number, slider.percent] == [0, 0])
        withExtendedLifetime(binding) {}
    }

    @Test("A correction by a handler is carried back")
    func correctionByHandler() {
        let model = Form()
        let field = Form()
        let binding = model.bindBothWays(\.text, to: field, \.text)
        let corrector = field.observe(\.text, options: []) { field, _ in
            if field.text != field.text.uppercased() { field.text = field.text.uppercased() }
        }
        model.text = "abc"
        #expect([model.text, field.text] == ["ABC", "ABC"])
        withExtendedLifetime((binding, corrector)) {}
    }

    @Test(
        "What a handler of one end sets at the other counts, whether it is registered first or last", arguments: [true, false],
        [true, false])
    func correctionOfOtherEnd(handlerIsFirst: Bool, sourceChanges: Bool) {
        let (source, target) = (Form(), Form())
        let (changed, other) = sourceChanges ? (source, target) : (target, source)
        func observe() -> ObservationToken {
            other.observe(\.number, options: []) { [weak changed] other, _ in
                if other.number % 10 != 0 { changed?.number = other.number / 10 * 10 }
            }
        }
        let early = handlerIsFirst ? observe() : nil
        let binding = source.bindBothWays(\.number, to: target, \.number)
        let late = handlerIsFirst ? nil : observe()
        changed.number = 17
        #expect([source.number, target.number] == [10, 10])
        withExtendedLifetime((early, binding, late)) {}
    }

    @Test("The last of a handler's changes of both ends wins", arguments: [true, false])
    func handlerOfBothEnds(sourceIsLast: Bool) {
        let (source, target) = (Form(), Form())
        let binding = source.bindBothWays(\.number, to: target, \.number)
        let token = target.observe(\.number, options: []) { [weak source] target, _ in
            guard target.number == 17 else { return }
            if !sourceIsLast { source?.number = 10 }
            target.number = 20
            if sourceIsLast { source?.number = 10 }
        }
        source.number = 17
        #expect([source.number, target.number] == (sourceIsLast ? [10, 10] : [20, 20]))
        withExtendedLifetime((binding, token)) {}
    }

    @Test("A change is carried although the other end has changed without notifying")
    func silentEnd() {
        let form = Form()
        let cell = SilentCell()
        let binding = form.bindBothWays(\.number, to: cell, \.number)
        form.number = 1
        cell.widget.number = 7
        form.number = 2
        #expect(cell.widget.number == 2)
        cell.widget.number = 8
        form.number = 2
        #expect(cell.widget.number == 2)
        withExtendedLifetime(binding) {}
    }

    @Test("The binding keeps no value alive after it has carried it")
    func valueLifetimes() {
        let (first, second) = (Form(), Form())
        let binding = first.bindBothWays(\.selection, to: second, \.selection)
        var chosen: Witness? = Witness()
        weak let weakChosen = chosen
        first.selection = chosen
        second.selection = nil
        chosen = nil
        #expect(weakChosen == nil)
        #expect(first.selection == nil)
        withExtendedLifetime(binding) {}
    }

    @Test("An equal value doesn't change the other end")
    func equalValues() {
        let pair = Pair()
        pair.model.number = 7
        #expect([pair.modelCalls.value, pair.fieldCalls.value] == [1, 0])
        pair.field.text = "7"
        #expect([pair.modelCalls.value, pair.fieldCalls.value] == [1, 1])
    }

    @Test("Objects are compared by identity, and closures need no comparison")
    func otherValues() {
        let first = Form()
        let second = Form()
        let bindings = [
            first.bindBothWays(\.selection, to: second, \.selection),
            first.bindBothWays(\.action, to: second, \.action),
        ]
        let calls = Box(0)
        let tokens = [
            first.observe(\.selection, options: []) { _, _ in calls.increment() },
            second.observe(\.selection, options: []) { _, _ in calls.increment() },
        ]
        let chosen = Witness()
        second.selection = chosen
        #expect(first.selection === chosen)
        first.selection = chosen
        #expect(calls.value == 3)
        first.selection = nil
        #expect(second.selection == nil)
        second.action = { 4 }
        #expect(first.action() == 4)
        first.action = { 5 }
        #expect(second.action() == 5)
        withExtendedLifetime((bindings, tokens)) {}
    }

    @Test("A binding ends with its token, in both directions")
    func endsByToken() {
        let pair = Pair()
        pair.binding.invalidate()
        pair.model.number = 1
        pair.field.text = "2"
        #expect(pair.model.number == 1)
        #expect(pair.field.text == "2")
    }

    @Test("Neither end is kept alive, and deallocating either ends the binding", arguments: [true, false])
    func endsByDeath(sourceDies: Bool) {
        var model: Form? = Form(text: "a")
        var field: Form? = Form()
        weak let weakModel = model
        weak let weakField = field
        let binding = model!.bindBothWays(\.text, to: field!, \.text)
        if sourceDies {
            model = nil
            #expect(weakModel == nil)
            field?.text = "b"
        } else {
            field = nil
            #expect(weakField == nil)
            model?.text = "b"
        }
        withExtendedLifetime((binding, model, field)) {}
    }

    @Test("A circle of bindings in both directions comes to rest")
    func circle() {
        let forms = (0..<3).map { _ in Form() }
        let bindings = forms.indices.map { forms[$0].bindBothWays(\.number, to: forms[($0 + 1) % 3], \.number) }
        for (place, form) in forms.enumerated() {
            form.number = place + 10
            #expect(forms.map(\.number) == Array(repeating: place + 10, count: 3))
        }
        withExtendedLifetime(bindings) {}
    }

    @Test("Two properties of one object can be bound to each other")
    func oneObject() {
        let form = Form(text: "1", number: 5)
        let binding = form.bindBothWays(\.number, to: form, \.text, transform: { "\($0)" }, inverse: { Int($0) ?? 0 })
        #expect(form.text == "5")
        form.text = "6"
        #expect(form.number == 6)
        withExtendedLifetime(binding) {}
    }
}
