import Foundation

/// The entry in a notification's user info that identifies the hub it came from.
enum BridgeMark {
    private struct Key: Hashable {}

    static func added(to userInfo: [AnyHashable: Any], hub: ObjectIdentifier) -> [AnyHashable: Any] {
        userInfo.merging([AnyHashable(Key()): hub]) { _, mark in mark }
    }

    static func removed(from userInfo: [AnyHashable: Any]) -> [AnyHashable: Any] {
        var userInfo = userInfo
        userInfo[AnyHashable(Key())] = nil
        return userInfo
    }

    static func hub(in userInfo: [AnyHashable: Any]) -> ObjectIdentifier? {
        userInfo[AnyHashable(Key())] as? ObjectIdentifier
    }
}
