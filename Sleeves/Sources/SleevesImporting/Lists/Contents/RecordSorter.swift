internal import Glibc
internal import SleevesModel

/// A stable sort of any number of records by the bytes of their keys, of which only a part is in memory.
///
/// Full memory is sorted and written to a temporary file as a run. Reading merges the runs. Few records never reach the disk.
///
/// Source: Knuth, The Art of Computer Programming, volume 3, section 5.4, with one file for all runs.
///
/// - Threading: One thread at a time.
final class RecordSorter {
    struct Record {
        var key: [UInt8] = []
        var value: [UInt8] = []
    }

    /// The lengths of a record's key and value, before both.
    private static let headerSize = 16

    /// The size of records from which on they are written to the disk, in bytes.
    private let memory: Int
    /// The records in memory, one after another, and where each begins.
    private var bytes: [UInt8] = []
    private var starts: [Int] = []
    private var isSorted = true
    private var file: TemporaryFile?
    private var runs: [Range<Int>] = []

    init(memory: Int) {
        self.memory = memory
        // Growing by itself, the memory would be twice as large, and three times while it grows. What isn't used takes none.
        bytes.reserveCapacity(memory + memory / 8)
    }

    /// Adds a record.
    func add(_ key: [UInt8], _ value: [UInt8]) throws(PersistencyError) {
        starts.append(bytes.count)
        withUnsafeBytes(of: (key.count, value.count)) { bytes += $0 }
        bytes += key
        bytes += value
        isSorted = false
        if bytes.count >= memory { try writeRun() }
    }

    /// Returns a reader of all records in the order of their keys; those with equal keys in the order in which they were added.
    ///
    /// The records can be read several times, but no more may be added.
    func sorted() throws(PersistencyError) -> Reader {
        if file != nil {
            try writeRun()
            (bytes, starts) = ([], [])
        }
        sort()
        return try Reader(self)
    }

    private func sort() {
        guard !isSorted else { return }
        isSorted = true
        bytes.withUnsafeBytes { bytes in
            func key(at start: Int) -> UnsafeRawBufferPointer {
                let first = start + Self.headerSize
                return UnsafeRawBufferPointer(rebasing: bytes[first..<first + bytes.loadUnaligned(fromByteOffset: start, as: Int.self)])
            }
            starts.sort { left, right in
                let order = key(at: left).compared(to: key(at: right))
                return order == 0 ? left < right : order < 0
            }
        }
    }

    private func writeRun() throws(PersistencyError) {
        guard !starts.isEmpty else { return }
        sort()
        if self.file == nil { self.file = try TemporaryFile() }
        guard let file else { return }
        let start = file.size
        for start in starts { try file.append(bytes[start..<Self.end(ofRecordAt: start, in: bytes)]) }
        runs.append(start..<file.size)
        starts.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    private static func counts(at start: Int, in bytes: [UInt8]) -> (key: Int, value: Int) {
        bytes.withUnsafeBytes {
            ($0.loadUnaligned(fromByteOffset: start, as: Int.self), $0.loadUnaligned(fromByteOffset: start + headerSize / 2, as: Int.self))
        }
    }

    private static func end(ofRecordAt start: Int, in bytes: [UInt8]) -> Int {
        let counts = counts(at: start, in: bytes)
        return start + headerSize + counts.key + counts.value
    }

    private static func record(at start: Int, in bytes: [UInt8]) -> Record {
        let counts = counts(at: start, in: bytes)
        let value = start + headerSize + counts.key
        return Record(key: Array(bytes[start + headerSize..<value]), value: Array(bytes[value..<value + counts.value]))
    }

    /// A reader of sorted records.
    struct Reader {
        private let sorter: RecordSorter
        /// The position among the records in memory, if none is on the disk.
        private var index = 0
        /// The runs that aren't at their end, as a heap by their next records.
        private var runs: [Run] = []

        fileprivate init(_ sorter: RecordSorter) throws(PersistencyError) {
            self.sorter = sorter
            guard let file = sorter.file else { return }
            for range in sorter.runs { runs.append(try Run(file: file, range: range)) }
            for index in runs.indices.reversed() { siftDown(index) }
        }

        /// Returns the next record; `nil` at the end.
        mutating func next() throws(PersistencyError) -> Record? {
            guard sorter.file != nil else {
                guard index < sorter.starts.count else { return nil }
                index += 1
                return RecordSorter.record(at: sorter.starts[index - 1], in: sorter.bytes)
            }
            guard !runs.isEmpty else { return nil }
            let record = runs[0].record
            if try !runs[0].advance() {
                runs.swapAt(0, runs.count - 1)
                runs.removeLast()
            }
            siftDown(0)
            return record
        }

        private mutating func siftDown(_ index: Int) {
            var index = index
            while true {
                var least = index
                for child in 2 * index + 1...2 * index + 2 where child < runs.count && runs[child].precedes(runs[least]) { least = child }
                if least == index { return }
                runs.swapAt(index, least)
                index = least
            }
        }
    }

    /// A part of the file whose records are sorted.
    private struct Run {
        private static let pieceSize = 32 << 10

        private let file: TemporaryFile
        /// The offset of the run's beginning, which is greater for later records.
        private let start: Int
        /// The part that hasn't been read.
        private var rest: Range<Int>
        private var piece: [UInt8] = []
        private var index = 0
        /// The next record.
        private(set) var record = Record()

        /// - Parameter range: The part of the file, which isn't empty.
        init(file: TemporaryFile, range: Range<Int>) throws(PersistencyError) {
            (self.file, start, rest) = (file, range.lowerBound, range)
            _ = try advance()
        }

        /// Reads the next record; `false` at the end.
        mutating func advance() throws(PersistencyError) -> Bool {
            guard index < piece.count || !rest.isEmpty else { return false }
            try load(RecordSorter.headerSize)
            let end = RecordSorter.end(ofRecordAt: index, in: piece)
            try load(end - index)
            record = RecordSorter.record(at: index, in: piece)
            index = RecordSorter.end(ofRecordAt: index, in: piece)
            return true
        }

        func precedes(_ other: Run) -> Bool {
            let order = record.key.withUnsafeBytes { key in other.record.key.withUnsafeBytes { key.compared(to: $0) } }
            return order == 0 ? start < other.start : order < 0
        }

        /// Reads the file until so many bytes are in the piece from the index on.
        private mutating func load(_ count: Int) throws(PersistencyError) {
            let missing = count - (piece.count - index)
            guard missing > 0 else { return }
            let end = min(rest.upperBound, rest.lowerBound + max(Self.pieceSize, missing))
            piece = Array(piece[index...]) + (try file.read(rest.lowerBound..<end))
            rest = end..<rest.upperBound
            index = 0
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns a negative number if these bytes come first, a positive one if the others do, and zero if both are equal.
    fileprivate func compared(to other: UnsafeRawBufferPointer) -> Int {
        let count = Swift.min(self.count, other.count)
        // SAFETY: both have at least this many bytes; with none, there may be no address.
        let order = count == 0 ? 0 : Int(memcmp(baseAddress!, other.baseAddress!, count))
        return order == 0 ? self.count - other.count : order
    }
}
