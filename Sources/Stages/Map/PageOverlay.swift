import Addresses
import MapTiles
import StageKit

/// The tiles over a page's lines, in frames or still, as `--overlay` names them.
public enum PageOverlay: Sendable, Equatable {
    /// An MBTiles file, with frames or without: the page carries its tiles.
    case archive(String)
    /// Addresses of tiles.
    case template(TileTemplate)

    /// - Throws: `UnusableOption` for what names no tiles.
    public init(_ text: String) throws(UnusableOption) {
        guard !text.isEmpty, text != "-" else { throw UnusableOption("--overlay takes a template or an .mbtiles file") }
        guard text.contains("{") || text.contains("://") || TileAddress.isFile(text) else {
            self = .archive(text)
            return
        }
        do throws(TileProblem) {
            self = .template(try TileTemplate(text))
        } catch {
            throw UnusableOption("--overlay '\(AddressWithoutSecrets(text).description)': \(error.reason)")
        }
    }

    /// Reads `--frames`.
    /// - Throws: `UnusableOption`.
    public static func frames(_ text: String) throws(UnusableOption) -> [TileFrame] {
        do throws(TileProblem) {
            return try TileFrame.list(text)
        } catch {
            throw UnusableOption("--frames \(error.reason)")
        }
    }

    /// The servers that the page asks for tiles; nil where it carries them.
    func server(inlines: Bool) -> MapBasemap? {
        guard case .template(let template) = self, !inlines else { return nil }
        return try? MapBasemap(template: template.text)
    }

    /// What is wrong with it as it is asked for; nil for nothing.
    func problem(frames: [TileFrame], inlines: Bool) -> String? {
        guard case .template(let template) = self else {
            if !frames.isEmpty {
                return "--frames needs a template with {frame} in --overlay; an archive lists its own frames"
            }
            if inlines {
                return "--inline-tiles needs a template in --overlay; the tiles of an archive are always embedded"
            }
            return nil
        }
        if template.hasFrame, frames.isEmpty { return "--overlay has {frame}; name the frames with --frames" }
        if !template.hasFrame, !frames.isEmpty { return "--frames needs {frame} in --overlay" }
        if inlines { return TileAddress.problem(of: template, frames: frames, option: "--overlay") }
        if TileAddress.isFile(template.text) {
            return "--overlay: a page cannot read tiles from files; embed them with --inline-tiles"
        }
        do throws(MapBasemap.Fault) {
            _ = try MapBasemap(template: template.text)
            return nil
        } catch {
            return "--overlay: \(error.message)"
        }
    }
}
