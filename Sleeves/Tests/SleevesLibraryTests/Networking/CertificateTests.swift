import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

@Suite("Certificates of hosts", .timeLimit(.minutes(10)))
struct CertificateTests {
    private func fetch(from server: TLSServer, host: String = "good.test", trusting certificates: String?) async -> HTTPClientError? {
        let resolver = ScriptedResolver(["good.test": ["127.0.0.1"], "other.test": ["127.0.0.1"]])
        let client = HTTPClient(version: "1", contact: "nobody", resolver: resolver, proxies: FixedProxy(), certificates: certificates)
        do {
            _ = try await client.fetch("https://\(host):\(server.port)/", limit: 1 << 20, reach: .anywhere)
            await client.shutdown()
            return nil
        } catch {
            await client.shutdown()
            return error as? HTTPClientError
        }
    }

    @Test("A host with a trusted certificate for its name is accepted")
    func trusted() async throws {
        let server = try await TLSServer()
        #expect(await fetch(from: server, trusting: server.certificate) == nil)
    }

    @Test("An untrusted, expired or foreign certificate is a permanent failure with a clear message")
    func untrusted() async throws {
        let good = try await TLSServer()
        let expired = try await TLSServer(days: 0)
        let cases: [(HTTPClientError?, HTTPClientError.Distrust)] = [
            (await fetch(from: good, trusting: nil), .unknownIssuer),
            (await fetch(from: expired, trusting: expired.certificate), .expired),
            (await fetch(from: good, host: "other.test", trusting: good.certificate), .otherHost),
        ]
        for (error, distrust) in cases {
            #expect(error?.reason == .untrusted(distrust))
            #expect(error?.isTemporary == false)
            #expect(error?.description.contains("certificate") == true)
            for word in ["SSL", "error:", "/usr", ".c"] { #expect(error?.description.contains(word) == false) }
        }
    }

    @Test("A host without TLS 1.2 or later is a permanent failure", arguments: ["-tls1", "-tls1_1"])
    func oldProtocol(version: String) async throws {
        let server = try await TLSServer(options: [version, "-cipher", "ALL:@SECLEVEL=0"])
        let error = await fetch(from: server, trusting: server.certificate)
        #expect(error?.reason == .untrusted(.oldProtocol))
        #expect(error?.isTemporary == false)
    }

    @Test("The server of these tests ends with whatever holds it")
    func ending() async throws {
        var server: TLSServer? = try await TLSServer()
        let certificate = try #require(server?.certificate)
        func isRunning() throws -> Bool {
            try FileManager.default.contentsOfDirectory(atPath: "/proc").contains { process in
                FileManager.default.contents(atPath: "/proc/\(process)/cmdline")?.range(of: Data(certificate.utf8)) != nil
            }
        }
        try await Eventually.holds("the server runs") { try isRunning() }
        server = nil
        try await Eventually.holds("the server has ended") { try !isRunning() }
    }
}

/// A server of OpenSSL's, for `good.test`, whose certificate it has signed itself.
final class TLSServer {
    let port: Int
    /// The certificate's file.
    let certificate: String
    private let process = Process()
    private let input = Pipe()
    private let folder: TemporaryFolder

    /// - Parameters:
    ///   - days: How long the certificate is valid.
    ///   - options: How the server is to be.
    init(days: Int = 30, options: [String] = []) async throws {
        folder = try TemporaryFolder()
        certificate = "\(folder.path)/certificate.pem"
        let key = "\(folder.path)/key.pem"
        let making = Process()
        making.executableURL = URL(filePath: "/usr/bin/openssl")
        let request = "\(folder.path)/request.pem"
        making.arguments = [
            "req", "-new", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", request, "-subj", "/CN=good.test",
        ]
        making.standardError = FileHandle.nullDevice
        try making.run()
        making.waitUntilExit()
        let extensions = try folder.write(Array("subjectAltName=DNS:good.test\n".utf8), to: "extensions")
        let signing = Process()
        signing.executableURL = URL(filePath: "/usr/bin/openssl")
        signing.arguments = ["x509", "-req", "-in", request, "-signkey", key, "-out", certificate, "-extfile", extensions]
        signing.arguments? += ["-days", "\(days)"]
        signing.standardError = FileHandle.nullDevice
        try signing.run()
        signing.waitUntilExit()

        let output = Pipe()
        // The server does not look at its input, so a shell does: it ends the server when this process has ended, in whichever way.
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", #""$@" </dev/null & cat >/dev/null; kill -9 $!"#, "sh", "/usr/bin/openssl"]
        process.arguments? += ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"] + options
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = input
        try process.run()
        // The end that the shell has.
        try input.fileHandleForReading.close()
        var text = ""
        // It says where it listens before it takes a connection.
        while !text.contains(/ACCEPT .*:\d+\s/), case let more = output.fileHandleForReading.availableData, !more.isEmpty {
            text += String(decoding: more, as: UTF8.self)
        }
        port = try #require(text.firstMatch(of: /ACCEPT .*:(\d+)\s/).flatMap { Int($0.1) }, "openssl says: \(text)")
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
