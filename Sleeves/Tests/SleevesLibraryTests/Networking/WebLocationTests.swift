import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

@Suite("Addresses of the web")
struct WebLocationTests {
    @Test(
        "An address has one host, however it is written",
        arguments: [
            ("HTTP://Example.ORG/A?b=c#d", "http://example.org/A?b=c", "example.org"),
            ("https://[2001:DB8::1]:8443/x", "https://[2001:db8::1]:8443/x", "2001:db8::1"),
            ("http://127.1/", "http://127.1/", "127.1"),
            ("http://BÜCHER.example/ü", "http://xn--bcher-kva.example/%C3%BC", "xn--bcher-kva.example"),
            ("http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/", "xn--bcher-kva.example"),
            ("http://１２７.0.0.1/", "http://127.0.0.1/", "127.0.0.1"),
        ])
    func host(text: String, written: String, host: String) throws {
        let location = try #require(WebLocation(text))
        #expect(location.text == written)
        #expect(location.host == host)
    }

    @Test(
        "Texts that aren't web addresses, have no plain host, or contain a user name are rejected",
        arguments: [
            "", "x", "file:///etc/hostname", "ftp://example.org/", "http://", "http://?x", "http://user@example.org/",
            "https://a:b@example.org/", "http://example.org@evil.example/", "http://exa%6dple%2eorg%00/", "http://a b/",
            "http+unix://a/b", "http://a%2fb.example/", "http://b%C3%BC%00cher.example/", "http://b%FC.example/",
        ])
    func refused(text: String) {
        #expect(WebLocation(text) == nil)
    }

    @Test(
        "A redirect may be whole, without its scheme, or only a path",
        arguments: [
            ("https://b.example/y", "https://b.example/y"), ("//b.example/y", "https://b.example/y"),
            ("/y", "https://a.example/y"), ("y?z", "https://a.example/x/y?z"),
        ])
    func following(location: String, leads: String) {
        #expect(WebLocation("https://a.example/x/")?.following(location)?.text == leads)
    }

    @Test("A redirect from a secure address to an insecure one, or off the web, is refused")
    func lessSecure() throws {
        let secure = try #require(WebLocation("https://a.example/"))
        let plain = try #require(WebLocation("http://a.example/"))
        for text in ["http://a.example/", "file:///etc/hostname", "ftp://a.example/", "data:image/png;base64,"] {
            #expect(secure.following(text) == nil)
        }
        #expect(plain.following("https://b.example/")?.isSecure == true)
        #expect(plain.following("http://b.example/")?.isSecure == false)
    }
}
