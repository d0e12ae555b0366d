public import Foundation

/// An authority, the certificates of a server and of a client that it signed, and an authority that signed nothing.
public final class Certificates {
    /// The folder with `ca.pem`, `other.pem`, and `server` and `client` with the endings `.pem` and `.key`.
    public let folder: URL

    /// Makes the certificates, by openssl.
    public init() throws {
        folder = URL(filePath: NSTemporaryDirectory()).appending(path: "heed-nats-certificates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for authority in ["ca", "other"] {
            try run(
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=\(authority)",
                "-keyout", "\(authority).key", "-out", "\(authority).pem", in: folder)
        }
        try Data("subjectAltName=IP:127.0.0.1\n".utf8).write(to: folder.appending(path: "names"))
        for name in ["server", "client"] {
            try run(
                "openssl", "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1",
                "-keyout", "\(name).key", "-out", "\(name).csr", in: folder)
            try run(
                "openssl", "x509", "-req", "-in", "\(name).csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                "-days", "2", "-extfile", "names", "-out", "\(name).pem", in: folder)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }
}
