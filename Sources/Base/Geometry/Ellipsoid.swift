import Platform

/// The WGS 84 ellipsoid (NIMA TR8350.2), the datum of GTFS coordinates.
public enum Ellipsoid {
    /// Equatorial radius in metres.
    public static let equatorialRadius = 6_378_137.0
    public static let flattening = 1 / 298.257223563
    /// Polar radius in metres.
    public static let polarRadius = equatorialRadius * (1 - flattening)
    /// IUGG's mean radius (2a + b) / 3 in metres.
    public static let meanRadius = (2 * equatorialRadius + polarRadius) / 3

    /// Returns the geodesic distance between two positions, in metres.
    ///
    /// Vincenty's inverse formula (Survey Review XXIII 176, 1975), exact to 0.5 mm. The formula does not converge for
    /// nearly antipodal points (more than 179° apart); for these the result is the great circle on the mean sphere, at
    /// most 0.6 % off.
    public static func distance(_ from: Coordinate, _ to: Coordinate) -> Double {
        if from == to { return 0 }
        let radians = Double.pi / 180
        let difference = (to.longitude - from.longitude).remainder(dividingBy: 360) * radians
        let reduced1 = atan((1 - flattening) * tan(from.latitude * radians))
        let reduced2 = atan((1 - flattening) * tan(to.latitude * radians))
        let sin1 = sin(reduced1)
        let cos1 = cos(reduced1)
        let sin2 = sin(reduced2)
        let cos2 = cos(reduced2)
        var longitude = difference
        for _ in 0..<50 {
            let sinLongitude = sin(longitude)
            let cosLongitude = cos(longitude)
            let across = cos2 * sinLongitude
            let along = cos1 * sin2 - sin1 * cos2 * cosLongitude
            let sinSigma = (across * across + along * along).squareRoot()
            if sinSigma == 0 { return longitude == 0 ? 0 : greatCircle(from, to) }
            let cosSigma = sin1 * sin2 + cos1 * cos2 * cosLongitude
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cos1 * cos2 * sinLongitude / sinSigma
            let cosSquaredAlpha = 1 - sinAlpha * sinAlpha
            // On the equator both are 0, and the term has no part in the result.
            let cosMiddle = cosSquaredAlpha > 1e-16 ? cosSigma - 2 * sin1 * sin2 / cosSquaredAlpha : 0
            let c = flattening / 16 * cosSquaredAlpha * (4 + flattening * (4 - 3 * cosSquaredAlpha))
            let bracket = cosMiddle + c * cosSigma * (2 * cosMiddle * cosMiddle - 1)
            let next = difference + (1 - c) * flattening * sinAlpha * (sigma + c * sinSigma * bracket)
            if abs(next) > Double.pi { break }
            if abs(next - longitude) < 1e-12 {
                return arcLength(cosSquaredAlpha, sigma, sinSigma, cosSigma, cosMiddle)
            }
            longitude = next
        }
        return greatCircle(from, to)
    }

    /// The series of Vincenty's equations 3, 4, 6 and 19.
    private static func arcLength(
        _ cosSquaredAlpha: Double, _ sigma: Double, _ sinSigma: Double, _ cosSigma: Double, _ cosMiddle: Double
    ) -> Double {
        let secondEccentricity =
            (equatorialRadius * equatorialRadius - polarRadius * polarRadius) / (polarRadius * polarRadius)
        let u = cosSquaredAlpha * secondEccentricity
        let a = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)))
        let b = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
        let middle2 = cosMiddle * cosMiddle
        let last = b / 6 * cosMiddle * (4 * sinSigma * sinSigma - 3) * (4 * middle2 - 3)
        let correction = b * sinSigma * (cosMiddle + b / 4 * (cosSigma * (2 * middle2 - 1) - last))
        return polarRadius * a * (sigma - correction)
    }

    /// The haversine formula on the mean sphere, in metres.
    private static func greatCircle(_ from: Coordinate, _ to: Coordinate) -> Double {
        let radians = Double.pi / 180
        let halfLatitude = sin((to.latitude - from.latitude) * radians / 2)
        let halfLongitude = sin((to.longitude - from.longitude) * radians / 2)
        let h =
            halfLatitude * halfLatitude
            + cos(from.latitude * radians) * cos(to.latitude * radians) * halfLongitude * halfLongitude
        return 2 * meanRadius * asin(min(1, h.squareRoot()))
    }

    /// Returns the length of a degree of longitude and of latitude at a latitude, in metres, from the radii of
    /// curvature in the prime vertical and in the meridian.
    public static func metresPerDegree(atLatitude degrees: Double) -> (longitude: Double, latitude: Double) {
        let radians = Double.pi / 180
        let squaredEccentricity = flattening * (2 - flattening)
        let sine = sin(degrees * radians)
        let root = (1 - squaredEccentricity * sine * sine).squareRoot()
        let primeVertical = equatorialRadius / root
        let meridian = equatorialRadius * (1 - squaredEccentricity) / (root * root * root)
        return (primeVertical * cos(degrees * radians) * radians, meridian * radians)
    }
}
