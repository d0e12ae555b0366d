import Heed
import Testing

@Suite("Undo and redo")
struct UndoHistoryTests {
    private let history = UndoHistory()
    private let album = Album(title: "0")

    private func rename(to title: String, named name: String = "Rename") {
        Self.rename(album, to: title, named: name, in: history)
    }

    private static func rename(_ album: Album, to title: String, named name: String, in history: UndoHistory) {
        let old = album.title
        history.registerUndo(with: album, named: name) { [unowned history] in rename($0, to: old, named: name, in: history) }
        album.title = title
    }

    @Test("Undo reverts one change after another, and redo repeats them")
    func undoAndRedo() {
        rename(to: "1")
        rename(to: "2")
        history.undo()
        #expect(album.title == "1")
        history.undo()
        #expect(album.title == "0")
        history.undo()
        #expect(album.title == "0")
        history.redo()
        history.redo()
        #expect(album.title == "2")
        history.redo()
        #expect(album.title == "2")
        history.undo()
        #expect(album.title == "1")
    }

    @Test("Names follow their changes to the redo side and back")
    func names() {
        #expect([history.undoActionName, history.redoActionName] == ["", ""])
        rename(to: "1", named: "First")
        rename(to: "2", named: "Second")
        #expect([history.undoActionName, history.redoActionName] == ["Second", ""])
        history.undo()
        #expect([history.undoActionName, history.redoActionName] == ["First", "Second"])
        history.undo()
        #expect([history.undoActionName, history.redoActionName] == ["", "First"])
        history.redo()
        #expect([history.undoActionName, history.redoActionName] == ["First", "Second"])
        history.setActionName("Other")
        #expect(history.undoActionName == "Other")
    }

    @Test("A new change clears the redo side")
    func newChange() {
        rename(to: "1")
        history.undo()
        #expect(history.canRedo)
        rename(to: "2")
        #expect(!history.canRedo)
        history.redo()
        #expect(album.title == "2")
    }

    @Test("Actions can see whether undo or redo is in progress")
    func activity() {
        let seen = Recorder<[Bool]>()
        func register() {
            history.registerUndo(with: album) { [unowned history] _ in
                seen.record([history.isUndoing, history.isRedoing])
                history.registerUndo(with: album) { _ in seen.record([history.isUndoing, history.isRedoing]) }
            }
        }
        register()
        history.undo()
        history.redo()
        #expect(seen.elements == [[true, false], [false, true]])
        #expect(!history.isUndoing && !history.isRedoing)
    }

    @Test("A group is undone and redone as one, with its actions in reverse order")
    func group() {
        history.withGrouping(named: "Twice") {
            rename(to: "1")
            rename(to: "2")
        }
        #expect(history.undoActionName == "Twice")
        history.undo()
        #expect(album.title == "0")
        #expect(!history.canUndo)
        #expect(history.redoActionName == "Twice")
        history.redo()
        #expect(album.title == "2")
        history.undo()
        #expect(album.title == "0")
    }

    @Test("Groups nest into one; the outermost name counts, otherwise the first inner one", arguments: ["Outer", ""])
    func nestedGroups(outer: String) {
        history.beginGrouping(named: outer)
        history.beginGrouping(named: "Inner")
        #expect(history.groupingLevel == 2)
        rename(to: "1")
        history.endGrouping()
        #expect(!history.canUndo)
        rename(to: "2")
        history.endGrouping()
        #expect(history.undoActionName == (outer.isEmpty ? "Inner" : outer))
        history.undo()
        #expect(album.title == "0")
    }

    @Test("An empty group leaves nothing behind, and keeps the redo side")
    func emptyGroup() {
        rename(to: "1")
        history.undo()
        history.withGrouping(named: "Nothing") {}
        #expect(!history.canUndo)
        #expect(history.canRedo)
    }

    @Test("A group that throws is closed with its actions")
    func throwingGroup() {
        struct Refused: Error {}
        #expect(throws: Refused.self) {
            try history.withGrouping { () throws(Refused) in
                rename(to: "1")
                throw Refused()
            }
        }
        #expect(history.groupingLevel == 0)
        history.undo()
        #expect(album.title == "0")
    }

    @Test("Undoing closes the open group and undoes it, and its end may follow", arguments: [false, true])
    func undoOfOpenGroup(endFollows: Bool) {
        rename(to: "1")
        history.beginGrouping(named: "Edit")
        rename(to: "2")
        rename(to: "3")
        history.undo()
        #expect(album.title == "1" && history.groupingLevel == 0)
        if endFollows { history.endGrouping() }
        #expect([history.undoActionName, history.redoActionName] == ["Rename", "Edit"])
        history.redo()
        #expect(album.title == "3")
    }

    @Test("Undoing in a group's closure closes the group, and what the closure changes afterwards is undone separately")
    func undoInGrouping() {
        history.withGrouping(named: "Edit") {
            rename(to: "1")
            rename(to: "2")
            history.undo()
            #expect(album.title == "0" && history.groupingLevel == 0)
            history.withGrouping(named: "Again") {
                rename(to: "3")
                rename(to: "4")
            }
            rename(to: "5")
        }
        #expect(history.groupingLevel == 0)
        history.undo()
        #expect(album.title == "4" && history.undoActionName == "Again")
        history.undo()
        #expect(album.title == "0" && !history.canUndo)
    }

    @Test("Undoing and redoing close an open group without actions, and go on with the one before")
    func undoOfEmptyGroup() {
        rename(to: "1")
        history.beginGrouping()
        history.undo()
        #expect(album.title == "0" && history.groupingLevel == 0)
        history.endGrouping()
        history.beginGrouping()
        history.redo()
        #expect(album.title == "1" && history.groupingLevel == 0)
    }

    @Test("The first action in an open group clears the redo side")
    func newChangeInGroup() {
        rename(to: "1")
        history.undo()
        history.beginGrouping()
        #expect(history.canRedo)
        rename(to: "2")
        #expect(!history.canRedo && history.redoActionName.isEmpty)
        history.redo()
        #expect(album.title == "2")
        #expect(history.undoActionName == "Rename")
    }

    @Test("With a limit the oldest groups are dropped first", arguments: [0, 1, 3])
    func limit(limit: Int) {
        history.limit = limit
        for number in 1...5 { rename(to: "\(number)") }
        for _ in 0..<5 { history.undo() }
        #expect(album.title == "\(5 - limit)")
        for _ in 0..<5 { history.redo() }
        #expect(album.title == "5")
    }

    @Test("A limit that is set later drops surplus groups")
    func laterLimit() {
        for number in 1...5 { rename(to: "\(number)") }
        history.limit = 2
        for _ in 0..<5 { history.undo() }
        #expect(album.title == "3")
    }

    @Test("Targets are not kept alive, and actions on deallocated ones are skipped")
    func deadTarget() {
        rename(to: "1")
        var other: Album? = Album()
        weak let weakOther = other
        Self.rename(other!, to: "x", named: "Other", in: history)
        #expect(history.undoActionName == "Other")
        other = nil
        #expect(weakOther == nil)
        history.undo()
        #expect(album.title == "0")
        #expect(!history.canUndo)
    }

    @Test("A name is given to the action that undo would undo, not to one whose target has been deallocated")
    func nameAfterDeadTarget() {
        rename(to: "1")
        var other: Album? = Album()
        Self.rename(other!, to: "x", named: "Other", in: history)
        other = nil
        history.setActionName("New")
        #expect(history.undoActionName == "New")
        history.undo()
        #expect(album.title == "0" && history.redoActionName == "New")
    }

    @Test("After the last target has been deallocated there is nothing to undo or redo, and observers learn it with the next action")
    func lastDeadTarget() {
        let told = Recorder<String>()
        let tokens = [
            history.observe(\.canUndo) { told.record("undo \($0)") },
            history.observe(\.canRedo) { told.record("redo \($0)") },
            history.observe(\.undoActionName) { told.record("undo '\($0)'") },
        ]
        var other: Album? = Album()
        Self.rename(other!, to: "x", named: "First", in: history)
        Self.rename(other!, to: "y", named: "Second", in: history)
        history.undo()
        #expect(history.canUndo && history.canRedo)
        _ = told.removeAll()
        other = nil
        #expect(!history.canUndo && !history.canRedo)
        #expect([history.undoActionName, history.redoActionName] == ["", ""])
        history.undo()
        #expect(told.removeAll() == ["undo false", "redo false", "undo ''"])
        rename(to: "1")
        #expect(history.canUndo && history.undoActionName == "Rename")
        #expect(told.elements == ["undo true", "undo 'Rename'"])
        withExtendedLifetime(tokens) {}
    }

    @Test("Actions on one target can be removed, also from groups and the redo side")
    func forgetTarget() {
        let other = Album()
        rename(to: "1")
        history.withGrouping {
            rename(to: "2")
            Self.rename(other, to: "x", named: "", in: history)
        }
        Self.rename(other, to: "y", named: "", in: history)
        history.undo()
        #expect(history.canRedo)
        history.removeAllActions(withTarget: other)
        #expect(!history.canRedo)
        history.undo()
        #expect(album.title == "1")
        #expect(other.title == "x")
        history.removeAllActions(withTarget: album)
        #expect(!history.canUndo)
    }

    @Test("All actions can be removed")
    func forgetEverything() {
        rename(to: "1")
        rename(to: "2")
        history.undo()
        history.removeAllActions()
        #expect(!history.canUndo && !history.canRedo)
        #expect(history.undoActionName.isEmpty && history.redoActionName.isEmpty)
    }

    @Test("Actions registered while registration is disabled are not kept; disabling nests")
    func disabled() {
        history.withoutRegistration {
            history.withoutRegistration { rename(to: "1") }
            rename(to: "2")
            #expect(!history.isRegistrationEnabled)
        }
        #expect(history.isRegistrationEnabled)
        #expect(!history.canUndo)
        rename(to: "3")
        history.undo()
        #expect(album.title == "2")
    }

    @Test("canUndo, canRedo and the action names are observable, and change only when they differ")
    func observableState() {
        let told = Recorder<String>()
        let tokens = [
            history.observe(\.canUndo) { told.record("undo \($0)") },
            history.observe(\.canRedo) { told.record("redo \($0)") },
            history.observe(\.undoActionName) { told.record("undo '\($0)'") },
            history.observe(\.redoActionName) { told.record("redo '\($0)'") },
        ]
        rename(to: "1")
        rename(to: "2")
        #expect(told.elements == ["undo true", "undo 'Rename'"])
        history.undo()
        #expect(told.elements.dropFirst(2) == ["redo true", "redo 'Rename'"])
        history.undo()
        #expect(told.elements.dropFirst(4) == ["undo false", "undo ''"])
        withExtendedLifetime(tokens) {}
    }

    @Test("An observer of the history can register and undo, and the state is correct afterwards")
    func changesByObserver() {
        var isFirst = true
        let token = history.observe(\.canUndo, options: []) { history, _ in
            guard history.canUndo, isFirst else { return }
            isFirst = false
            history.undo()
        }
        rename(to: "1")
        #expect(!history.canUndo && history.canRedo)
        #expect([history.undoActionName, history.redoActionName] == ["", "Rename"])
        withExtendedLifetime(token) {}
    }

    @Test("On the main actor, actions access the main actor's state")
    @MainActor func mainActor() {
        let history = UndoHistory()
        let counter = Counter()
        counter.count = 1
        history.registerUndo(with: counter, named: "Count") { $0.count = 0 }
        history.undo()
        #expect(counter.count == 0)
    }

    @Test("What an action holds may use the history when it is released")
    func deinits() async {
        await #expect(processExitsWith: .success) { UndoHistoryTests.releaseActions() }
    }

    private static func releaseActions() {
        let target = Witness()
        let uses: [(UndoHistory) -> Void] = [
            { _ = $0.canUndo }, { _ = $0.canRedo }, { $0.removeAllActions(withTarget: Witness()) },
            { $0.registerUndo(with: target) { _ in } },
        ]
        func register(_ use: @escaping (UndoHistory) -> Void, for target: Witness, in history: UndoHistory) {
            let ending = Ending { use(history) }
            history.registerUndo(with: target) { _ in withExtendedLifetime(ending) {} }
        }
        for use in uses {
            for way in 0..<9 {
                let history = UndoHistory()
                var mortal: Witness? = Witness()
                if way == 4 { history.beginGrouping() }
                if way == 5 {
                    history.registerUndo(with: target) { register(use, for: $0, in: history) }
                    history.undo()
                } else {
                    register(use, for: way == 6 ? mortal! : target, in: history)
                }
                mortal = nil
                switch way {
                case 0, 4: history.removeAllActions()
                case 1: history.removeAllActions(withTarget: target)
                case 2, 3:
                    if way == 3 { history.registerUndo(with: target) { _ in } }
                    history.limit = 3 - way
                    history.registerUndo(with: target) { _ in }
                case 5, 7: history.withGrouping { history.registerUndo(with: target) { _ in } }
                default: history.undo()
                }
                history.removeAllActions()
            }
        }
    }
}

private final class Ending {
    private let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    deinit { body() }
}
