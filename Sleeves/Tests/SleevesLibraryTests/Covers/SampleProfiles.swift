import Foundation

@testable import SleevesLibrary

/// Small ICC profiles, made with Little CMS, under which every colour but white and black looks like another one.
enum SampleProfiles {
    /// Red is green, green is blue, blue is red.
    static let rgb = decode(
        """
        AAACTGxjbXMCEAAAbW50clJHQiBYWVogB+oACwAVAA4AMwAeYWNzcEFQUEwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1sY21zAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALZGVzYwAAAQgAAABwY3BydAAAAXgAAAAhd3RwdAAAAZwAAAAUY2hhZAAAAbAAAAAsclhZWgAA
        AdwAAAAUYlhZWgAAAfAAAAAUZ1hZWgAAAgQAAAAUclRSQwAAAhgAAAAOZ1RSQwAAAhgAAAAOYlRSQwAAAhgAAAAOY2hybQAAAigAAAAkZGVzYwAAAAAAAAAHdHVy
        bmVkAAAAAAAAAAAHAHQAdQByAG4AZQBkAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAHRleHQAAAAATm8gY29weXJpZ2h0LCB1c2UgZnJlZWx5AAAAAFhZWiAAAAAAAAD21gABAAAAANMtc2YzMgAAAAAAAQxCAAAF3v//8yUAAAeTAAD9kP//+6H/
        //2iAAAD3AAAwG5YWVogAAAAAAAAYpcAALeHAAAY2VhZWiAAAAAAAABvoAAAOPUAAAOQWFlaIAAAAAAAACSfAAAPhAAAtsNjdXJ2AAAAAAAAAAECMwAAY2hybQAA
        AAAAAwAAAABMzQAAmZoAACZmAAAPXAAAo9cAAFR7
        """
    )

    /// The same for inks: what would look red looks green, and so on.
    static let cmyk = decode(
        """
        AAAB3GxjbXMCEAAAcHJ0ckNNWUtMYWIgB+oACwAVAA4AMwAeYWNzcEFQUEwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1sY21zAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADQTJCMAAAAKgAAACwZGVzYwAAAVgAAABwd3RwdAAAAcgAAAAUbWZ0MgAAAAAEAwIAAAEAAAAA
        AAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAIAAgAA//8AAP//AAD//wAA/////4CAgIAAAICAgIDoGk2kcXsAAICAgID533Cx3kIAAICAgIDg0DDq0c8A
        AICAgICaB95pQ8MAAICAgIBLsMUOEAgAAICAgICK+9GhxqoAAICAgIAAAICAgIAAAICAgIAAAP//AAD//wAA//9kZXNjAAAAAAAAAAd0dXJuZWQAAAAAAAAAAAcA
        dAB1AHIAbgBlAGQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWFlaIAAAAAAA
        APbWAAEAAAAA0y0=
        """
    )

    /// Grey whose numbers are amounts of light: 55 looks like 128.
    static let grey = decode(
        """
        AAABgGxjbXMCEAAAbW50ckdSQVlYWVogB+oACwAVAA4AMwAeYWNzcEFQUEwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1sY21zAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEZGVzYwAAALQAAACEY3BydAAAATgAAAAhd3RwdAAAAVwAAAAUa1RSQwAAAXAAAAAOZGVzYwAA
        AAAAAAAOZ3JheSBidWlsdC1pbgAAAAAAAAAADgBnAHIAYQB5ACAAYgB1AGkAbAB0AC0AaQBuAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAdGV4dAAAAABObyBjb3B5cmlnaHQsIHVzZSBmcmVlbHkAAAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1jdXJ2
        AAAAAAAAAAEBAAAA
        """
    )

    /// A picture of 60 × 40 pixels, all of them grey with the number 55.
    static let greyJPEG = decode(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAAL
        CAAoADwBAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAA/AI8AAAAAAAAAAAAAf//Z
        """
    )

    /// The four fields of the other samples as AVIF.
    static let avif = decode(
        """
        AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImls
        b2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAUgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAAC
        AAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAAA8AAAAKAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAAFptZGF0EgAKBhgVe52B
        CDJGRNAAggghQNm1yK/9vteGYNYgwJ/2qU8Vmmbt/xlAoaz8wPfVocO1+2E1i9+xrFnAk/k2Fye1MQ0aTeF3VQZM/wekbWspLA==
        """
    )

    /// A JPEG with a profile in it.
    static func jpeg(_ bytes: [UInt8], with profile: [UInt8]) -> [UInt8] {
        let payload = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
        let length = payload.count + 2
        let segment: [UInt8] = [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
        return Array(bytes[..<2]) + segment + Array(bytes[2...])
    }

    /// A PNG with a profile in it, not compressed.
    static func png(_ bytes: [UInt8], with profile: [UInt8]) -> [UInt8] {
        let count = [UInt8(profile.count & 0xFF), UInt8(profile.count >> 8)]
        var (low, high) = (1, 0)
        for byte in profile {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        var chunk = Array("iCCPturned".utf8) + [0, 0, 0x78, 0x01, 1]
        chunk += count + count.map { ~$0 }
        chunk += profile + bigEndian(high << 16 | low)
        let whole = bigEndian(chunk.count - 4) + chunk + bigEndian(Int(crc(chunk)))
        return Array(bytes[..<33]) + whole + Array(bytes[33...])
    }

    /// Portable Network Graphics (third edition), annex D.
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = ~0
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
        }
        return ~sum
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func decode(_ text: String) -> [UInt8] {
        Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters)!)
    }
}
