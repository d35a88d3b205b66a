import SQLite

/// Why a tile, or an archive of tiles, cannot be used: the same kinds of faults as of a database, which many archives are.
public typealias TileFault = StoreFault
