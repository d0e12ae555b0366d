import Foundation
import HeedFoundation
import Testing

@Suite("The examples of Coming from Cocoa", .printing, .timeLimit(.minutes(10)))
struct ComingFromCocoaExamples {
    @KeyValueObservable
    @MainActor
    final class Label {
        var text = ""
    }

    struct DownloadFinished: HubMessage {
        let bytes: Int
    }

    @KeyValueObservable
    final class Download: Sendable {
        let name: String
        var fraction: Double = 0
        var summary: String { "\(name): \(Int(fraction * 100)) %" }

        init(name: String) {
            self.name = name
        }

        func finish(bytes: Int, hub: NotificationHub = .default) {
            fraction = 1
            hub.post(DownloadFinished(bytes: bytes), from: self)
        }
    }

    @KeyValueObservable
    @MainActor
    final class Settings {
        var fontSize = 12
    }

    @MainActor
    final class DownloadPanel {
        let summary = Label()
        let result = Label()
        private(set) var fontSize = 0
        private var settingsObservation: ObservationToken?
        private var finishing: ObservationToken?
        private var receptionist: Receptionist?

        init(download: Download, settings: Settings, hub: NotificationHub = .default) {
            settingsObservation = settings.observe(\.fontSize, initial: true) { [weak self] size in
                self?.fontSize = size
            }
            finishing = hub.observe(DownloadFinished.self, from: download, on: .mainActor) { [weak self] message in
                self?.result.text = "\(message.bytes) bytes"
            }
            receptionist = Receptionist(for: .values(of: download, \.summary), on: .mainActor) { [weak self] summary in
                self?.summary.text = summary
            }
        }
    }

    @Test("The ported class behaves like the Cocoa class")
    @MainActor
    func port() async {
        let hub = NotificationHub()
        let download = Download(name: "Blue Train")
        let settings = Settings()
        let panel = DownloadPanel(download: download, settings: settings, hub: hub)
        #expect(panel.fontSize == 12)
        settings.fontSize = 14
        #expect(panel.fontSize == 14)

        let summaries = panel.summary.values(of: \.text)
        let results = panel.result.values(of: \.text)
        await Task.detached { download.finish(bytes: 512, hub: hub) }.value
        for await summary in summaries where summary == "Blue Train: 100 %" { break }
        for await result in results where result == "512 bytes" { break }
    }

    @Test("The panel's observers end with it")
    @MainActor
    func lifetime() {
        let download = Download(name: "Blue Train")
        let settings = Settings()
        var panel: DownloadPanel? = DownloadPanel(download: download, settings: settings, hub: NotificationHub())
        weak let gone = panel
        panel = nil
        #expect(gone == nil)
        settings.fontSize = 14
        download.fraction = 0.5
    }

    @Test("Apple's receptionist has its own initializer")
    func appleForm() async {
        let download = Download(name: "Blue Train")
        let told = AsyncStream.makeStream(of: Double.self)
        let receptionist = Receptionist(forKeyPath: \.fraction, object: download, queue: OperationQueue()) { change in
            if let value = change.newValue { told.continuation.yield(value) }
        }
        download.fraction = 0.5
        var iterator = told.stream.makeAsyncIterator()
        #expect(await iterator.next() == 0.5)
        receptionist.invalidate()
    }
}
