import Testing

@testable import GTKAdapters

@Suite("The address of a file")
struct FileAddressTests {
    @Test("Bytes of a name that isn't UTF-8 are escaped like others, and shown as unknown")
    func bytes() {
        // Each character stands for a byte.
        let path = "/music/Gr\u{10FEF6}\u{10FEDF}e/é.mp3"
        #expect(FileAddress.address(ofPath: path) == "file:///music/Gr%F6%DFe/%C3%A9.mp3")
        #expect(FileAddress.address(ofPath: "é.mp3") == nil)
        #expect(FolderName.shown(path) == "/music/Gr\u{FFFD}\u{FFFD}e/é.mp3")
    }
}
