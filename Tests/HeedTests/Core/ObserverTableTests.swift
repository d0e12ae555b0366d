import Testing

@testable import Heed

@Suite("The list behind a registry")
struct ObserverTableTests {
    /// The sizes that fill the first chunks (2, 4, 8, … slots), one more, and some that reach the largest chunks.
    private static let sizes = Array(0...70) + [126, 127, 254, 255, 509, 510, 511, 766, 767, 1_022, 1_023]

    /// A list of observers with the numbers 2, 4, 6, …; the condition of each is its number.
    private func table(_ size: Int) -> ObserverTable {
        var table = ObserverTable()
        for number in 0..<size { table.append(UInt64(number + 1) * 2, ObserverEntry(condition: UInt(number + 1) * 2)) }
        return table
    }

    private func ids(_ table: ObserverTable) -> [UInt64] {
        var ids: [UInt64] = []
        table.forEach { ids.append($0.pointee.id) }
        return ids
    }

    /// The list as a delivery sees it, from chunk to chunk.
    private func idsAsDelivered(_ table: ObserverTable) -> [UInt64] {
        var ids: [UInt64] = []
        guard var slot = table.first else { return ids }
        while true {
            let state = slot.pointee.state.load(ordering: .sequentiallyConsistent)
            if state == ObserverState.endOfChunk {
                guard let next = slot.nextChunk else { return ids }
                slot = next
            } else if state == ObserverState.vacant {
                return ids
            } else {
                ids.append(ObserverState.id(of: state))
                slot += 1
            }
        }
    }

    @Test("Every observer is found in its slot, also at the ends of chunks, and no other is", arguments: sizes)
    func finding(size: Int) {
        let table = table(size)
        defer { table.deallocate() }
        let expected = (0..<size).map { UInt64($0 + 1) * 2 }
        #expect(ids(table) == expected)
        #expect(idsAsDelivered(table) == expected)
        #expect(expected.allSatisfy { table.slot(of: $0)?.pointee.entry.condition == UInt($0) })
        #expect((0...size).allSatisfy { table.slot(of: UInt64($0) * 2 + 1) == nil })
        #expect(table.slot(of: 0) == nil)
        #expect(table.slot(of: UInt64(size + 1) * 2) == nil)
        #expect(table.lastSlot?.pointee.id == expected.last)
    }

    @Test("Slots are freed from the end, across chunks, and reused", arguments: 0...40)
    func givingBack(size: Int) {
        for kept in 0...size {
            var table = table(size)
            defer { table.deallocate() }
            for _ in kept..<size { table.removeLast() }
            var expected = (0..<kept).map { UInt64($0 + 1) * 2 }
            #expect(ids(table) == expected)
            #expect(idsAsDelivered(table) == expected)
            #expect(table.lastSlot?.pointee.id == expected.last)
            #expect(expected.allSatisfy { table.slot(of: $0)?.pointee.id == $0 })
            #expect(table.slot(of: UInt64(kept + 1) * 2) == nil)

            let first = table.first
            for number in 0...(size - kept) {
                let id = UInt64(1_000 + number)
                table.append(id, ObserverEntry(condition: UInt(id)))
                expected.append(id)
            }
            #expect(ids(table) == expected)
            #expect(idsAsDelivered(table) == expected)
            #expect(expected.allSatisfy { table.slot(of: $0)?.pointee.entry.condition == UInt($0) })
            // Nothing has moved.
            #expect(size == 0 || table.first == first)
        }
    }

    @Test("Observers don't move while others are added")
    func staying() {
        var table = ObserverTable()
        var places: [UnsafeMutablePointer<ObserverSlot>] = []
        for id in 1...600 as ClosedRange<UInt64> {
            table.append(id, ObserverEntry())
            places.append(table.lastSlot!)
        }
        #expect((1...600).allSatisfy { table.slot(of: UInt64($0)) == places[$0 - 1] })
        table.deallocate()
    }

    @Test("A removed observer is still found, is not active, and can be removed only once")
    func marking() {
        let table = table(9)
        defer { table.deallocate() }
        for id in stride(from: UInt64(2), through: 18, by: 2) {
            let slot = table.slot(of: id)!
            let wasActive = slot.pointee.isActive
            let isFirst = slot.pointee.deactivate()
            let isSecond = slot.pointee.deactivate()
            let isActive = slot.pointee.isActive
            #expect([wasActive, isFirst, isSecond, isActive] == [true, true, false, false])
            #expect(table.slot(of: id) == slot)
        }
    }
}
