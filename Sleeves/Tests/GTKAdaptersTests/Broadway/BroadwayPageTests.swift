import Testing

@testable import GTKAdapters

@Suite("The page that shows the window in a browser")
struct BroadwayPageTests {
    private let page = BroadwayPage(title: "<b> & \"c\"")

    @Test("The title is the window's, and the length is the new one")
    func title() throws {
        let body = "<html><head><title>broadway 2.0</title></head><body onload=\"connect()\"></body></html>"
        let adapted = page.adapted("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        let parts = adapted.split(separator: "\r\n\r\n", maxSplits: 1)
        #expect(parts[0] == "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(parts[1].utf8.count)")
        #expect(parts[1].contains("<title>&lt;b&gt; &amp; &quot;c&quot;</title>"))
        #expect(parts[1].contains("onload=\"tab.begin()\""))
        #expect(parts[1].contains("const tab = {") && parts[1].contains("id=\"elsewhere\" hidden"))
    }

    @Test("A page of another form is served as it is, with the title if it has one")
    func otherForm() {
        #expect(page.adapted("no answer") == "no answer")
        let other = page.adapted("HTTP/1.0 200 OK\r\n\r\n<title>x</title><body onload=\"begin()\">")
        #expect(other.hasSuffix("<title>&lt;b&gt; &amp; &quot;c&quot;</title><body onload=\"begin()\">"))
        #expect(page.adapted("HTTP/1.0 200 OK\r\n\r\n</title><title>").hasSuffix("\r\n\r\n</title><title>"))
    }
}
