import CConfinement
import Foundation
import Glibc
import SleevesLibrary
import Testing

@testable import Confinement

@Suite("Messages to and from confined processes")
struct ChildSocketTests {
    /// A socket as to a process, whose other end belongs to the test.
    private struct Pair {
        let socket: ChildSocket
        let other: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            socket = ChildSocket(process: 0, descriptor: ends[0])
            other = ends[1]
        }

        func write(_ bytes: some Sequence<UInt8>) throws {
            try FileSystem.write(Array(bytes), to: other)
        }

        func close() {
            socket.close()
            Glibc.close(other)
        }
    }

    @Test("Messages arrive in whatever pieces, empty ones too, and one after another")
    func pieces() throws {
        let pair = try Pair()
        defer { pair.close() }
        let messages = [[], [1], [], Array(repeating: 7, count: 300), [2, 3]].map { $0 as [UInt8] }
        let bytes = messages.flatMap { MessageHead.bytes(for: $0) + $0 }
        for size in [1, 2, 3, 5, 100, bytes.count] {
            var incoming = IncomingMessages(limit: 300)
            var received: [[UInt8]] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                try pair.write(bytes[start..<min(start + size, bytes.count)])
                while let message = try incoming.next(from: pair.socket) { received.append(message) }
            }
            #expect(received == messages)
        }
    }

    @Test("A message that is too long is an error before it has arrived, and so is the end of the process")
    func limits() throws {
        let pair = try Pair()
        var incoming = IncomingMessages(limit: 10)
        try pair.write([11, 0, 0, 0])
        let tooLong = #expect(throws: SystemError.self) { try incoming.next(from: pair.socket) }
        #expect(tooLong?.code == EMSGSIZE)
        incoming = IncomingMessages(limit: 10)
        try pair.write([2, 0, 0, 0, 1])
        #expect(try incoming.next(from: pair.socket) == nil)
        Glibc.close(pair.other)
        let ended = #expect(throws: SystemError.self) { try incoming.next(from: pair.socket) }
        #expect(ended?.code == EPIPE)
        var outgoing = OutgoingMessage([1])
        let refused = #expect(throws: SystemError.self) { try outgoing.send(to: pair.socket) }
        #expect(refused?.code == EPIPE)
        pair.socket.close()
    }

    @Test("A message that is larger than the socket is sent in parts, with its file once")
    func parts() throws {
        let pair = try Pair()
        defer { pair.close() }
        let message = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
        var outgoing = OutgoingMessage(message, descriptors: [0])
        var (received, descriptorCount, sendCount) = ([UInt8](), 0, 0)
        let bytes = MessageHead.bytes(for: message) + message
        var isSent = false
        while received.count < bytes.count {
            if !isSent {
                isSent = try outgoing.send(to: pair.socket)
                sendCount += 1
                #expect(isSent || !pair.socket.wait(toSend: true, milliseconds: 0))
            }
            let (piece, count) = try Self.receive(from: pair.other)
            received += piece
            descriptorCount += count
        }
        #expect(isSent && sendCount > 1)
        #expect(received == bytes)
        #expect(descriptorCount == 1)
    }

    /// Returns bytes and the number of open files that accompany them.
    private static func receive(from descriptor: Int32) throws -> (bytes: [UInt8], files: Int) {
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        var found = [Int32](repeating: -1, count: Int(CONFINED_DESCRIPTORS))
        var count = 0
        let received = bytes.withUnsafeMutableBytes { confined_receive(descriptor, $0.baseAddress, $0.count, &found, &count) }
        try #require(received > 0)
        for file in found.prefix(count) { close(file) }
        return (Array(bytes.prefix(received)), count)
    }
}
