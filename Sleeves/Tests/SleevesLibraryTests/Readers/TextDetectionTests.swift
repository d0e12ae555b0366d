import Testing

@testable import SleevesCovers
@testable import SleevesLibrary

@Suite("The encoding of texts that don't declare it")
struct TextDetectionTests {
    private static let reader = MediaReader(pool: ReaderPrograms.pool(ReaderPrograms.sleeves, milliseconds: 20_000))

    /// The texts of folders: an artist, an album, titles.
    static let folders: [(TextEncoding, [String])] = [
        (.simplifiedChinese, ["林小溪", "春天的声音", "清晨的雨", "山间小路", "回到故乡"]),
        (.simplifiedChinese, ["王明远", "十二月的海边", "看不见的城市"]),
        (.simplifiedChinese, ["张雨 (Rain)", "Love 爱在深秋", "Intro", "我们的歌 (Live)", "Remix 之二", "告别的时候"]),
        (.simplifiedChinese, ["The Hills", "山的那边"]),
        (.simplifiedChinese, ["陳美玲", "遠方的朋友", "愛的故事"]),
        (.traditionalChinese, ["陳美玲", "遠方的朋友", "愛的故事", "時間過得很快", "讓我們開始"]),
        (.traditionalChinese, ["張學文", "夢中的花園"]),
        (.traditionalChinese, ["吳大中 & Blue Sea", "愛情的盡頭"]),
        (.japanese, ["山田花子", "春のうた", "さくらの道", "東京の夜", "ありがとう"]),
        (.japanese, ["ミドリノ森", "メロディー・コレクション", "スタートライン"]),
        (.japanese, ["青木春夫", "夏の終わり", "君と見た空"]),
        (.korean, ["김하늘", "봄날의 노래", "첫사랑", "비 오는 거리"]),
        (.korean, ["박서준호", "겨울 바다"]),
        (.cyrillic, ["Ирина Полянская", "Северное лето", "Дорога домой", "Снег идёт"]),
        (.cyrillic, ["Группа Ветер", "Осень"]),
        (.cyrillic, ["БЕЛЫЕ НОЧИ", "Утро № 5 – «Город»", "Demo 2"]),
    ]

    private static func bytes(_ texts: [String], _ encoding: TextEncoding) -> [[UInt8]] {
        texts.map { LegacyText.bytes($0, LegacyText.name(encoding)) }
    }

    @Test(arguments: folders.indices)
    func `is that of all texts of a folder together, and they are decoded from it`(index: Int) throws {
        let (encoding, texts) = Self.folders[index]
        let bytes = Self.bytes(texts, encoding)
        for reader in [MediaReader.inThisProcess, Self.reader] {
            #expect(try reader.encoding(of: bytes) == encoding)
            #expect(try reader.decode(bytes, as: encoding) == texts)
        }
        // Nor does it matter in which order they are.
        #expect(try MediaReader.inThisProcess.encoding(of: bytes.reversed()) == encoding)
        let list = Array(bytes.joined(separator: [UInt8(ascii: "\n")]))
        #expect(try Self.reader.text(of: list) == texts.joined(separator: "\n"))
    }

    /// Names as Western languages have them: of artists, albums and titles, invented ones among them.
    static let western = """
        Motörhead|Sigur Rós|Françoise Hardy|Café del Mar|Björk|Ágætis byrjun|Mötley Crüe|Blue Öyster Cult|Hüsker Dü|Queensrÿche|Die Ärzte
        Götterdämmerung|Größe|Übergröße|ÜBERGRÖSSE|BJÖRN ÅÄÖ|ÄÖÜ|ÉTÉ|À L'ÎLE|Þú ert jörðin|Lömuð af ást|Mägo de Oz|Año Nuevo|José González
        Édith Piaf|L’Accordéoniste|“Zen Arcade”|Ænima|Naïve – Más|¡Uno!|¿Qué?|Øystein Sævås|Blåbærøl|São Paulo|Coração|Ações|«Été»|25°|N° 1
        Mylène Farmer|Zaz à la Cigale|Noël|Où es-tu ?|Garçon|Œuvre|Crème brûlée|Déjà vu|Ça ira|Maïté|Château|Forêt|Là-bas|Ó|Õhtu|Öö|Jäääär
        Ñandú|Piñata|Niño|Corazón|Canción|Pingüino|Él|Última|Ámbar|Íntimo|Año 2000|Señor Coconut|El Niño|Mañana|Brise|À bientôt|Voilà
        Händel|Dvorák|Fauré|Saint-Saëns|Boëllmann|Grétry|Pärt|Grünewald|Brötzmann|Schönberg|Köln|Düsseldorf|Weiß|Süß|Füße|Mädchen|Straße
        Åse|Ålesund|Øya|Ærø|Smørrebrød|Rød grød|Få|Små grodorna|Hej då|Sjösala|Höst|Vår|Sång|På väg|Nyår|Kärlek|Yön yli|Äiti|Kesäyö|Hyvää yötä
        Þorlákur|Íslenska|Bubbi & Megas: Bláir draumar|Ég|Óður|Ævintýri|Nótt|Sól|Vögguvísa|Þjóðlög|Ég á líf|Föðurland|Múm|Hjálmar|Jónsi
        João|Não|Ilusão|Canções|Você|Avô|Avó|Pão|Mãe|Três|Última sessão|Coração ação|Português|Açaí|Água|Índio|Órfão|É tarde|Às vezes
        Perù|Perché no|Così|Più|Città|È la vita|Caffè|Lunedì|Virtù|Sanità|½ Price|±0|© 1999|® Records|™|Café Tacvba|Beyoncé|Tiësto|Röyksopp
        Žižek|Šuma|Œil|Ÿ|Zoë|Chloë|Citroën|Aïda|Haïti|Raúl|Lù|Bí|Ní Bhraonáin|Clannad – Dúlamán|Éirígh Suas|Gráinne|Tír na nÓg|Sláinte
        Ångström|Günther & Ørsted|ÅÆØ|Ööbiöö|Èze|Ò|Ù|Ë|Ê|Û|Â|Ô|Î|Ï|Ð|ÐÞ|ßüß|œuf à la coque|Œdipe|Ÿvelines|…|–|„Gänsefüßchen“|‹Été›
        """.split { $0 == "|" || $0.isNewline }.map(String.init)

    @Test func `is Western for genuine Western names, one by one and in folders of any size`() throws {
        for name in Self.western {
            let bytes = Self.bytes([name], .western)
            #expect(try MediaReader.inThisProcess.encoding(of: bytes) == .western, "\(name)")
        }
        var random = SeededRandom(seed: 5)
        for size in [2, 3, 5, 8, 15, 40] {
            for _ in 0..<2000 {
                let names = (0..<size).map { _ in Self.western[random.number(below: Self.western.count)] }
                #expect(try MediaReader.inThisProcess.encoding(of: Self.bytes(names, .western)) == .western, "\(names)")
            }
        }
    }

    @Test func `is Western for Western names in other encodings than Windows-1252`() throws {
        for encoding in ["UTF-8", "ISO-8859-15", "CP1250", "CP1254"] {
            for texts in [["Größe", "Ähre", "Übermut"], ["Été", "Cœur"], ["Mädchen", "Straße"]] {
                let bytes = texts.compactMap { text in
                    encoding == "CP1254" || encoding == "UTF-8" || !text.contains("œ") ? LegacyText.bytes(text, encoding) : nil
                }
                #expect(try MediaReader.inThisProcess.encoding(of: bytes) == .western)
            }
        }
    }

    @Test func `is that of the folder for short texts that are UTF-8 by chance`() throws {
        // These two characters are UTF-8 for others in GBK.
        let short = LegacyText.bytes("牡", "GBK")
        #expect(TextEncoding.western(short) == "ĵ")
        #expect(try Self.reader.decode([short], as: .simplifiedChinese) == ["牡"])
        #expect(try Self.reader.decode([Array("林小溪".utf8)], as: .simplifiedChinese) == ["林小溪"])
    }

    @Test func `costs a text only what is cut or damaged`() throws {
        let whole = LegacyText.bytes("清晨的雨", "GBK")
        #expect(try Self.reader.decode([whole.dropLast()].map(Array.init), as: .simplifiedChinese) == ["清晨的"])
        #expect(try Self.reader.decode([whole + [0xFF] + whole], as: .simplifiedChinese) == ["清晨的雨\u{FFFD}清晨的雨"])
    }

    @Test func `is found in any bytes without a failure, in the reader as here`() throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<300 {
            let texts = (0..<random.number(below: 12)).map { _ in
                (0..<random.number(below: 60)).map { _ in UInt8(random.number(below: 256)) }
            }
            let found = try Self.reader.encoding(of: texts)
            #expect(try MediaReader.inThisProcess.encoding(of: texts) == found)
            for encoding in TextEncoding.allCases {
                #expect(try Self.reader.decode(texts, as: encoding) == MediaReader.inThisProcess.decode(texts, as: encoding))
            }
        }
    }
}
