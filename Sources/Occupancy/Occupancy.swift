// Occupancy
