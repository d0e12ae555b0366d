import Synchronization
import Testing

@testable import Heed

@Suite("A hub's table of channels")
struct HubChannelsTests {
    private func address(_ channel: AnyObserverRegistry) -> UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passUnretained(channel).toOpaque())
    }

    /// Keys are aligned, like the addresses of metadata. With the last distance, all of them start searching at the same place.
    private static let strides: [UInt] = [16, 48, 1 << 20]

    @Test("Every channel is found while the table grows, and no other", arguments: strides)
    func growing(stride: UInt) {
        let channels = HubChannels()
        var added: [(key: UInt, channel: AnyObserverRegistry)] = []
        for number in 1...200 as ClosedRange<UInt> {
            let key = number * stride
            #expect(channels.find(key) == nil)
            let channel = AnyObserverRegistry()
            let found = channels.add(channel, under: key)
            #expect(found == address(channel))
            added.append((key, channel))
            let areFound = added.allSatisfy { channels.find($0.key) == address($0.channel) }
            #expect(areFound)
        }
        let all = channels.all
        #expect(all.count == 200 && zip(all, added).allSatisfy { $0 === $1.channel })
    }

    @Test("A second channel for a type gets the existing one")
    func second() {
        let channels = HubChannels()
        let first = AnyObserverRegistry()
        _ = channels.add(first, under: 16)
        let found = channels.add(AnyObserverRegistry(), under: 16)
        #expect(found == address(first))
        #expect(channels.all.count == 1)
    }

    @Test("Channels are released with their hub")
    func lifetime() {
        weak var channel: AnyObserverRegistry?
        do {
            let channels = HubChannels()
            let created = AnyObserverRegistry()
            channel = created
            _ = channels.add(created, under: 16)
        }
        #expect(channel == nil)
    }

    @Test("Threads that add the same types concurrently all get the same channels, and find those of others")
    func concurrently() {
        for _ in 0..<20 {
            let channels = SharedChannels()
            let found = (0..<4).map { _ in Box<[UInt]>([]) }
            let areDone = OtherThread.concurrently(4) { thread in
                var mine: [UInt] = []
                for number in 1...64 as ClosedRange<UInt> {
                    let key = (thread.isMultiple(of: 2) ? number : 65 - number) * 16
                    let present = channels.table.find(key) ?? channels.table.add(AnyObserverRegistry(), under: key)
                    mine.append(UInt(bitPattern: present))
                }
                found[thread].exchange(thread.isMultiple(of: 2) ? mine : mine.reversed())
            }
            #expect(areDone)
            #expect(found.allSatisfy { $0.value == found[0].value })
            #expect(Set(found[0].value).count == 64)
            #expect(channels.table.all.count == 64)
        }
    }

    private final class SharedChannels: Sendable {
        let table = HubChannels()
    }

    private struct Numbered<Kind>: HubMessage {
        let value: Int
    }

    @Test("Messages of many types each reach the observers of their own type only")
    func manyTypes() {
        let hub = NotificationHub()
        let told = Recorder<String>()
        var tokens: [ObservationToken] = []
        var expected: [String] = []
        func tower<Kind>(_ kind: Kind.Type, height: Int) {
            tokens.append(hub.observe(Numbered<Kind>.self) { told.record("\(height): \($0.value)") })
            if height > 0 { tower([Kind].self, height: height - 1) }
            hub.post(Numbered<Kind>(value: height * 10))
            expected.append("\(height): \(height * 10)")
        }
        tower(Int.self, height: 40)
        #expect(told.elements == expected)
        withExtendedLifetime(tokens) {}
    }
}
