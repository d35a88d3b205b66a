import Synchronization

/// Numbers for column names, so that the members of a record are found by number.
enum ColumnNumbers {
    private static let known = Mutex<[String: Int]>([:])

    static func number(of name: String) -> Int {
        known.withLock { known in
            if let number = known[name] { return number }
            known[name] = known.count
            return known.count - 1
        }
    }
}
