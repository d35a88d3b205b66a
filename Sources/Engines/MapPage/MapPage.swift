/// The files of the page that `linefeed map` makes, in the binary: a module of their own, so that they are compiled
/// once and not with every change of a stage.
public enum MapPage {
    /// The page with `{{places}}` for what is put into it.
    public static var html: [UInt8] { PackageResources.page_html }
    public static var style: [UInt8] { PackageResources.page_css }
    /// The licence of MapLibre GL JS, which its script must be accompanied by.
    public static var mapLibreLicence: [UInt8] { PackageResources.maplibre_licence_txt }

    /// The parts of the page's one script, in the order in which they build on each other.
    /// - Parameter hasMap: whether the page has a map; without one it carries nothing that draws or plays.
    public static func scripts(hasMap: Bool) -> [[UInt8]] {
        let words = [
            PackageResources.data_js, PackageResources.words_js, PackageResources.symbols_js,
            PackageResources.alerts_js,
        ]
        let player = [
            PackageResources.clock_js, PackageResources.motion_js, PackageResources.trajectory_js,
            PackageResources.fleet_js, PackageResources.switches_js,
            PackageResources.sprites_js, PackageResources.ground_view_js, PackageResources.vehicles_js,
            PackageResources.over_names_js,
            PackageResources.player_js, PackageResources.player_bar_js, PackageResources.followed_js,
        ]
        let map = [
            PackageResources.pictures_js, PackageResources.gestures_js, PackageResources.relief_js,
            PackageResources.ground_js,
            PackageResources.overlay_tiles_js, PackageResources.overlay_js, PackageResources.ways_js,
            PackageResources.way_bands_js, PackageResources.strands_js, PackageResources.way_names_js,
            PackageResources.capsules_js, PackageResources.station_names_js, PackageResources.atlas_js,
            PackageResources.stage_js,
        ]
        let lists = [
            PackageResources.lazy_list_js, PackageResources.network_js,
            PackageResources.board_js, PackageResources.progress_js, PackageResources.trip_js,
            PackageResources.card_js, PackageResources.links_js, PackageResources.sheet_js,
            PackageResources.page_js,
        ]
        return words + (hasMap ? player + map : []) + lists
    }
}
