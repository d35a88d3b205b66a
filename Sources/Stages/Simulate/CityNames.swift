/// Names of a city that is nowhere: suburbs, streets and their order of use.
struct CityNames {
    static let city = "Larkmere"
    static let agency = "Larkmere Transit"

    private static let beginnings = [
        "Alder", "Amber", "Bramble", "Clover", "Copper", "Damson", "Ember", "Fallow", "Fern", "Gorse", "Hazel", "Heron",
        "Juniper", "Kestrel", "Linden", "Marl", "Nettle", "Otter", "Plover", "Quill", "Rowan", "Sorrel", "Tansy",
        "Teal",
    ]
    private static let endings = [
        "bank", "brook", "combe", "dale", "down", "field", "garth", "holt", "moor", "ridge", "stead", "vale", "wick",
    ]
    private static let streets = [
        "Acorn", "Almond", "Anchor", "Apple", "Barley", "Beacon", "Beech", "Birch", "Bishop", "Bluebell", "Bridge",
        "Broom", "Castle", "Cedar", "Chalk", "Cherry", "Church", "College", "Crème", "Cypress", "Daisy", "Dock",
        "Dragonfly", "Drum", "Elder", "Elm", "Factory", "Finch", "Flint", "Foundry", "Garden", "Glass", "Granary",
        "Harbour", "Harvest", "Hawthorn", "Holly", "Ivy", "Jasmine", "Kiln", "Lantern", "Larch", "Laurel", "Lime",
        "Magpie", "Maple", "Market", "Meadow", "Mill", "Mint", "Mulberry", "Museum", "Myrtle", "Oak", "Orchard", "Park",
        "Pear", "Pepper", "Pine", "Poplar", "Quarry", "Quince", "Rose", "Saffron", "School", "Spring", "Station",
        "Sycamore", "Thistle", "Tower", "Tulip", "Walnut", "Water", "Wheat", "Willow", "Windmill",
    ]
    private static let mains = ["Road", "Avenue", "Parade", "Highway", "Drive"]
    private static let crossings = ["Street", "Lane", "Street", "Court", "Street", "Terrace"]

    private let suburbs: [String]
    private let names: [String]
    private var nextSuburb = 0
    private var nextMain = 0
    private var nextCrossing = 0

    init(seed: UInt64) {
        var random = SimulationRandom(seed: seed, 1)
        suburbs = random.shuffled(CityNames.beginnings.flatMap { first in CityNames.endings.map { first + $0 } })
        names = random.shuffled(CityNames.streets)
    }

    mutating func suburb() -> String {
        let round = nextSuburb / suburbs.count
        let name = suburbs[nextSuburb % suburbs.count]
        nextSuburb += 1
        return round == 0 ? name : "\(name) \(round + 1)"
    }

    /// A road that a line follows.
    mutating func mainRoad() -> String {
        defer { nextMain += 1 }
        return names[nextMain % names.count] + " " + CityNames.mains[nextMain % CityNames.mains.count]
    }

    /// A street that a line crosses.
    mutating func crossing() -> String {
        defer { nextCrossing += 1 }
        // A step that shares no factor with the number of names, so that neighbours differ between roads.
        let index = (nextCrossing * 31 + nextCrossing / names.count + 7) % names.count
        return names[index] + " " + CityNames.crossings[nextCrossing % CityNames.crossings.count]
    }
}
