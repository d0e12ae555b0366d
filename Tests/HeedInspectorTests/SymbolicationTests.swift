import Foundation
import Synchronization
import Testing

@testable import HeedInspector

#if canImport(Glibc)
    import Glibc

    @Suite("Naming calls")
    struct SymbolicationTests {
        @Test("Calls can be named while another thread maps and unmaps files")
        func mappedFiles() throws {
            let file = try FileHandle(forReadingFrom: URL(filePath: #filePath))
            let descriptor = file.fileDescriptor
            let state = State()
            let worker = Thread {
                while !state.isOver.load(ordering: .relaxed) {
                    let memory = mmap(nil, 1 << 20, PROT_READ, MAP_PRIVATE, descriptor, 0)
                    if let memory, memory != MAP_FAILED { munmap(memory, 1 << 20) }
                }
                state.hasEnded.signal()
            }
            worker.start()
            for _ in 0..<100 { #expect(Symbolication.frames(at: [1]).count <= 1) }
            state.isOver.store(true, ordering: .relaxed)
            state.hasEnded.wait()
            try file.close()
        }

        private final class State: Sendable {
            let isOver = Atomic(false)
            let hasEnded = DispatchSemaphore(value: 0)
        }
    }
#endif
