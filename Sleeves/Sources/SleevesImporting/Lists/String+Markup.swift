internal import SleevesModel

extension String {
    /// The number of times that a text can have been escaped.
    private static let escapings = 3

    /// Returns the text without the escapes of HTML: `&amp;`, `&eacute;`, `&#39;`, `&#x27;`. Programs that export lists escape some texts twice.
    func withoutMarkup() -> String {
        var text = self
        for _ in 0..<Self.escapings where text.utf8.contains(UInt8(ascii: "&")) {
            let plain = text.unescapingMarkup()
            if plain == text { break }
            text = plain
        }
        return text
    }

    private func unescapingMarkup() -> String {
        var plain = ""
        var rest = self[...]
        while let start = rest.firstIndex(of: "&") {
            plain += rest[..<start]
            rest = rest[start...]
            guard let end = rest.prefix(12).firstIndex(of: ";"), let sign = Self.sign(rest[rest.index(after: start)..<end]) else {
                plain += "&"
                rest = rest.dropFirst()
                continue
            }
            plain.unicodeScalars.append(sign)
            rest = rest[rest.index(after: end)...]
        }
        return plain + rest
    }

    /// Returns the character that an escape names.
    private static func sign(_ name: Substring) -> Unicode.Scalar? {
        if name.hasPrefix("#") {
            let digits = name.dropFirst()
            let isHexadecimal = digits.first == "x" || digits.first == "X"
            let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            // Numbers that are controls in Unicode are meant as Windows' letters.
            return number.flatMap { number in UInt8(exactly: number).flatMap { TextEncoding.windowsSigns[$0] } ?? Unicode.Scalar(number) }
        }
        return markupNames[String(name)]
    }

    /// The names of characters in HTML 4: those of markup itself, of Latin 1, and of usual punctuation.
    private static let markupNames: [String: Unicode.Scalar] = {
        var names: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’",
            "sbquo": "‚",
            "ldquo": "“", "rdquo": "”", "bdquo": "„", "hellip": "…", "bull": "•", "trade": "™", "euro": "€", "OElig": "Œ", "oelig": "œ",
            "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ",
        ]
        let latin = """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil \
            sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave \
            Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute \
            acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml \
            divide oslash ugrave uacute ucirc uuml yacute thorn yuml
            """
        for (index, name) in latin.split(separator: " ").enumerated() { names[String(name)] = Unicode.Scalar(UInt8(0xA0 + index)) }
        return names
    }()
}
