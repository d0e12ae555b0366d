import CAdwaita
import Testing

@testable import GTKAdapters

@Suite("Values of the message bus")
struct BusValueTests {
    private static let values: [BusValue] = [
        .bool(true), .bool(false), .int32(.min), .uint32(.max), .int64(.min), .uint64(.max), .double(0.5), .string(""),
        .string("Élodie “Vaucanson” 日本"), .objectPath("/org/example/1"), .strings([]), .strings(["one", "two"]), .dictionary([:]),
        .dictionary(["a": .int32(1), "b": .strings(["c"]), "d": .dictionary(["e": .bool(true)])]),
    ]

    @Test("A value is read as it was written", arguments: values)
    func roundTrip(_ value: BusValue) throws {
        #expect(try read(value.variant) == value)
        let tuple = try #require(BusValue.tuple(of: [value, value]))
        g_variant_ref_sink(tuple)
        defer { g_variant_unref(tuple) }
        #expect(BusValue.elements(of: tuple) == [value, value])
    }

    @Test(
        "Values of other types are not read, and are left out of dictionaries",
        arguments: [("(ii)", "(1, 2)"), ("ai", "[1, 2]"), ("y", "7"), ("a{ss}", "{'a': 'b'}"), ("g", "'s'")])
    func otherTypes(_ type: String, _ text: String) throws {
        #expect(try read(parsed(type, text)) == nil)
        let dictionary = try parsed("a{sv}", "{'other': <@\(type) \(text)>, 'own': <1>}")
        #expect(try read(dictionary) == .dictionary(["own": .int32(1)]))
    }

    @Test("Deep and large values are not read")
    func limits() throws {
        let deep = String(repeating: "<", count: 40) + "1" + String(repeating: ">", count: 40)
        #expect(try read(parsed("v", deep)) == nil)
        #expect(try read(BusValue.string(String(repeating: "x", count: 2 << 20)).variant) == nil)
    }

    @Test("A variant is read as the value in it")
    func variant() throws {
        #expect(try read(parsed("v", "<'text'>")) == .string("text"))
    }

    @Test("A text that is no object path is written as the root")
    func noPath() throws {
        for text in ["", "a", "/a/", "//", "/a b", "/é"] {
            #expect(!BusValue.isObjectPath(text))
            #expect(try read(BusValue.objectPath(text).variant) == .objectPath("/"))
        }
        for text in ["/", "/a", "/a_1/B2"] { #expect(BusValue.isObjectPath(text)) }
    }

    @Test("Integers of every width are one kind of number")
    func integers() {
        let values: [BusValue] = [.int32(-1), .uint32(1), .int64(2), .uint64(3), .uint64(.max), .double(1)]
        #expect(values.map(\.integer) == [-1, 1, 2, 3, nil, nil])
    }

    private func read(_ variant: OpaquePointer?) throws -> BusValue? {
        let variant = try #require(variant)
        g_variant_ref_sink(variant)
        defer { g_variant_unref(variant) }
        return BusValue(variant)
    }

    private func parsed(_ type: String, _ text: String) throws -> OpaquePointer {
        let type = g_variant_type_new(type)
        defer { g_variant_type_free(type) }
        return try #require(g_variant_parse(type, text, nil, nil, nil))
    }
}
