/// How many decimals amounts of a currency have (ISO 4217).
enum CurrencyDecimals {
    /// Those of currencies that do not have two.
    private static let unusual: [(decimals: Int, codes: [StaticString])] = [
        (
            0,
            [
                "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF",
                "XOF", "XPF",
            ]
        ),
        (3, ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]),
        (4, ["CLF", "UYW"]),
    ]

    /// Nil for what is no code of a currency.
    static func of(_ code: UnsafeRawBufferPointer) -> Int? {
        guard TextForm.isCurrency(code) else { return nil }
        for (decimals, codes) in unusual {
            for known in codes where code.elementsEqual(UnsafeRawBufferPointer(start: known.utf8Start, count: 3)) {
                return decimals
            }
        }
        return 2
    }

    /// How many decimals a number is written with; an exponent moves the point.
    static func written(_ number: UnsafeRawBufferPointer) -> Int {
        let digits = number.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let point = digits.firstIndex(of: UInt8(ascii: "."))
        let decimals = point.map { digits.endIndex - $0 - 1 } ?? 0
        guard digits.count < number.count else { return decimals }
        let exponent = Int(String(decoding: number[(digits.endIndex + 1)...], as: UTF8.self)) ?? 0
        return decimals - exponent
    }
}
