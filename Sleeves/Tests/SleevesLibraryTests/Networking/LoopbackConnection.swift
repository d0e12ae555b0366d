import Glibc
import NIOCore

/// One client's connection to a ``LoopbackServer``.
final class LoopbackConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let reply: @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply
    private let arrival: AsyncStream<LoopbackServer.Request>.Continuation
    private var received = ""

    init(
        reply: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply,
        arrival: AsyncStream<LoopbackServer.Request>.Continuation
    ) {
        self.reply = reply
        self.arrival = arrival
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += String(buffer: unwrapInboundIn(data))
        guard received.isEmpty || received.hasPrefix("GET ") else {
            return answer(.raw("HTTP/1.1 400 No Sense\r\nContent-Length: 0\r\n\r\n"), context)
        }
        guard let end = received.firstRange(of: "\r\n\r\n") else { return }
        let head = String(received[..<end.lowerBound])
        received = String(received[end.upperBound...])
        let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        let request = LoopbackServer.Request(path: path, head: head)
        answer(reply(request), context)
        arrival.yield(request)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func answer(_ reply: LoopbackServer.Reply, _ context: ChannelHandlerContext) {
        switch reply {
        case .answer(let status, let body, let headers):
            let lines = ["HTTP/1.1 \(status) Said", "Content-Length: \(body.count)"] + headers
            var buffer = ByteBuffer(string: lines.joined(separator: "\r\n") + "\r\n\r\n")
            buffer.writeBytes(body)
            context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
        case .raw(let text):
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
            context.close(promise: nil)
        case .broken(let part, let length, let isReset):
            var buffer = ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
            buffer.writeBytes(part)
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(buffer)).whenComplete { _ in
                if isReset { Self.reset(channel) } else { channel.close(promise: nil) }
            }
        case .reset:
            Self.reset(context.channel)
        case .drip:
            let text = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
            Self.drip(into: context.channel)
        case .silence:
            break
        case .stall:
            let text = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbeginning"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        case .endless:
            context.write(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")), promise: nil)
            Self.pour(into: context.channel)
        }
    }

    /// Ends a connection as one that has crashed does.
    private static func reset(_ channel: any Channel) {
        let closing = (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        closing?.whenComplete { _ in channel.close(promise: nil) }
    }

    private static func drip(into channel: any Channel) {
        channel.writeAndFlush(ByteBuffer(bytes: [0x61])).whenSuccess {
            channel.eventLoop.scheduleTask(in: .milliseconds(5)) { drip(into: channel) }
        }
    }

    /// Writes on as soon as what was written has gone, until the client has had enough.
    private static func pour(into channel: any Channel) {
        channel.writeAndFlush(ByteBuffer(repeating: 0x61, count: 16_384)).whenSuccess { pour(into: channel) }
    }
}
