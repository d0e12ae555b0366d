import HeedInspector
import Testing

@Suite("Reports")
struct ReportTests {
    @Test("A place prints as its file and line")
    func place() {
        #expect(InspectorReport.Place(fileID: "Player/QueueView.swift", line: 42).description == "Player/QueueView.swift:42")
    }
}
