import SleevesLibrary
import Testing

@Suite("The fraction of an import")
struct ImportFractionTests {
    /// The histories that an import can report, drawn from a seed.
    private struct History {
        var random: SeededRandom
        private(set) var stages: [ImportStage] = []

        init(seed: UInt64) {
            random = SeededRandom(seed: seed)
            let (hasLists, hasFolders) = [(true, false), (false, true), (true, true)][random.number(below: 3)]
            if hasLists { addLists(isLast: !hasFolders) }
            if hasFolders { addFolders() }
        }

        private mutating func addLists(isLast: Bool) {
            let (lists, albums) = (1 + random.number(below: 4), 1 + random.number(below: 300))
            for done in 0...lists { stages.append(.lists(done: done, of: lists)) }
            var done = 0
            while done < albums {
                done = min(albums, done + 1 + random.number(below: 60))
                stages.append(.adding(done: done, of: albums, isLast: isLast))
            }
        }

        /// Files are found in leaps, some of them known before, while others are read.
        private mutating func addFolders() {
            var progress = ImportProgress(filesDone: 0, filesFound: 0, searched: 0)
            while progress.searched < 1 || progress.filesDone < progress.filesFound {
                if progress.searched < 1, random.number(below: 3) == 0 {
                    let found = random.number(below: 100)
                    progress.filesFound += found
                    progress.filesDone += found > 0 ? random.number(below: found) : 0
                    progress.searched = min(1, progress.searched + Double(random.number(below: 30)) / 100)
                } else {
                    progress.filesDone = min(progress.filesFound, progress.filesDone + random.number(below: 32))
                }
                stages.append(.reading(progress))
            }
            let covers = 1 + random.number(below: 200)
            for done in 0...covers where random.number(below: 4) == 0 || done == covers { stages.append(.covers(done: done, of: covers)) }
        }
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `never goes back, and is 1 at the end and not before the last stage`(seed: UInt64) {
        var fraction = ImportFraction()
        let stages = History(seed: seed).stages
        var isFull = false
        for stage in stages {
            let before = fraction.value
            fraction.update(stage)
            #expect(fraction.value >= before && fraction.value <= 1)
            #expect(!isFull || fraction.value == 1)
            switch stage {
            case .lists, .adding(_, _, false), .reading: #expect(fraction.value < 1)
            case .adding, .covers: isFull = fraction.value == 1
            }
        }
        #expect(abs(fraction.value - 1) < 1e-9)
    }

    @Test func `is small while most folders are still to be searched, though nearly all files found so far are read`() {
        var fraction = ImportFraction()
        fraction.update(.reading(ImportProgress(filesDone: 99, filesFound: 100, searched: 0.1)))
        #expect(fraction.value < 0.1)
        fraction.update(.reading(ImportProgress(filesDone: 500, filesFound: 1_000, searched: 1)))
        #expect(abs(fraction.value - 0.425) < 1e-9)
    }

    @Test func `stays when an earlier stage reports late`() {
        var fraction = ImportFraction()
        fraction.update(.covers(done: 1, of: 2))
        let value = fraction.value
        fraction.update(.reading(ImportProgress(filesDone: 9, filesFound: 9)))
        #expect(fraction.value == value)
    }
}
