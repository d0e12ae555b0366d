internal import CAdwaita
internal import FileNames

/// Opens files and folders with other programs, never with this one, which the user may have chosen for folders.
@MainActor
public enum Launcher {
    /// Shows a file with its default program, or a folder in the file manager.
    public static func open(_ path: String) async throws(LaunchError) {
        let file = file(path)
        let program = try await program(for: file, path: path)
        try await launch(program, with: [file], path: path)
    }

    /// Plays audio files in their order with the default player.
    ///
    /// A player that takes only one file gets a playlist.
    ///
    /// - Parameter paths: the files; at least one.
    public static func play(_ paths: [String]) async throws(LaunchError) {
        guard let first = paths.first else { return }
        let files = paths.map(file)
        let player = try await program(for: files[0], path: first)
        if paths.count > 1, !takesSeveral(player), reads(player, "audio/x-mpegurl") {
            try await launch(player, with: [playlist(of: files)], path: first)
        } else {
            try await launch(player, with: files, path: first)
        }
    }

    /// Returns the default program for a file's type.
    private static func program(for file: GObjectReference, path: String) async throws(LaunchError) -> GObjectReference {
        let answer = await AsyncAnswer.to { callback, data in
            g_file_query_default_handler_async(file.opaque, G_PRIORITY_DEFAULT, nil, callback, data)
        }
        var error: UnsafeMutablePointer<GError>?
        let program = withExtendedLifetime(answer) { g_file_query_default_handler_finish(file.opaque, answer.opaque, &error) }
        guard let program else { throw LaunchError(error, path: path) }
        let preferred = GObjectReference(taking: UnsafeMutableRawPointer(program))
        return isThisOne(preferred) ? try await anotherProgram(for: file, path: path) : preferred
    }

    /// Returns the next best program for a file's type.
    private static func anotherProgram(for file: GObjectReference, path: String) async throws(LaunchError) -> GObjectReference {
        let answer = await AsyncAnswer.to { callback, data in
            g_file_query_info_async(
                file.opaque, G_FILE_ATTRIBUTE_STANDARD_CONTENT_TYPE, G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, nil, callback, data)
        }
        var error: UnsafeMutablePointer<GError>?
        let info = withExtendedLifetime(answer) { g_file_query_info_finish(file.opaque, answer.opaque, &error) }
        guard let info else { throw LaunchError(error, path: path) }
        let owned = GObjectReference(taking: UnsafeMutableRawPointer(info))
        let programs = withExtendedLifetime(owned) { g_app_info_get_all_for_type(g_file_info_get_content_type(info)) }
        defer { g_list_free(programs) }
        var others: [GObjectReference] = []
        var next = programs
        while let link = next {
            if let program = link.pointee.data { others.append(GObjectReference(taking: program)) }
            next = link.pointee.next
        }
        guard let other = others.first(where: { !isThisOne($0) }) else { throw .noProgram(path: path) }
        return other
    }

    /// Returns whether a program is this one: its desktop file has the application's name, to which the application's ID may add the
    /// library's name.
    private static func isThisOne(_ program: GObjectReference) -> Bool {
        guard let own = g_application_get_default().flatMap(g_application_get_application_id).map({ String(cString: $0) }),
            let file = g_app_info_get_id(program.opaque).map({ String(cString: $0) })
        else { return false }
        let name = file.hasSuffix(".desktop") ? String(file.dropLast(".desktop".count)) : file
        return own == name || own.hasPrefix(name + ".")
    }

    private static func launch(_ program: GObjectReference, with files: [GObjectReference], path: String) async throws(LaunchError) {
        var list: UnsafeMutablePointer<GList>?
        for file in files.reversed() { list = g_list_prepend(list, g_file_get_uri(file.opaque)) }
        let context = gdk_display_get_default().flatMap(gdk_display_get_app_launch_context).map {
            GObjectReference(taking: UnsafeMutableRawPointer($0))
        }
        let answer = await AsyncAnswer.to { callback, data in
            g_app_info_launch_uris_async(program.opaque, list, context?.cast(), nil, callback, data)
        }
        g_list_free_full(list, g_free)
        var error: UnsafeMutablePointer<GError>?
        let isLaunched = withExtendedLifetime((answer, context)) {
            g_app_info_launch_uris_finish(program.opaque, answer.opaque, &error) != 0
        }
        guard isLaunched else { throw LaunchError(error, path: path) }
    }

    /// Returns whether a program takes several files at one start. A program without a command line is started over the bus.
    private static func takesSeveral(_ program: GObjectReference) -> Bool {
        guard let command = g_app_info_get_commandline(program.opaque).map({ String(cString: $0) }) else { return true }
        return command.contains("%U") || command.contains("%F")
    }

    private static func reads(_ program: GObjectReference, _ type: String) -> Bool {
        guard var types = g_app_info_get_supported_types(program.opaque) else { return false }
        while let name = types.pointee {
            if String(cString: name) == type { return true }
            types += 1
        }
        return false
    }

    /// Writes a playlist of the files. There is only one such playlist at a time, and it is deleted when the session ends.
    private static func playlist(of files: [GObjectReference]) throws(LaunchError) -> GObjectReference {
        let addresses = files.compactMap { file -> String? in
            guard let address = g_file_get_uri(file.opaque) else { return nil }
            defer { g_free(address) }
            return String(cString: address)
        }
        let text = (["#EXTM3U"] + addresses).joined(separator: "\n") + "\n"
        let path = String(cString: g_get_user_runtime_dir()) + "/sleeves.m3u8"
        var error: UnsafeMutablePointer<GError>?
        guard g_file_set_contents_full(path, text, gssize(text.utf8.count), G_FILE_SET_CONTENTS_CONSISTENT, 0o600, &error) != 0 else {
            throw LaunchError(error, path: path)
        }
        return file(path)
    }

    private static func file(_ path: String) -> GObjectReference {
        guard let file = FileName.withSystemName(path, { g_file_new_for_path($0) }) else {
            fatalError("GIO does not return without a file")
        }
        return GObjectReference(taking: UnsafeMutableRawPointer(file))
    }
}
