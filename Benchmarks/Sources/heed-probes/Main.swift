/// Goes one of Heed's own ways as often as told, so that somebody can count what it costs: `heed-probes NAME TIMES`. Without arguments it
/// names the ways.
@main
enum Main {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.isEmpty {
            for probe in Probe.all { print(probe.name) }
            return
        }
        guard arguments.count == 2, let times = Int(arguments.last!), times > 0,
            let probe = Probe.all.first(where: { $0.name == arguments.first })
        else {
            fatalError("heed-probes: say NAME and TIMES; without arguments the names are listed")
        }
        probe.prepare()(times)
    }
}
