import Testing

/// What the compiler says where Heed's types don't fit, by messages that name the way out.
@Suite("Mistakes that the compiler finds", .ifCompilerIsAvailable)
struct TypingTests {
    @Test("A sender has the class that the message declares, where it posts and where it is observed")
    func senders() throws {
        let head = """
            final class Album# {}
            final class Other# {}
            struct Played#: HubMessage { typealias Sender = Album# }
            struct Any#: HubMessage {}
            func right#(_ hub: NotificationHub, _ album: Album#, _ other: Other#) {
                hub.post(Played#(), from: album)
                _ = hub.observe(Played#.self, from: album) { _ in }
                hub.post(Any#(), from: other)
                _ = hub.observe(Any#.self, from: album) { _ in }
            }
            """
        let wrong = [
            "hub.post(Played#(), from: other)",
            "_ = hub.observe(Played#.self, from: other) { _ in }",
            "_ = hub.observe(Played#.self, from: other, on: .mainActor) { _ in }",
            "_ = hub.messages(Played#.self, from: other)",
            "_ = ObservationSource.messages(Played#.self, in: hub, from: other)",
        ]
        let errors = try Compiler.errors(
            in: [head] + wrong.map { "\(head)\nfunc wrong#(_ hub: NotificationHub, _ other: Other#) {\n\($0)\n}" })
        #expect(errors[0].isEmpty)
        for (call, found) in zip(wrong, errors.dropFirst()) {
            #expect(found.count == 1 && found.allSatisfy { $0.contains("Album") && $0.contains("Other") }, "\(call): \(found)")
        }
    }

    @Test("A helper observes objects of any class by a key path, with no name that begins with an underscore")
    func helpers() throws {
        let source = """
            @KeyValueObservable final class Plain# { var title = ""; var text = "" }
            @KeyValueObservable final class Shared#: Sendable { var title: String = "" }
            @MainActor @KeyValueObservable final class Main# { var title = "" }

            func show<O: KeyValueObservable, V>(_ object: O, _ path: KeyPath<O, V>) -> ObservationToken {
                object.observe(path) { print($0) }
            }
            @MainActor func showHere<O: KeyValueObservable, V: Sendable>(_ object: O, _ path: KeyPath<O, V>) -> [ObservationToken] {
                [
                    object.observe(path) { print($0) },
                    object.observe(path) { old, new in print(old, new) },
                    object.observe(path, options: [.old, .new]) { object, change in print(object, change) },
                    Receptionist(for: .values(of: object, path), on: .mainActor) { print($0) },
                    object.onDeinit {},
                ]
            }
            @MainActor func bind<O: KeyValueObservable, T: KeyValueObservable, V: Equatable>(
                _ object: O, _ path: ReferenceWritableKeyPath<O, V>, _ target: T, _ other: ReferenceWritableKeyPath<T, V>
            ) -> [ObservationToken] {
                [object.bind(path, to: target, other), object.bindBothWays(path, to: target, other)]
            }
            @MainActor func all(_ plain: Plain#, _ shared: Shared#, _ main: Main#) -> [ObservationToken] {
                [show(plain, \\.title), show(shared, \\.title)]
                    + showHere(plain, \\.title) + showHere(shared, \\.title) + showHere(main, \\.title)
                    + bind(plain, \\.title, plain, \\.text) + bind(plain, \\.title, shared, \\.title)
            }
            """
        #expect(try Compiler.errors(in: [source]) == [[]])
    }

    @Test("The error of a handler written as for Foundation, without options, says what to add")
    func cocoaHandlers() throws {
        let head = """
            @KeyValueObservable final class Album# { var title = "" }
            @KeyValueObservable final class Shared#: Sendable { var title: String = "" }
            func check#(_ album: Album#, _ shared: Shared#) {

            """
        let wrong = [
            "_ = album.observe(\\.title) { album, change in print(change.newValue ?? \"\") }",
            "_ = album.observe(\\.title) { album, _ in print(album.title) }",
            "_ = shared.observe(\\.title) { shared, change in print(change.newValue ?? \"\") }",
        ]
        let right = [
            "_ = album.observe(\\.title) { old, new in print(old, new) }",
            "_ = album.observe(\\.title) { _, _ in print(1) }",
            "_ = album.observe(\\.title, options: .new) { album, change in print(album.title, change.newValue ?? \"\") }",
            "_ = shared.observe(\\.title) { old, new in print(old, new) }",
        ]
        let errors = try Compiler.errors(in: (wrong + right).map { head + $0 + "\n}" })
        for (call, found) in zip(wrong, errors) {
            #expect(found.count == 1 && found.allSatisfy { $0.contains("pass 'options:'") }, "\(call): \(found)")
        }
        for (call, found) in zip(right, errors.dropFirst(wrong.count)) { #expect(found.isEmpty, "\(call): \(found)") }
    }
}
