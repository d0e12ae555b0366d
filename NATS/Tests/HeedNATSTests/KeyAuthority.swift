import NATSTestServer
import Foundation

/// An operator with an account and a user, as a server knows them by their keys: each signs a JWT of the next one.
///
/// The formats are NATS' own: [nkeys](https://github.com/nats-io/nkeys) and version 2 of its
/// [JWTs](https://docs.nats.io/running-a-nats-service/nats_admin/security/jwt).
final class KeyAuthority {
    private let folder: URL
    private let account: Key
    private let serverSettings: String

    init() throws {
        folder = URL(filePath: NSTemporaryDirectory()).appending(path: "heed-nats-keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let operatorKey = try Key("operator", 14 << 3, in: folder)
        account = try Key("account", 0, in: folder)
        let operatorToken = try operatorKey.token(for: operatorKey, #""type":"operator","version":2"#)
        let unlimited = ["subs", "data", "payload", "imports", "exports", "conn", "leaf"].map { "\"\($0)\":-1" }.joined(separator: ",")
        let limits = "\"limits\":{\(unlimited),\"wildcards\":true}"
        let accountToken = try operatorKey.token(for: account, "\(limits),\"type\":\"account\",\"version\":2")
        serverSettings = "operator: \(operatorToken)\nresolver: MEMORY\nresolver_preload: { \(account.publicName): \(accountToken) }"
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts a server that accepts the account's users.
    func startServer() throws -> Server { try Server(serverSettings) }

    /// Writes the credentials file of a new user.
    ///
    /// - Parameter isExpired: Whether its time is over.
    func credentials(of name: String, isExpired: Bool = false) throws -> String {
        let user = try Key(name, 20 << 3, in: folder)
        let rights = #""pub":{},"sub":{},"subs":-1,"data":-1,"payload":-1,"type":"user","version":2"#
        let token = try account.token(for: user, rights, isExpired: isExpired)
        let path = folder.appending(path: "\(name).creds")
        let text = """
            -----BEGIN NATS USER JWT-----
            \(token)
            ------END NATS USER JWT------

            -----BEGIN USER NKEY SEED-----
            \(user.seedName)
            ------END USER NKEY SEED------

            """
        try text.write(to: path, atomically: true, encoding: .utf8)
        return path.path
    }
}

/// An Ed25519 key, made and used by openssl.
private struct Key {
    let name: String
    let publicName: String
    let seedName: String
    private let folder: URL

    init(_ name: String, _ prefix: UInt8, in folder: URL) throws {
        (self.name, self.folder) = (name, folder)
        try run("openssl", "genpkey", "-algorithm", "ed25519", "-out", "\(name).pem", in: folder)
        try run("openssl", "pkey", "-in", "\(name).pem", "-outform", "DER", "-out", "\(name).der", in: folder)
        try run("openssl", "pkey", "-in", "\(name).pem", "-pubout", "-outform", "DER", "-out", "\(name).pub", in: folder)
        // Both formats end with the key's 32 bytes.
        let (seed, key) = (
            try Data(contentsOf: folder.appending(path: "\(name).der")), try Data(contentsOf: folder.appending(path: "\(name).pub"))
        )
        publicName = Self.encode([prefix] + key.suffix(32))
        seedName = Self.encode([18 << 3 | prefix >> 5, (prefix & 31) << 3] + seed.suffix(32))
    }

    /// Returns a JWT about another key.
    func token(for subject: Key, _ claims: String, isExpired: Bool = false) throws -> String {
        let now = Int(Date().timeIntervalSince1970)
        let head = #"{"typ":"JWT","alg":"ed25519-nkey"}"#
        let end = isExpired ? "\"exp\":\(now - 60)," : ""
        let body =
            "{\"jti\":\"\(UUID().uuidString)\",\"iat\":\(now - 120),\(end)\"iss\":\"\(publicName)\",\"name\":\"\(subject.name)\","
            + "\"sub\":\"\(subject.publicName)\",\"nats\":{\(claims)}}"
        let signed = [head, body].map { Self.base64(Data($0.utf8)) }.joined(separator: ".")
        try Data(signed.utf8).write(to: folder.appending(path: "text"))
        try run("openssl", "pkeyutl", "-sign", "-inkey", "\(name).pem", "-rawin", "-in", "text", "-out", "signature", in: folder)
        return "\(signed).\(Self.base64(try Data(contentsOf: folder.appending(path: "signature"))))"
    }

    private static func base64(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Base 32 with a checksum (CRC-16/XMODEM), without padding.
    private static func encode(_ bytes: [UInt8]) -> String {
        var check: UInt16 = 0
        for byte in bytes {
            check ^= UInt16(byte) << 8
            for _ in 0..<8 { check = check & 0x8000 == 0 ? check << 1 : check << 1 ^ 0x1021 }
        }
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (text, bits, count) = ("", 0, 0)
        for byte in bytes + [UInt8(truncatingIfNeeded: check), UInt8(check >> 8)] {
            (bits, count) = ((bits << 8 | Int(byte)) & 0xFFFF, count + 8)
            while count >= 5 {
                count -= 5
                text.append(alphabet[bits >> count & 31])
            }
        }
        if count > 0 { text.append(alphabet[bits << (5 - count) & 31]) }
        return text
    }
}
