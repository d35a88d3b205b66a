/// The alerts of the messages that were read: of each its newest statement.
///
/// An alert holds until a newer message of its feed lacks it. Two messages are of one feed if they share an alert's id;
/// of a feed that sends differences nothing is concluded from what a message lacks.
package struct ServiceAlerts {
    private var all: [ServiceAlert] = []
    private var numbers: [String: Int] = [:]
    /// The number of the group of messages, by the time of the message.
    private var groups: [Int: Int] = [:]
    /// The group into which a group was merged; itself for the others.
    private var parents: [Int] = []
    /// The newest time of a message of each group.
    private var newest: [Int] = []
    /// Whether a message said that it is a difference.
    package var isDifferential = false

    package init() {}

    /// Adds an alert; of two with one id the newer counts, or the later one if they have the same time.
    package mutating func take(_ alert: ServiceAlert) {
        let time = alert.feedTimestamp ?? .min
        let group = group(of: time)
        guard let known = numbers[alert.id] else {
            numbers[alert.id] = all.count
            all.append(alert)
            return
        }
        let before = all[known].feedTimestamp ?? .min
        merge(group, self.group(of: before))
        if time >= before { all[known] = alert }
    }

    private mutating func group(of time: Int) -> Int {
        if let known = groups[time] { return root(known) }
        groups[time] = parents.count
        parents.append(parents.count)
        newest.append(time)
        return parents.count - 1
    }

    /// Cost: a few steps, since each search shortens the chains that it follows.
    private mutating func root(_ group: Int) -> Int {
        var group = group
        while parents[group] != group {
            parents[group] = parents[parents[group]]
            group = parents[group]
        }
        return group
    }

    private mutating func merge(_ one: Int, _ other: Int) {
        let (left, right) = (root(one), root(other))
        guard left != right else { return }
        let (kept, gone) = newest[left] >= newest[right] ? (left, right) : (right, left)
        parents[gone] = kept
    }

    package var isEmpty: Bool { all.isEmpty }

    /// The alerts that hold, in the order in which they are listed.
    package var current: [ServiceAlert] {
        var messages = self
        return all.filter { alert in
            let time = alert.feedTimestamp ?? .min
            guard !alert.isDeleted else { return false }
            return isDifferential || newest[messages.group(of: time)] == time
        }.sorted(by: ServiceAlert.precedes)
    }
}
