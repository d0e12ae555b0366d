/// An `AsyncStream` for each observer, with a task that takes from it.
final class StreamPoster: Poster {
    let name = "AsyncStream an observer"
    let role = Role.peer
    let isAsynchronous = true
    let isThreadSafe = false
    let canRemove = false
    private let heard = Heard()
    private var continuations: [AsyncStream<Int>.Continuation] = []
    private var tasks: [Task<Void, Never>] = []

    deinit {
        for task in tasks { task.cancel() }
    }

    func add(_ count: Int, addingTo target: SumTarget) {
        continuations.reserveCapacity(continuations.count + count)
        tasks.reserveCapacity(tasks.count + count)
        let heard = heard
        for _ in 0..<count {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            continuations.append(continuation)
            tasks.append(Task.detached { for await number in stream { heard.add(number) } })
        }
    }

    func post(_ times: Int) {
        heard.expect(times * continuations.count)
        for number in 0..<times {
            for continuation in continuations { continuation.yield(number) }
        }
        heard.wait()
    }
}
