internal import Foundation

/// What the server answers to a lasting message.
enum StorageAnswer {
    case stored
    /// It never accepts this message.
    case unacceptable
    case failed(String)

    init(_ message: borrowing IncomingMessage) {
        if message.header("Status") == "503" {
            self = .failed("JetStream isn't available")
            return
        }
        let payload = message.payload
        // Quickly, because there is one for each message: an answer that tells an error begins with it.
        if payload.starts(with: #"{"stream""#.utf8) {
            self = .stored
            return
        }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(payload)) else {
            self = .failed("its answer can't be read")
            return
        }
        switch answer.error {
        case nil: self = .stored
        case let error? where error.err_code == 10054: self = .unacceptable
        case let error?: self = .failed(String(error.description.prefix(200)))
        }
    }

    private struct Answer: Decodable {
        let error: Problem?

        struct Problem: Decodable {
            let err_code: Int?
            let description: String
        }
    }
}
