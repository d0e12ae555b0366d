import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("The grid's list of places")
    struct GridModelTests {
        private let model = GridModel()
        private let events: Events

        init() {
            _ = TestApplication.shared
            model.replace(0..<0, withCount: 1_000)
            events = Events(of: model)
        }

        private var gtk: OpaquePointer { model.object.opaque }

        /// The selected places, as GTK asks for them.
        private func selection(from place: Int = 0, count: Int? = nil) -> [Int] {
            let bits = gtk_selection_model_get_selection_in_range(gtk, guint(place), guint(count ?? model.count))
            defer { gtk_bitset_unref(bits) }
            return (0..<gtk_bitset_get_size(bits)).map { Int(gtk_bitset_get_nth(bits, guint($0))) }
        }

        @Test("It is a list of empty objects, as long as it has places")
        func isList() {
            #expect(g_list_model_get_n_items(gtk) == 1_000)
            #expect(g_list_model_get_item_type(gtk) == g_object_get_type())
            let item = g_list_model_get_item(gtk, 999)
            #expect(item != nil)
            g_object_unref(item)
            #expect(g_list_model_get_item(gtk, 1_000) == nil)
        }

        @Test("One place is selected beside others or alone, and what changes is reported once")
        func selectsOne() {
            #expect(gtk_selection_model_select_item(gtk, 5, 0) != 0)
            #expect(gtk_selection_model_select_item(gtk, 9, 0) != 0)
            #expect(selection() == [5, 9])
            #expect(gtk_selection_model_select_item(gtk, 7, 1) != 0)
            #expect(selection() == [7])
            #expect(gtk_selection_model_is_selected(gtk, 7) != 0 && gtk_selection_model_is_selected(gtk, 9) == 0)
            #expect(gtk_selection_model_select_item(gtk, 7, 1) != 0)
            #expect(gtk_selection_model_unselect_item(gtk, 7) != 0)
            #expect(selection() == [])
            #expect(events.take() == [.selection(5, 1), .selection(9, 1), .selection(5, 5), .selection(7, 1)])
        }

        @Test("A range is selected and unselected, beside others or alone")
        func selectsRange() {
            model.select([2, 50])
            #expect(events.take() == [.selection(2, 49)])
            #expect(gtk_selection_model_select_range(gtk, 10, 3, 0) != 0)
            #expect(selection() == [2, 10, 11, 12, 50])
            #expect(gtk_selection_model_unselect_range(gtk, 11, 100) != 0)
            #expect(selection() == [2, 10])
            #expect(gtk_selection_model_select_range(gtk, 10, 2, 1) != 0)
            #expect(selection() == [10, 11])
            #expect(events.take() == [.selection(10, 3), .selection(11, 40), .selection(2, 10)])
        }

        @Test("All places are selected and unselected")
        func selectsAll() {
            model.select([3])
            _ = events.take()
            #expect(gtk_selection_model_select_all(gtk) != 0)
            #expect(gtk_bitset_get_size(model.selected) == 1_000)
            #expect(gtk_selection_model_unselect_all(gtk) != 0)
            #expect(selection() == [])
            #expect(events.take() == [.selection(0, 1_000), .selection(0, 1_000)])
        }

        @Test("Only places of the mask change, and none that don't exist")
        func keepsToMask() {
            model.select([1, 2, 3])
            _ = events.take()
            let (selected, mask) = (gtk_bitset_new_range(3, 10), gtk_bitset_new_range(2, 3))
            #expect(gtk_selection_model_set_selection(gtk, selected, mask) != 0)
            #expect(selection() == [1, 3, 4])
            #expect(events.take() == [.selection(2, 3)])
            gtk_bitset_add(selected, 1_000)
            gtk_bitset_add(selected, guint.max)
            gtk_bitset_add_range_closed(mask, 900, guint.max)
            #expect(gtk_selection_model_set_selection(gtk, selected, mask) != 0)
            #expect(selection() == [1, 3, 4])
            #expect(gtk_bitset_get_size(model.selected) == 3)
            #expect(events.take() == [])
            gtk_bitset_unref(selected)
            gtk_bitset_unref(mask)
        }

        @Test("The selection in a range stays as it is when the model's changes")
        func copiesSelection() {
            model.select([4, 8, 12])
            #expect(selection(from: 5, count: 7) == [8])
            let bits = gtk_selection_model_get_selection(gtk)
            model.select([])
            #expect(gtk_bitset_get_size(bits) == 3)
            gtk_bitset_unref(bits)
        }

        @Test(
            "Of places that are replaced, only their number changes, and their selection ends",
            arguments: [
                (5..<5, 3, [Event.items(5, 0, 3)], [4, 13, 23]),
                (5..<8, 0, [.items(5, 3, 0)], [4, 7, 17]),
                (4..<8, 2, [.items(6, 2, 0), .selection(4, 1)], [8, 18]),
                (10..<12, 5, [.items(12, 0, 3), .selection(10, 1)], [4, 23]),
                (4..<21, 17, [.selection(4, 17)], []),
                (0..<1_000, 3, [.items(3, 997, 0)], []),
                (0..<1_000, 5, [.items(5, 995, 0), .selection(4, 1)], []),
                (11..<15, 4, [], [4, 10, 20]),
                (7..<7, 0, [], [4, 10, 20]),
            ])
        func replaces(places: Range<Int>, newCount: Int, expected: [Event], selected: [Int]) {
            model.select([4, 10, 20])
            _ = events.take()
            model.replace(places, withCount: newCount)
            #expect(events.take() == expected)
            #expect(selection() == selected)
            #expect(model.count == 1_000 - places.count + newCount && g_list_model_get_n_items(gtk) == guint(model.count))
        }

        enum Event: Equatable {
            case items(_ place: Int, _ removed: Int, _ added: Int)
            case selection(_ place: Int, _ count: Int)
        }

        /// The model's reports.
        @MainActor
        private final class Events {
            private var events: [Event] = []
            private var connections: [SignalConnection] = []

            init(of model: GridModel) {
                connections = [
                    SignalConnection(to: model.object, "items-changed") { [weak self] arguments in
                        self?.events.append(
                            .items(Int(arguments.unsigned(0)), Int(arguments.unsigned(1)), Int(arguments.unsigned(2))))
                    },
                    SignalConnection(to: model.object, "selection-changed") { [weak self] arguments in
                        self?.events.append(.selection(Int(arguments.unsigned(0)), Int(arguments.unsigned(1))))
                    },
                ]
            }

            func take() -> [Event] {
                defer { events = [] }
                return events
            }
        }
    }
}
