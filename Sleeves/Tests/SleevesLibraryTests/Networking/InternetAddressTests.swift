import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

@Suite("Addresses of the Internet")
struct InternetAddressTests {
    @Test(
        "An address of this computer, a private network or a multicast group, or one that is reserved, is not public",
        arguments: [
            "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254", "169.254.169.254",
            "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255",
            "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
            "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b:1::1",
            "100::1", "2001::1", "2001:0:7f00:1::", "2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1", "fdff::1",
            "fe80::1", "febf::1", "fec0::1", "ff02::1",
        ])
    func special(text: String) {
        #expect(InternetAddress(text)?.isPublic == false)
    }

    @Test(
        "Any other address is public",
        arguments: [
            "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
            "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
            "198.20.0.0", "207.241.224.2", "223.255.255.255", "2001:200::1", "2001:4860:4860::8888", "2606:4700::1111", "2a00:1450::1",
            "64:ff9b::8.8.8.8",
        ])
    func global(text: String) {
        #expect(InternetAddress(text)?.isPublic == true)
    }

    @Test(
        "Texts that aren't addresses in the usual notation are rejected",
        arguments: ["", "127.1", "2130706433", "0x7f.0.0.1", "::g", "fe80::1%lo"])
    func noAddress(text: String) {
        #expect(InternetAddress(text) == nil)
    }

    @Test(
        "An address reads as it was written, in its shortest form",
        arguments: [("127.0.0.1", "127.0.0.1"), ("2001:DB8:0::1", "2001:db8::1")])
    func description(text: String, written: String) {
        #expect(InternetAddress(text)?.description == written)
    }
}
