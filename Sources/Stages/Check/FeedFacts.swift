import Contract
import StageKit

/// What a feed says of itself, for reports that people send: agencies, publisher, dates and version.
///
/// Memory: the texts of the first hundred agencies and of one row of feed_info.txt.
struct FeedFacts {
    struct Agency {
        let name: String?
        let url: String?
        let phone: String?
        let email: String?
        let timezone: String?
    }

    struct Info {
        let publisherName: String?
        let publisherURL: String?
        let language: String?
        let startDate: String?
        let endDate: String?
        let contactEmail: String?
        let version: String?
    }

    /// How many agencies a report lists.
    static let listed = 100

    private(set) var agencies: [Agency] = []
    private(set) var agencyCount = 0
    private(set) var info: Info?

    mutating func takeAgency(_ record: Record) {
        agencyCount += 1
        guard agencies.count < FeedFacts.listed else { return }
        let row = Tables.Agency.columns
        agencies.append(
            Agency(
                name: record[row.agencyName].string, url: record[row.agencyURL].string,
                phone: record[row.agencyPhone].string, email: record[row.agencyEmail].string,
                timezone: record[row.agencyTimezone].string))
    }

    mutating func takeInfo(_ record: Record) {
        guard info == nil else { return }
        let row = Tables.FeedInfo.columns
        info = Info(
            publisherName: record[row.feedPublisherName].string, publisherURL: record[row.feedPublisherURL].string,
            language: record[row.feedLang].string, startDate: record[row.feedStartDate].string,
            endDate: record[row.feedEndDate].string, contactEmail: record[row.feedContactEmail].string,
            version: record[row.feedVersion].string)
    }
}
