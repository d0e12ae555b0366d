import Testing

@testable import Heed

extension DiagnosticsSuite {
    @Suite("Diagnostics name the mistake, the place of registration, and the fix")
    struct DiagnosticTests {
        /// A class that is not observable.
        final class Helper {
            var note = ""
        }

        @KeyValueObservable
        final class Model {
            var number = 0
            var other = 0
            @NotObserved var helper = Helper()
        }

        /// The diagnostics that a closure causes about observers registered in this file.
        private func diagnostics(watching watch: Set<Diagnostic.Kind> = [], of body: () -> Void) -> [Diagnostic] {
            let reports = Recorder<Diagnostic>()
            Diagnostics.setHandler { reports.record($0) }
            Diagnostics.setWatched(watch)
            body()
            Diagnostics.setWatched([])
            Diagnostics.setHandler(nil)
            return reports.elements.filter { $0.place?.fileID == "HeedTests/DiagnosticTests.swift" }
        }

        @Test("A key path without an observable property on it is reported when it is registered")
        func silentKeyPath() {
            let model = Model()
            let line = UInt32(#line + 2)
            let found = diagnostics {
                let token = model.observe(\.helper.note, options: []) { _, _ in }
                let audible = model.observe(\.number, options: []) { _, _ in }
                withExtendedLifetime((token, audible)) {}
            }
            #expect(found.map(\.kind) == [.silentKeyPath])
            #expect(found.first?.place?.line == line)
            #expect(found.first?.description.hasPrefix("Heed: HeedTests/DiagnosticTests.swift:\(line): the key path ") == true)
            #expect(found.first?.description.contains("can never fire by itself") == true)
            #expect(found.first?.description.contains("@KeyValueObservable") == true)
        }

        @Test("A key path that continues into an object of a plain class is reported with that class, whether or not the object exists")
        func halfSilentKeyPath() {
            let owner = PlainOwner()
            for number in 0..<2 {
                let found = diagnostics {
                    let token =
                        number == 0
                        ? owner.observe(\.thing.note, options: []) { _, _ in }
                        : owner.observe(\.perhaps?.note, options: []) { _, _ in }
                    withExtendedLifetime(token) {}
                }
                #expect(found.map(\.kind) == [.silentKeyPath])
                #expect(found.first?.description.contains("inside PlainThing") == true)
            }
        }

        @Test("Paths that end at a plain object, and computed properties that read one, are not reported")
        func plainObjectsAtTheEnd() {
            let owner = PlainOwner()
            let found = diagnostics {
                let tokens = [
                    owner.observe(\.thing, options: []) { _, _ in },
                    owner.observe(\.perhaps, options: []) { _, _ in },
                    owner.observe(\.hasThing, options: []) { _, _ in },
                ]
                withExtendedLifetime(tokens) {}
            }
            #expect(found.isEmpty)
        }

        @Test("A key path that can never fire is reported once for each place, and again to a new handler")
        func silentKeyPathOnce() {
            let model = Model()
            func register(_ times: Int) {
                let tokens = (0..<times).map { _ in model.observe(\.helper.note, options: []) { _, _ in } }
                withExtendedLifetime(tokens) {}
            }
            #expect(diagnostics { register(3) }.count == 1)
            #expect(diagnostics { register(3) }.count == 1)
        }

        @Test("A key path that passes through nil is not reported")
        func nilOnTheWay() {
            let album = Album()
            let found = diagnostics {
                let token = album.observe(\.artist?.name, options: []) { _, _ in }
                withExtendedLifetime(token) {}
            }
            #expect(found.isEmpty)
        }

        @Test("A token released immediately is reported on request", arguments: [true, false])
        func unusedToken(isWatched: Bool) {
            let model = Model()
            let line = UInt32(#line + 2)
            let found = diagnostics(watching: isWatched ? [.unusedToken] : []) {
                _ = model.observe(\.number, options: []) { _, _ in }
            }
            #expect(found.map(\.kind) == (isWatched ? [.unusedToken] : []))
            guard isWatched else { return }
            #expect(found.first?.path == ["Model.number"])
            #expect(found.first?.place?.line == line)
            #expect(found.first?.description.contains("was released immediately") == true)
            #expect(found.first?.description.contains("Keep the token in a property") == true)
        }

        @Test("A token that was invalidated, whose handler was called, or that was followed by another is not reported")
        func usedTokens() {
            let model = Model()
            let found = diagnostics(watching: [.unusedToken]) {
                model.observe(\.number, options: []) { _, _ in }.invalidate()
                _ = model.observe(\.number, options: [.initial]) { _, _ in }
                let called = model.observe(\.number, options: []) { _, _ in }
                model.number += 1
                withExtendedLifetime(called) {}
                var kept: ObservationToken? = model.observe(\.number, options: []) { _, _ in }
                let next = model.observe(\.number, options: [.initial]) { _, _ in }
                withExtendedLifetime(kept) {}
                kept = nil
                withExtendedLifetime(next) {}
            }
            #expect(found.map(\.description) == [])
        }

        @Test("A handler that changes what it observes is reported on request", arguments: [true, false])
        func reentrantHandler(isWatched: Bool) {
            let model = Model()
            let line = UInt32(#line + 3)
            let found = diagnostics(watching: isWatched ? [.reentrantHandler] : []) {
                let harmless = model.observe(\.number, options: []) { model, _ in model.other += 1 }
                let token = model.observe(\.number, options: []) { model, _ in
                    if model.number == 1 { model.number = 2 }
                }
                model.number = 1
                withExtendedLifetime((harmless, token)) {}
            }
            #expect(found.map(\.kind) == (isWatched ? [.reentrantHandler] : []))
            guard isWatched else { return }
            #expect(found.first?.place?.line == line)
            #expect(found.first?.description.contains("the handler of Model.number was called again while it was still running") == true)
        }

        @Test("A handler that ends an observation is reported on request, with both places")
        func removalByHandler() {
            let model = Model()
            let line = UInt32(#line + 2)
            let found = diagnostics(watching: [.removalByHandler]) {
                let removed = model.observe(\.other, options: []) { _, _ in }
                let own = Box<ObservationToken?>(nil)
                let token = model.observe(\.number, options: []) { _, _ in
                    removed.invalidate()
                    own.value?.invalidate()
                }
                own.exchange(token)
                model.number = 1
                own.exchange(nil)
            }
            #expect(found.map(\.kind) == [.removalByHandler, .removalByHandler])
            #expect(found.first?.place?.line == line)
            let remover = "HeedTests/DiagnosticTests.swift:\(line + 2)"
            #expect(found.first?.description.contains("of Model.other was ended by the handler registered at \(remover)") == true)
            #expect(found.last?.description.contains("of Model.number was ended by its own handler") == true)
        }

        @Test("Watching affects neither order nor values nor removal")
        func watchedBehavior() {
            let called = Recorder<String>()
            _ = diagnostics(watching: [.unusedToken, .reentrantHandler, .removalByHandler]) {
                let model = Model()
                let tokens = (0..<3).map { number in
                    model.observe(\.number, options: [.old, .new]) { model, change in
                        called.record("\(number): \(change.oldValue!)→\(change.newValue!)")
                        if number == 0, model.number == 1 { model.number = 2 }
                    }
                }
                model.number = 1
                tokens[1].invalidate()
                model.number = 3
                withExtendedLifetime(tokens) {}
            }
            #expect(called.elements == ["0: 0→1", "1: 0→1", "2: 0→1", "0: 1→2", "1: 1→2", "2: 1→2", "0: 2→3", "2: 2→3"])
        }

        @Test("invalidate releases a watched handler's captures")
        func watchedLifetime() {
            let model = Model()
            weak var captured: Witness?
            _ = diagnostics(watching: [.removalByHandler]) {
                let witness = Witness()
                captured = witness
                let token = model.observe(\.number, options: []) { _, _ in withExtendedLifetime(witness) {} }
                model.number += 1
                token.invalidate()
                withExtendedLifetime(token) {}
            }
            #expect(captured == nil)
        }

        @Test("A loop is reported with the places where its handlers were registered")
        func loop() {
            let line = UInt32(#line + 3)
            let found = diagnostics {
                let model = Model()
                let first = model.observe(\.number, options: []) { model, _ in model.other += 1 }
                let second = model.observe(\.other, options: []) { model, _ in model.number += 1 }
                model.number = 1
                withExtendedLifetime((first, second)) {}
            }
            #expect(found.map(\.kind) == [.runawayLoop])
            #expect(found.first?.description.contains("Model.number (handler at HeedTests/DiagnosticTests.swift:\(line)) → ") == true)
            #expect(found.first?.description.contains("Model.other (handler at HeedTests/DiagnosticTests.swift:\(line + 1)) → ") == true)
        }

        @Test("Bindings that never agree are stopped, and reported with their place")
        func divergentBindings() {
            let model = Model()
            let line = UInt32(#line + 2)
            let found = diagnostics {
                let up = model.bind(\.number, to: model, \.other, transform: { $0 + 1 })
                let down = model.bind(\.other, to: model, \.number, transform: { $0 + 1 })
                withExtendedLifetime((up, down)) {}
            }
            #expect(!found.isEmpty)
            #expect(found.allSatisfy { $0.kind == .runawayLoop })
            #expect(found.allSatisfy { (line...line + 1).contains($0.place?.line ?? 0) })
        }

        @Test("Kinds are distinct and named")
        func kinds() {
            let kinds: [Diagnostic.Kind] = [.runawayLoop, .silentKeyPath, .unusedToken, .reentrantHandler, .removalByHandler]
            #expect(Set(kinds).count == 5)
            #expect(kinds.map(\.description).first == "runawayLoop")
        }

        @Test("Key paths are named by their known parts, never by addresses")
        func names() {
            #expect("\(KeyPathName(\Album.pair.name))" == "\\Album.<(number: Int, name: String)>.name")
            #expect("\(KeyPathName(\Album.heading))" == "\\Album.<String>")
            #expect(!"\(KeyPathName(\Album.transform))".contains("0x"))
            #expect("\(KeyPathName(\Album.artist?.name))".hasPrefix("\\Album.<Optional<"))
            #expect("\(KeyPathName(\Album.artist?.name))".hasSuffix(">?.<String>"))
        }

        @Test("Key paths are named by their properties, as far as the getters' names are known")
        func namesOfGetters() {
            let names: [UInt: String] = [0x5581: "artist", 0x55f0: "name"]
            func name(_ printed: String) -> String { KeyPathName(printed) { names[$0] }.description }
            let printed = #"\Album.<computed 0x0000000000005581 (Optional<Artist>)>?.<computed 0x00000000000055f0 (String)>?"#
            #expect(name(printed) == #"\Album.artist?.name"#)
            #expect(name(#"\Album.<computed 0x5581 ((() -> Int))>.<computed 0x1 (Int)>.stored"#) == #"\Album.artist.<Int>.stored"#)
            #expect(name(#"\G<Int>.<computed 0x55f0 (S)>"#) == #"\G<Int>.name"#)
        }

        @Test("A place is one word, and prints as file and line")
        func place() {
            let place = RegistrationPlace(fileID: "Module/File.swift", line: 7)
            #expect(place.description == "Module/File.swift:7")
            #expect(MemoryLayout<RegistrationPlace>.size == 8)
        }
    }
}

private final class PlainThing {
    var note = ""
}

@KeyValueObservable
private final class PlainOwner {
    var thing = PlainThing()
    var perhaps: PlainThing?
    var hasThing: Bool { perhaps != nil }
}
