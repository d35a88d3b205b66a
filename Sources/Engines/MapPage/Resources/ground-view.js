// From the ground to the screen, for what is drawn beside MapLibre.

/** Where the ground is on the screen, at any turn and tilt of the map: a projection of the plane of Web Mercator. */
class GroundView {
  constructor(map) {
    const canvas = map.getCanvas();
    this.width = canvas.clientWidth;
    this.height = canvas.clientHeight;
    this.pitch = map.getPitch();
    this.bearing = map.getBearing();
    const centre = map.getCenter();
    this.world = 512 * 2 ** map.getZoom();
    this.x = (centre.lng + 180) / 360;
    this.y = GroundView.northing(centre.lat);
    // What the window's corners show, in pixels from what its middle shows, gives the way back (Heckbert 1989, §2.2.3).
    const corners = [[0, 0], [this.width, 0], [this.width, this.height], [0, this.height]].map((corner) => {
      const { lng, lat } = map.unproject(corner);
      return [((lng + 180) / 360 - this.x) * this.world, (GroundView.northing(lat) - this.y) * this.world];
    });
    const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
    const [ax, ay, bx, by] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2], [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
    const whole = ax * by - bx * ay, g = (sx * by - bx * sy) / whole, h = (ax * sy - sx * ay) / whole;
    const [a, b, c] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0], [d, e, f] = [y1 - y0 + g * y1, y3 - y0 + h * y3, y0];
    this.matrix = [
      e - f * h, c * h - b, b * f - c * e, f * g - d, a - c * g, c * d - a * f, d * h - e * g, b * g - a * h, a * e - b * d,
    ];
    this.sign = Math.sign(this.matrix[8]);
  }

  static northing(latitude) {
    return 0.5 - Math.log(Math.tan(Math.PI / 4 + Math.max(-85.06, Math.min(85.06, latitude)) * Math.PI / 360)) / (2 * Math.PI);
  }

  /** Writes the point of the window at which a position is into `out`, as x and y; whether it is before the eye. */
  project(longitude, latitude, out) {
    let x = (longitude + 180) / 360 - this.x;
    x -= Math.round(x);
    return this.projectPlane(x * this.world, (GroundView.northing(latitude) - this.y) * this.world, out);
  }

  projectPlane(x, y, out) {
    const m = this.matrix, w = m[6] * x + m[7] * y + m[8];
    out.x = (m[0] * x + m[1] * y + m[2]) / w * this.width;
    out.y = (m[3] * x + m[4] * y + m[5]) / w * this.height;
    return w * this.sign > 0;
  }

  /** The angle on the screen of a direction on the ground, in radians clockwise from up. */
  angle(heading, longitude, latitude, at) {
    if (!this.pitch) return (heading - this.bearing) * DEGREE;
    let x = (longitude + 180) / 360 - this.x;
    x -= Math.round(x);
    const ahead = {};
    this.projectPlane(x * this.world + Math.sin(heading * DEGREE),
      (GroundView.northing(latitude) - this.y) * this.world - Math.cos(heading * DEGREE), ahead);
    return Math.atan2(ahead.x - at.x, at.y - ahead.y);
  }
}
