extension HorizontalScroller {
    /// Returns a sentence for each invariant that is violated between two commands; empty if all hold.
    package func _checkInvariants() -> [String] {
        var problems: [String] = []
        func expect(_ condition: Bool, _ problem: @autoclosure () -> String) {
            if !condition { problems.append(problem()) }
        }
        expect(waiting.isEmpty && !isRunning, "a command is left over: \(waiting)")
        expect(geometry.metrics == metrics, "the geometry has other metrics")
        expect(currentIndex == knownIndex, "current is \(currentIndex as Int?), the delegate knows \(knownIndex as Int?)")

        if let currentIndex {
            expect((0..<geometry.count).contains(currentIndex), "the current index \(currentIndex) is not below \(geometry.count)")
            checkPhase(currentIndex, expect)
        } else {
            expect(geometry.count == 0, "\(geometry.count) items, none is current")
            expect(offset == 0 && phase == .resting, "without items, \(phase) at \(offset)")
        }
        checkViews(expect)
        return problems
    }

    private func checkPhase(_ currentIndex: Int, _ expect: (Bool, @autoclosure () -> String) -> Void) {
        var isMovedByClock = false
        switch phase {
        case .resting:
            expect(offset == geometry.restOffset(of: currentIndex), "rests at \(offset), not on \(currentIndex)")
            expect(geometry.range.contains(offset), "rests at \(offset), outside of \(geometry.range)")
        case .held:
            let pull = abs(offset - geometry.clamped(offset))
            expect(pull <= geometry.viewport.width, "pulled \(pull) points beyond the end")
        case .moving(let movement):
            isMovedByClock = true
            expect((0..<geometry.count).contains(movement.target), "moves to \(movement.target) of \(geometry.count)")
            expect(movement.end == geometry.restOffset(of: movement.target), "moves to \(movement.end), beside its target")
            expect(movement.selectsAtEnd || movement.target == currentIndex, "glides to \(movement.target), not the current item")
        }
        expect(isClockRunning == isMovedByClock, "the clock runs: \(isClockRunning), is needed: \(isMovedByClock)")
    }

    private func checkViews(_ expect: (Bool, @autoclosure () -> String) -> Void) {
        let window = stage == nil || delegate == nil ? 0..<0 : geometry.window(at: offset)
        expect(slots.map(\.index) == Array(window), "views for \(slots.map(\.index)), wanted for \(window)")
        expect(slots.count <= geometry.capacity, "\(slots.count) views, room for \(geometry.capacity)")
        expect(pool.views.count <= geometry.capacity, "\(pool.views.count) spare views, room for \(geometry.capacity)")
        for slot in slots {
            let placement = geometry.placement(of: slot.index, at: offset, isSelected: slot.index == currentIndex)
            expect(slot.placement == placement, "view \(slot.index) is placed at \(slot.placement as ScrollerPlacement?)")
        }
    }
}
