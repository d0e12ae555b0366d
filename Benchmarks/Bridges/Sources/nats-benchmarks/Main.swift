import CPeers
import Heed
import HeedNATS

/// Measures HeedNATS beside the C library that it uses and beside Redis, all with servers on this machine. The contenders take turns.
@main
struct Main {
    static func main() async throws {
        guard CommandLine.arguments.count >= 3, let port = Int32(CommandLine.arguments[2]) else {
            print("usage: nats-benchmarks NATS-ADDRESS REDIS-PORT [ROUNDS]")
            return
        }
        let rounds = CommandLine.arguments.count > 3 ? Int(CommandLine.arguments[3]) ?? 5 : 5
        let address = CommandLine.arguments[1]
        print("messages of 128 bytes; the median of \(rounds) rounds, and the range\n")

        var table = Table("messages per second, published and received")
        let count = 200_000
        for _ in 0..<rounds {
            table.note("libnats in C", nats_throughput(address, Int32(count), 128))
            table.note("HeedNATS Connection", try await HeedPeer.throughput(address, count))
            table.note("HeedNATS HubBridge, fleeting", try await HeedPeer.fleetingThroughput(address, count))
            table.note("Redis PUBLISH", redis_throughput(port, Int32(count), 128))
        }
        table.print()

        table = Table("microseconds there and back, p50")
        for _ in 0..<rounds {
            table.note("libnats in C", median(of: 3_000) { nats_round_trips(address, $0, $1) })
            table.note("HeedNATS Connection", try await HeedPeer.roundTrip(address, 3_000))
            table.note("HeedNATS HubBridge, fleeting", try await HeedPeer.bridgeRoundTrip(address, 3_000))
            table.note("Redis PUBLISH", median(of: 3_000) { redis_round_trips(port, $0, $1) })
        }
        table.print()

        table = Table("messages per second, stored and acknowledged")
        var catchingUp = Table("seconds to catch up with 100,000 messages")
        for round in 0..<rounds {
            let (count, name) = (100_000, "bench\(round)-\(UInt32.random(in: 0...UInt32.max))")
            table.note("libnats in C", nats_lasting(address, "c\(name)", Int32(count), 128))
            table.note("HeedNATS HubBridge, lasting", try await HeedPeer.lasting(address, "h\(name)", count))
            table.note("Redis XADD", redis_lasting(port, name, Int32(count), 128))
            catchingUp.note("libnats in C", nats_catch_up(address, "c\(name)", Int32(count)))
            catchingUp.note("HeedNATS HubBridge, lasting", try await HeedPeer.catchUp(address, "h\(name)", count))
            catchingUp.note("Redis XREAD", redis_catch_up(port, name, Int32(count)))
        }
        table.print()
        catchingUp.print()
    }

    private static func median(of count: Int, _ measure: (Int32, UnsafeMutablePointer<Double>) -> Int32) -> Double {
        var durations = [Double](repeating: 0, count: count)
        guard durations.withUnsafeMutableBufferPointer({ measure(Int32(count), $0.baseAddress!) }) == 0 else { return -1 }
        return durations.sorted()[count / 2]
    }
}

/// The figures of one case.
struct Table {
    private let title: String
    private var rows: [(name: String, figures: [Double])] = []

    init(_ title: String) {
        self.title = title
    }

    mutating func note(_ name: String, _ figure: Double) {
        if let place = rows.firstIndex(where: { $0.name == name }) {
            rows[place].figures.append(figure)
        } else {
            rows.append((name, [figure]))
        }
    }

    /// Prints each contender's median, and its ratio to the first one's.
    func print() {
        Swift.print(title)
        let first = median(rows[0].figures)
        for (name, figures) in rows {
            let (low, high) = (text(figures.min()!), text(figures.max()!))
            let ratio = (median(figures) / first * 100).rounded() / 100
            Swift.print("  \(name.padded(to: 30))\(text(median(figures)).padded(to: 12))× \(ratio)   (\(low) to \(high))")
        }
        Swift.print()
    }

    private func median(_ figures: [Double]) -> Double { figures.sorted()[figures.count / 2] }

    private func text(_ figure: Double) -> String {
        figure >= 10 ? "\(Int(figure.rounded()))" : "\((figure * 100).rounded() / 100)"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(width - count, 0))
    }
}
