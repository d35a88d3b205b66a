/// The files of the page that `linefeed map` makes, in the binary: a module of their own, so that they are compiled
/// once and not with every change of a stage.
public enum MapPage {
    /// The page with `{{places}}` for what is put into it.
    public static var html: [UInt8] { bytes(of: EmbeddedTexts.page_html) }
    public static var style: [UInt8] { bytes(of: EmbeddedTexts.page_css) }
    /// The licence of MapLibre GL JS, which its script must be accompanied by.
    public static var mapLibreLicence: [UInt8] { bytes(of: EmbeddedTexts.maplibre_licence_txt) }

    /// The parts of the page's one script, in the order in which they build on each other.
    /// - Parameter hasMap: whether the page has a map; without one it carries nothing that draws or plays.
    public static func scripts(hasMap: Bool) -> [[UInt8]] {
        let words = [
            EmbeddedTexts.data_js, EmbeddedTexts.words_js, EmbeddedTexts.symbols_js,
            EmbeddedTexts.alerts_js,
        ]
        let player = [
            EmbeddedTexts.clock_js, EmbeddedTexts.motion_js, EmbeddedTexts.trajectory_js,
            EmbeddedTexts.fleet_js, EmbeddedTexts.switches_js,
            EmbeddedTexts.sprites_js, EmbeddedTexts.ground_view_js, EmbeddedTexts.vehicles_js,
            EmbeddedTexts.name_places_js, EmbeddedTexts.over_names_js,
            EmbeddedTexts.player_js, EmbeddedTexts.player_bar_js, EmbeddedTexts.followed_js,
        ]
        let map = [
            EmbeddedTexts.pictures_js, EmbeddedTexts.gestures_js, EmbeddedTexts.relief_js,
            EmbeddedTexts.ground_js,
            EmbeddedTexts.overlay_tiles_js, EmbeddedTexts.overlay_js, EmbeddedTexts.ways_js,
            EmbeddedTexts.way_bands_js, EmbeddedTexts.strands_js, EmbeddedTexts.way_names_js,
            EmbeddedTexts.capsules_js, EmbeddedTexts.station_names_js, EmbeddedTexts.atlas_js,
            EmbeddedTexts.stage_js,
        ]
        let lists = [
            EmbeddedTexts.lazy_list_js, EmbeddedTexts.network_js,
            EmbeddedTexts.board_js, EmbeddedTexts.progress_js, EmbeddedTexts.trip_js,
            EmbeddedTexts.card_js, EmbeddedTexts.links_js, EmbeddedTexts.sheet_js,
            EmbeddedTexts.page_js,
        ]
        return (words + (hasMap ? player + map : []) + lists).map(bytes)
    }

    private static func bytes(of text: StaticString) -> [UInt8] {
        Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
