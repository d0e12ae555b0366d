import Foundation

/// The kernel's figures of processes.
enum ProcessTable {
    /// The processes that a process has started, and those that they have.
    static func descendants(of process: pid_t) -> [pid_t] {
        let parents = Dictionary(uniqueKeysWithValues: all.compactMap { child in parent(of: child).map { (child, $0) } })
        var found = [process]
        var index = 0
        while index < found.count {
            found += parents.filter { $0.value == found[index] }.keys.sorted()
            index += 1
        }
        return Array(found.dropFirst())
    }

    /// Whether a process runs. One that has ended and that nobody has asked about does not.
    static func isRunning(_ process: pid_t) -> Bool {
        guard let state = fields(of: process)?.first else { return false }
        return state != "Z" && state != "X"
    }

    /// The addresses at which processes listen, as the kernel writes them: hexadecimal, a colon, the port.
    static func listeningAddresses(of processes: [pid_t]) -> [String] {
        let sockets = Set(processes.flatMap(sockets))
        return ["tcp", "tcp6"].flatMap { table -> [String] in
            let text = (try? String(contentsOfFile: "/proc/net/\(table)", encoding: .utf8)) ?? ""
            return text.split(separator: "\n").dropFirst().compactMap { line in
                let columns = line.split(separator: " ")
                // Column 3 is the state, in which 0A is listening; column 9 is the socket's number.
                guard columns.count > 9, columns[3] == "0A", sockets.contains(String(columns[9])) else { return nil }
                return String(columns[1])
            }
        }
    }

    /// The number of times that each thread of a process has woken up, without the thread of libdispatch that looks once a second whether the pool needs
    /// more. (The program that people run stops it while it is idle; the tests' loads libdispatch.)
    static func wakeUps(of process: pid_t) -> [String: Int] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        var counts: [String: Int] = [:]
        for thread in threads {
            guard let text = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/status", encoding: .utf8) else { continue }
            let lines = text.split(separator: "\n")
            guard lines.first?.hasSuffix("-qos.overcommit") == false else { continue }
            let switches = lines.filter { $0.contains("ctxt_switches") }.compactMap { Int($0.split(separator: "\t").last ?? "") }
            counts[thread] = switches.reduce(0, +)
        }
        return counts
    }

    private static var all: [pid_t] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
    }

    private static func parent(of process: pid_t) -> pid_t? {
        fields(of: process).flatMap { $0.count > 1 ? pid_t($0[1]) : nil }
    }

    /// The fields after the name, which may hold anything.
    private static func fields(of process: pid_t) -> [Substring]? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8), let end = text.lastIndex(of: ")") else {
            return nil
        }
        return text[text.index(after: end)...].split(whereSeparator: \.isWhitespace)
    }

    private static func sockets(of process: pid_t) -> [String] {
        let folder = "/proc/\(process)/fd"
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return descriptors.compactMap { descriptor in
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)") else { return nil }
            guard target.hasPrefix("socket:["), target.hasSuffix("]") else { return nil }
            return String(target.dropFirst(8).dropLast())
        }
    }
}
