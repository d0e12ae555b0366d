#if os(Linux)
    import Foundation
    import HeedInspector
    import Testing

    /// Each test changes the environment, so it runs in a process of its own.
    @Suite("The folder of inspector sockets")
    struct RuntimeFolderTests {
        @Test("A server listens in a folder that only the user can access, where other processes find it")
        func found() async {
            await #expect(processExitsWith: .success) {
                let folder = try SocketFolder()
                setenv("XDG_RUNTIME_DIR", folder.path, 1)
                umask(0)
                #expect(InspectorConnection.processes() == [])
                let server = try InspectorServer(session: FakeSession())
                #expect(server.path == "\(folder.path)/heed/\(getpid()).sock")
                #expect(folder.mode(of: folder.path + "/heed") == 0o700)
                #expect(folder.mode(of: server.path) == 0o600)

                // What earlier processes left, and what isn't a socket, is no process that can be looked at.
                _ = try RawSocket(listeningAt: folder.path + "/heed/1.sock")
                for name in ["2.sock", "x.sock", "-3.sock", "+4.sock", "05.sock", "6.sock.bak"] {
                    try Data().write(to: URL(filePath: folder.path + "/heed/" + name))
                }
                #expect(InspectorConnection.processes() == [getpid()])
                #expect(try InspectorConnection(process: getpid(), timeout: .patient).report(since: 3).lostEventCount == 3)
                server.stop()
                #expect(InspectorConnection.processes() == [])
            }
        }

        @Test("A socket that an earlier process with the same number left is replaced")
        func staleSocket() async {
            await #expect(processExitsWith: .success) {
                let folder = try SocketFolder()
                setenv("XDG_RUNTIME_DIR", folder.path, 1)
                mkdir(folder.path + "/heed", 0o700)
                _ = try RawSocket(listeningAt: "\(folder.path)/heed/\(getpid()).sock")
                let server = try InspectorServer(session: FakeSession())
                #expect(InspectorConnection.processes() == [getpid()])
                server.stop()
            }
        }

        @Test("Without XDG_RUNTIME_DIR there is an error that says what to do")
        func unset() async {
            await #expect(processExitsWith: .success) {
                for value in [nil, "", "relative"] {
                    if let value { setenv("XDG_RUNTIME_DIR", value, 1) } else { unsetenv("XDG_RUNTIME_DIR") }
                    let error = #expect(throws: InspectorConnectionError.self) { try InspectorServer(session: FakeSession()) }
                    #expect(error?.kind == .noRuntimeFolder)
                    #expect(
                        error?.description.contains("Set it to a folder that only you can access, or give the path of the socket") == true)
                    #expect(InspectorConnection.processes() == [])
                }
            }
        }

        @Test("A folder that is a symbolic link, that is open to others or that belongs to another user is refused")
        func unsafe() async {
            await #expect(processExitsWith: .success) {
                let folder = try SocketFolder()
                let heed = folder.path + "/heed"
                func expectRefusal(_ problem: String) {
                    let error = #expect(throws: InspectorConnectionError.self) { try InspectorServer(session: FakeSession()) }
                    #expect(error?.kind == .unsafeFolder)
                    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
                }
                setenv("XDG_RUNTIME_DIR", folder.path, 1)
                mkdir(folder.path + "/target", 0o700)
                symlink(folder.path + "/target", heed)
                expectRefusal("it is a symbolic link")
                setenv("XDG_RUNTIME_DIR", heed, 1)
                expectRefusal("it is a symbolic link")
                setenv("XDG_RUNTIME_DIR", folder.path, 1)
                unlink(heed)

                try Data().write(to: URL(filePath: heed))
                expectRefusal("isn't a folder")
                unlink(heed)

                mkdir(heed, 0o700)
                chmod(heed, 0o750)
                expectRefusal("other users can access it; its mode is 750")
                chmod(heed, 0o700)
                chmod(folder.path, 0o1777)
                expectRefusal("other users can access it")
                chmod(folder.path, 0o755)
                if geteuid() == 0 {
                    chown(heed, 65_534, 65_534)
                    expectRefusal("it belongs to the user with the number 65534")
                }
            }
        }
    }
#endif
