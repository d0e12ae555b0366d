import Heed
import Testing

@Suite("Misuse of a history traps with a message that names the fix")
struct UndoMisuseTests {
    @Test("Closing a group that was not opened traps")
    func unopenedGroup() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            UndoHistory().endGrouping()
        }
        expectMessage(of: result, contains: "endGrouping() without beginGrouping(): use withGrouping(named:)")
    }

    @Test("Undoing while nested groups are open traps", arguments: ["undo", "redo"])
    func nestedGroups(operation: String) async {
        let result =
            operation == "undo"
            ? await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let history = UndoHistory()
                history.beginGrouping()
                history.beginGrouping()
                history.undo()
            }
            : await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let history = UndoHistory()
                history.beginGrouping()
                history.beginGrouping()
                history.redo()
            }
        expectMessage(of: result, contains: "\(operation)() while nested groups are open: call endGrouping() first")
    }

    @Test("Closing a group a second time after an undo has closed it traps")
    func groupClosedTwice() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let history = UndoHistory()
            history.beginGrouping()
            history.undo()
            history.endGrouping()
            history.endGrouping()
        }
        expectMessage(of: result, contains: "endGrouping() without beginGrouping(): use withGrouping(named:)")
    }

    @Test("Undoing in an action that is being undone traps")
    func nestedUndo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let history = UndoHistory()
            let target = Witness()
            history.registerUndo(with: target) { _ in history.undo() }
            history.undo()
        }
        expectMessage(of: result, contains: "undo() in an action that is being undone: register the inverse instead")
    }

    @Test("An action that leaves a group open traps")
    func groupLeftOpen() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let history = UndoHistory()
            let target = Witness()
            history.registerUndo(with: target) { _ in history.beginGrouping() }
            history.undo()
        }
        expectMessage(of: result, contains: "opened a group and did not close it: use withGrouping(named:)")
    }

    @Test("An action that closes the group it runs in traps")
    func foreignGroup() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let history = UndoHistory()
            let target = Witness()
            history.registerUndo(with: target) { _ in history.endGrouping() }
            history.undo()
        }
        expectMessage(of: result, contains: "endGrouping() without beginGrouping() in an action")
    }

    @Test("A limit below zero traps")
    func limit() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            UndoHistory().limit = -1
        }
        expectMessage(of: result, contains: "pass 0 or more groups, or nil for no limit")
    }
}
