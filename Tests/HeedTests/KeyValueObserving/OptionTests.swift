import Heed
import Testing

@Suite("Options: all sixteen combinations, against a model of what each call must carry")
struct OptionTests {
    @Test("A stored property carries what the options request", arguments: KeyValueObservingOptions.combinations)
    func stored(options: KeyValueObservingOptions) {
        let titles = ["a", "b", "b", "", "c"]
        expectCalls(of: \.title, options, values: titles, start: { $0.title = titles[0] }) { $0.title = $1 }
    }

    @Test("A deep key path whose last property changes carries what the options request", arguments: KeyValueObservingOptions.combinations)
    func deepLeaf(options: KeyValueObservingOptions) {
        let names: [String?] = ["Bern", "Basel", "Basel", "Genf"]
        expectCalls(of: \.artist?.city.name, options, values: names, start: { $0.artist = Artist("A", city: City("Bern")) }) {
            $0.artist!.city.name = $1!
        }
    }

    @Test("A deep key path whose objects are replaced carries what the options request", arguments: KeyValueObservingOptions.combinations)
    func deepHead(options: KeyValueObservingOptions) {
        let names: [String?] = [nil, "Bern", "Bern", "Genf", nil, nil, "Basel"]
        expectCalls(of: \.artist?.city.name, options, values: names) { album, name in
            album.artist = name.map { Artist("A", city: City($0)) }
        }
    }

    @Test("A deep key path whose middle is replaced carries what the options request", arguments: KeyValueObservingOptions.combinations)
    func deepMiddle(options: KeyValueObservingOptions) {
        let names: [String?] = ["Bern", "Basel", "Basel", "Genf"]
        expectCalls(of: \.artist?.city.name, options, values: names, start: { $0.artist = Artist("A", city: City("Bern")) }) {
            $0.artist!.city = City($1!)
        }
    }

    @Test("A computed property carries what the options request", arguments: KeyValueObservingOptions.combinations)
    func computed(options: KeyValueObservingOptions) {
        expectCalls(of: \.heading, options, values: ["a · 0", "b · 0", "b · 0", "c · 0"], start: { $0.title = "a" }) {
            $0.title = String($1.prefix(1))
        }
    }

    @Test("A computed property that reads other objects carries what the options request", arguments: KeyValueObservingOptions.combinations)
    func computedElsewhere(options: KeyValueObservingOptions) {
        expectCalls(of: \.signature, options, values: ["A", "B", "B", "?"].map { " · 0 by \($0)" }, start: { $0.artist = Artist("A") }) {
            album, text in
            album.artist!.name = text.hasSuffix("?") ? "" : String(text.suffix(1))
        }
    }

    @Test("A manually announced change carries what the options request", arguments: KeyValueObservingOptions.combinations)
    func manual(options: KeyValueObservingOptions) {
        let titles = ["a", "b", "b", "c"]
        expectCalls(of: \.title, options, values: titles, start: { $0.title = titles[0] }) { album, title in
            album.willChangeValue(for: \.title)
            album.title = title
            album.didChangeValue(for: \.title)
        }
    }

    /// Observes with the options: alone, and then with all combinations beside it, so that no observer's options leak into another's
    /// calls.
    private func expectCalls<Value: Equatable & Sendable>(
        of path: KeyPath<Album, Value>,
        _ options: KeyValueObservingOptions,
        values: [Value],
        start: (Album) -> Void = { _ in },
        change: (Album, Value) -> Void
    ) {
        for combinations in [[options], [options] + KeyValueObservingOptions.combinations] {
            let album = Album()
            start(album)
            let recorders = combinations.map { _ in Recorder<Change<Value>>() }
            let tokens = zip(combinations, recorders).map { options, recorder in
                let token = album.observe(path, options: options) { album, change in
                    recorder.record(Change(change, present: album[keyPath: path]))
                    #expect(change.kind == .setting)
                    #expect(change.indexes.isEmpty)
                }
                #expect(recorder.count == (options.contains(.initial) ? 1 : 0), "the initial call comes before observe returns")
                return token
            }
            for value in values.dropFirst() { change(album, value) }
            for (recorder, options) in zip(recorders, combinations) {
                #expect(recorder.elements == Change.expected(options, for: values))
            }
            withExtendedLifetime(tokens) {}
        }
    }
}
