import NIOCore
import NIOPosix
import Synchronization

/// A server on 127.0.0.1 that answers as a test tells it to, well or badly.
final class LoopbackServer: Sendable {
    /// What a server can do when it is asked.
    enum Reply: Sendable {
        /// A whole answer, with its right length.
        case answer(Int, [UInt8] = [], headers: [String] = [])
        /// These bytes, then the end of the connection.
        case raw(String)
        /// A part of a body of this length, then the end of the connection: by a reset, or as if all were well.
        case broken(part: [UInt8], of: Int, isReset: Bool)
        /// Nothing but a reset.
        case reset
        /// A whole head, and a body that comes a byte at a time and never ends.
        case drip
        /// Nothing, and the connection stays open.
        case silence
        /// A head that announces a body, a part of it, and then nothing.
        case stall
        /// A body without end and without an announced length.
        case endless
    }

    /// What a client has asked for.
    struct Request: Sendable {
        /// The path: "/a?b".
        var path: String
        /// The whole head, as it came.
        var head: String
    }

    let port: Int
    /// Every request as it comes in.
    let requests: AsyncStream<Request>
    private let channel: any Channel

    private init(channel: any Channel, port: Int, requests: AsyncStream<Request>) {
        self.channel = channel
        self.port = port
        self.requests = requests
    }

    /// Runs a test beside a server that answers by `reply`.
    static func run<Value>(
        _ reply: @escaping @Sendable (Request) -> Reply,
        _ body: (LoopbackServer) async throws -> Value
    ) async throws -> Value {
        let (requests, arrival) = AsyncStream.makeStream(of: Request.self)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(LoopbackConnection(reply: reply, arrival: arrival))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = LoopbackServer(channel: channel, port: channel.localAddress?.port ?? 0, requests: requests)
        do {
            let value = try await body(server)
            try await channel.close()
            return value
        } catch {
            try? await channel.close()
            throw error
        }
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}
