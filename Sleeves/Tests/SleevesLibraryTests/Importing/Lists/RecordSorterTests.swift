import Testing

@testable import SleevesImporting

@Suite("Records sorted with little memory") struct RecordSorterTests {
    @Test(
        "are in the order of their keys, and those with equal keys in the order in which they were added", arguments: [1, 40, 300, 1 << 20])
    func sorts(memory: Int) throws {
        var random = SeededRandom(seed: UInt64(memory))
        for count in [0, 1, 2, 3, 50, 200] {
            let sorter = RecordSorter(memory: memory)
            var expected: [(key: [UInt8], value: [UInt8])] = []
            for number in 0..<count {
                let key = (0..<Int.random(in: 0...3, using: &random)).map { _ in UInt8.random(in: 126...129, using: &random) }
                expected.append((key, [UInt8](repeating: UInt8(number % 256), count: Int.random(in: 0...9, using: &random))))
                try sorter.add(expected[number].key, expected[number].value)
            }
            expected = expected.enumerated().sorted { left, right in
                left.element.key == right.element.key
                    ? left.offset < right.offset : left.element.key.lexicographicallyPrecedes(right.element.key)
            }.map(\.element)
            for _ in 0..<2 {
                var reader = try sorter.sorted()
                var records: [RecordSorter.Record] = []
                while let record = try reader.next() { records.append(record) }
                #expect(records.map(\.key) == expected.map(\.key) && records.map(\.value) == expected.map(\.value))
            }
        }
    }

    @Test func `may be longer than what is read at once`() throws {
        let sorter = RecordSorter(memory: 1)
        let lengths = [100_000, 0, 40_000, 32_768, 1]
        for (index, length) in lengths.enumerated() { try sorter.add([UInt8(9 - index)], [UInt8](repeating: UInt8(index), count: length)) }
        var reader = try sorter.sorted()
        for (index, length) in lengths.enumerated().reversed() {
            let record = try #require(try reader.next())
            #expect(record.value == [UInt8](repeating: UInt8(index), count: length))
        }
        #expect(try reader.next() == nil)
    }
}
