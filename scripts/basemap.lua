-- What tilemaker makes of OpenStreetMap's data: the layers and kinds of Shortbread 1.0 (https://shortbread-tiles.org/schema/1.0/)
-- that the pages of `linefeed map` draw, and nothing else. Run by scripts/make-basemap.

node_keys = {}

function init_function() end
function exit_function() end
function node_function() end

-- Until version 2 tilemaker calls methods of what it gives; from version 3 on functions of its own.
local function api(way)
  if way then
    return {
      find = function(key) return way:Find(key) end, layer = function(name, isArea) way:Layer(name, isArea) end,
      attribute = function(key, value) way:Attribute(key, value) end,
      number = function(key, value) way:AttributeNumeric(key, value) end,
      flag = function(key, value) way:AttributeBoolean(key, value) end,
      minZoom = function(zoom) way:MinZoom(zoom) end, isClosed = function() return way:IsClosed() end,
      area = function() return way:Area() end,
    }
  end
  return {
    find = Find, layer = Layer, attribute = Attribute, number = AttributeNumeric, flag = AttributeBoolean,
    minZoom = MinZoom, isClosed = IsClosed, area = Area,
  }
end

local function set(...)
  local all = {}
  for _, name in ipairs({ ... }) do all[name] = true end
  return all
end

-- From which zoom a street is there.
local STREETS = {
  motorway = 5, trunk = 6, primary = 8, secondary = 9, tertiary = 10, unclassified = 12, residential = 12,
  living_street = 12, busway = 12, bus_guideway = 12, service = 13, pedestrian = 13, track = 13, path = 13, footway = 13,
  steps = 13, cycleway = 13, bridleway = 13,
}
local RAILS = { rail = 8, light_rail = 9, tram = 11, subway = 10, narrow_gauge = 9, monorail = 10, funicular = 11 }
local LANDUSES = set("residential", "industrial", "commercial", "retail", "garages", "railway", "brownfield", "landfill",
  "quarry", "grass", "meadow", "recreation_ground", "village_green", "cemetery", "allotments", "greenfield", "forest")
local LEISURES = set("park", "garden", "golf_course", "playground")
local NATURALS = set("grassland", "scrub", "heath")
local WETLANDS = set("marsh", "bog", "swamp", "wet_meadow")
local SITES = set("school", "university", "college", "hospital", "prison")

-- The zoom from which an area of so many square metres is some pixels large.
local function zoomOfArea(squareMetres)
  local side = math.sqrt(squareMetres)
  for zoom = 4, 12 do
    if side / (156543 / 2 ^ zoom) >= 3 then return zoom end
  end
  return 13
end

local function area(way, layer, kind)
  way.layer(layer, true)
  if kind then way.attribute("kind", kind) end
  way.minZoom(zoomOfArea(way.area()))
end

local function line(way, layer, kind, zoom)
  way.layer(layer, false)
  way.attribute("kind", kind)
  local tunnel = way.find("tunnel")
  if tunnel ~= "" and tunnel ~= "no" then way.flag("tunnel", true) end
  way.minZoom(zoom)
end

-- The kind of land that an area is; nil for none.
local function landKind(way, landuse, natural, leisure)
  if natural == "wood" then return "forest" end
  if LANDUSES[landuse] then return landuse end
  if LEISURES[leisure] then return leisure end
  if NATURALS[natural] then return natural end
  local wetland = way.find("wetland")
  if natural == "wetland" then return WETLANDS[wetland] and wetland or "marsh" end
  return nil
end

function way_function(given)
  local way = api(given)
  local highway, railway, waterway = way.find("highway"), way.find("railway"), way.find("waterway")
  local natural, landuse, leisure = way.find("natural"), way.find("landuse"), way.find("leisure")
  local aeroway, isClosed = way.find("aeroway"), way.isClosed()
  local isArea = isClosed and way.find("area") ~= "no"

  local street = highway:gsub("_link$", "")
  if STREETS[street] and way.find("area") ~= "yes" then line(way, "streets", street, STREETS[street]) end
  if RAILS[railway] then
    -- Yards are no lines.
    line(way, "streets", railway, way.find("service") ~= "" and 13 or RAILS[railway])
  end
  if aeroway == "runway" or aeroway == "taxiway" then
    if isArea and way.find("area") == "yes" then area(way, "street_polygons", aeroway) else line(way, "streets", aeroway, 11) end
  end
  if waterway == "river" or waterway == "canal" then line(way, "water_lines", waterway, 9)
  elseif waterway == "stream" or waterway == "ditch" then line(way, "water_lines", waterway, 13) end

  if way.find("boundary") == "administrative" and way.find("maritime") ~= "yes" then
    local level = tonumber(way.find("admin_level"))
    if level == 2 or level == 4 then
      way.layer("boundaries", false)
      way.number("admin_level", level)
      way.minZoom(level == 2 and 3 or 6)
    end
  end

  if not isArea then return end
  if natural == "water" or waterway == "riverbank" or waterway == "dock" or landuse == "reservoir" or landuse == "basin" then
    area(way, "water_polygons", "water")
    return
  end
  local building = way.find("building")
  if building ~= "" and building ~= "no" then
    way.layer("buildings", true)
    way.minZoom(13)
    return
  end
  local kind = landKind(way, landuse, natural, leisure)
  if kind then area(way, "land", kind) end
  local amenity = way.find("amenity")
  if SITES[amenity] then area(way, "sites", amenity) end
end
