import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("A drop target for pictures")
    struct DropTargetTests {
        private let target = DropTarget(accepting: .filesAndPictures)

        init() {
            _ = TestApplication.shared
        }

        @Test("Files arrive as paths, addresses as text, pictures as bytes")
        func kinds() {
            let (path, other, address) = ("/music/cover.jpg", "/music/Second Folder", "https://example.org/a.png")
            #expect(dropped { setFiles([path], in: &$0) } == .files([path]))
            #expect(dropped { setFiles([address, path, other], in: &$0) } == .files([path, other]))
            #expect(dropped { setFiles([address, address], in: &$0) } == .address(address))
            let bytes: [UInt8] = [0x89, 0x50, 0, 1]
            let picture = dropped { value in
                g_value_init(&value, g_bytes_get_type())
                g_value_take_boxed(&value, UnsafeRawPointer(g_bytes_new(bytes, gsize(bytes.count))))
            }
            #expect(picture == .picture(bytes))
        }

        @Test("A picture that GTK would have to decode is not taken")
        func textures() {
            var count: gsize = 0
            let types = gtk_drop_target_get_gtypes(target.object.opaque, &count)
            #expect((0..<Int(count)).compactMap { types?[$0] } == [gdk_file_list_get_type(), g_bytes_get_type()])
        }

        private func setFiles(_ places: [String], in value: inout GValue) {
            var files = places.map { g_file_new_for_commandline_arg($0) }
            defer { files.forEach { g_object_unref(UnsafeMutableRawPointer($0)) } }
            let list = gdk_file_list_new_from_array(&files, gsize(files.count))
            g_value_init(&value, gdk_file_list_get_type())
            g_value_take_boxed(&value, UnsafeRawPointer(list))
        }

        /// Returns what the target says was dropped, when GTK's signal comes with this value.
        private func dropped(_ fill: (inout GValue) -> Void) -> DropTarget.Dropped? {
            var dropped: DropTarget.Dropped?
            target.onDrop = {
                dropped = $0
                return true
            }
            var content = GValue()
            fill(&content)
            defer { g_value_unset(&content) }
            var arguments = [GValue(), GValue(), GValue(), GValue()]
            g_value_init(&arguments[0], gtk_drop_target_get_type())
            g_value_set_object(&arguments[0], target.object.pointer)
            g_value_init(&arguments[1], g_value_get_type())
            withUnsafePointer(to: content) { g_value_set_boxed(&arguments[1], $0) }
            for index in 2...3 { g_value_init(&arguments[index], g_type_from_name("gdouble")) }
            defer { for index in arguments.indices { g_value_unset(&arguments[index]) } }
            var answer = GValue()
            g_value_init(&answer, sleeves_type_boolean())
            g_signal_emitv(arguments, g_signal_lookup("drop", gtk_drop_target_get_type()), 0, &answer)
            #expect(g_value_get_boolean(&answer) != 0)
            return dropped
        }
    }
}
