import Heed
import Synchronization

/// A receptionist for the values of a subject, one at a time.
final class ReceptionistHop: Hop {
    let name = "Heed Receptionist, .every"
    let role = Role.heed
    private let subject = Subject<Int>()
    private let receptionist = Mutex<Receptionist?>(nil)

    func start(_ arrivals: Arrivals) {
        let new = Receptionist(for: .values(of: subject), on: .mainActor, delivering: .every) { arrivals.take($0) }
        receptionist.withLock { $0 = new }
    }

    func send(_ count: Int) {
        for number in 0..<count { subject.notify(number) }
    }
}

/// The same in arrays.
final class BatchReceptionistHop: Hop {
    let name = "Heed Receptionist, batches"
    let role = Role.heed
    private let subject = Subject<Int>()
    private let receptionist = Mutex<Receptionist?>(nil)

    func start(_ arrivals: Arrivals) {
        let batches = ObservationSource.values(of: subject).batches(upTo: 1_024, every: .milliseconds(1))
        let new = Receptionist(for: batches, on: .mainActor) { numbers in
            for number in numbers { arrivals.take(number) }
        }
        receptionist.withLock { $0 = new }
    }

    func send(_ count: Int) {
        for number in 0..<count { subject.notify(number) }
    }
}

/// A receptionist for a property of an object that threads share: setting it is part of the price.
final class PropertyReceptionistHop: Hop {
    let name = "Heed Receptionist of a property, .every"
    let role = Role.heed
    private let model = HeedSharedModel()
    private let receptionist = Mutex<Receptionist?>(nil)

    func start(_ arrivals: Arrivals) {
        let new = Receptionist(for: .values(of: model, \.number), on: .mainActor) { arrivals.take($0) }
        receptionist.withLock { $0 = new }
    }

    func send(_ count: Int) {
        for number in 0..<count { model.number = number }
    }
}
