/* Stands in for MapLibre GL JS in tests that draw nothing. */
globalThis.maplibregl = {};
