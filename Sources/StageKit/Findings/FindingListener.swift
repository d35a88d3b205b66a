/// Takes findings in place of a run, for a stage whose output they are.
public protocol FindingListener: AnyObject {
    func hear(_ finding: Finding, count: Int)
    /// Whether one more finding is wanted with its message; one that is not is counted.
    func wants(_ kind: Finding.Kind, _ code: String, file: String?) -> Bool
    func count(_ kind: Finding.Kind, _ code: String, file: String?, times: Int)
}
