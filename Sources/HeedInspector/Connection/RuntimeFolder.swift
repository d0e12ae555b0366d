#if os(Linux)

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// The folder with the sockets of the user's processes: `heed` in `$XDG_RUNTIME_DIR`.
    struct RuntimeFolder {
        let path: String

        /// Finds the folder, whether it exists or not.
        init() throws(InspectorConnectionError) {
            guard let parent = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), parent.hasPrefix("/") else {
                throw InspectorConnectionError(
                    .noRuntimeFolder,
                    """
                    XDG_RUNTIME_DIR isn't set to an absolute path, so there is no folder for the inspector's socket. Set it to a folder \
                    that only you can access, or give the path of the socket.
                    """
                )
            }
            path = parent + "/heed"
        }

        func socketPath(of process: Int32) -> String {
            "\(path)/\(process).sock"
        }

        /// The processes that have a socket here, whether they still run or not.
        var processes: [Int32] {
            guard let folder = opendir(path) else { return [] }
            defer { closedir(folder) }
            var processes: [Int32] = []
            while let entry = readdir(folder) {
                // SAFETY: the entry is valid until the next call, and its name ends with a zero within its length.
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                guard name.hasSuffix(".sock"), let process = Int32(name.dropLast(5)), process > 0, name == "\(process).sock" else {
                    continue
                }
                processes.append(process)
            }
            return processes.sorted()
        }

        /// Creates the folder if it is missing, and checks that only this user can access it.
        func prepare() throws(InspectorConnectionError) {
            let parent = String(path.dropLast("/heed".count))
            try check(parent, allowing: 0o755)
            if mkdir(path, 0o700) != 0, errno != EEXIST {
                throw InspectorConnectionError(.cannotListen, path: path, "The folder \(path) can't be created: \(systemErrorText()).")
            }
            try check(path, allowing: 0o700)
        }

        private func check(_ path: String, allowing mode: mode_t) throws(InspectorConnectionError) {
            guard let folder = FileDescriptor(open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) else {
                let problem = errno == ELOOP || errno == ENOTDIR ? "it is a symbolic link, or isn't a folder" : systemErrorText()
                throw unsafe(path, problem)
            }
            var status = stat()
            guard fstat(folder.number, &status) == 0 else { throw unsafe(path, systemErrorText()) }
            guard status.st_uid == geteuid() else { throw unsafe(path, "it belongs to the user with the number \(status.st_uid)") }
            guard status.st_mode & 0o777 & ~mode == 0 else {
                throw unsafe(path, "other users can access it; its mode is \(String(status.st_mode & 0o777, radix: 8))")
            }
        }

        private func unsafe(_ path: String, _ problem: String) -> InspectorConnectionError {
            InspectorConnectionError(
                .unsafeFolder,
                path: path,
                "The inspector's socket can't be in \(path): \(problem). It has to be a folder of your own that no other user can change."
            )
        }
    }

#endif
