// Vehicles that move are drawn by themselves, on a canvas of their own above the map's: the map is not drawn anew for each
// of their frames, and they are not sent to its worker.

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

/** Draws small pictures by the thousand with WebGL. */
class SpriteCanvas {
  /** Points that a cell of the atlas is wide, at scale 1. */
  static CELL = 48;
  /** Numbers of an instance: x, y, scale, angle, cell, opacity, red, green, blue. */
  static STRIDE = 9;
  /** As many pictures as there is room for. */
  static MOST = 16;

  /** - pictures: [name, image, [x, y, width, height]], the last in points: which part of the cell has anything on it. */
  constructor(canvas, pictures) {
    this.canvas = canvas;
    this.cells = new Map(pictures.map(([name], place) => [name, place]));
    this.pictures = pictures;
    this.data = new Float32Array(SpriteCanvas.STRIDE * 1024);
    this.count = 0;
    this.prepare();
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => {
      this.prepare();
      this.onRestore?.();
    });
  }

  prepare() {
    const gl = this.gl = this.canvas.getContext("webgl2", { premultipliedAlpha: true, antialias: false, depth: false });
    if (!gl) throw new Error("This browser has no WebGL 2");
    const program = this.program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, `#version 300 es
      in vec2 corner; in vec2 at; in vec4 manner; in vec3 tint;
      uniform vec2 size; uniform float cells; uniform vec4 parts[${SpriteCanvas.MOST}]; out vec2 place; out vec4 color;
      void main() {
        vec4 part = parts[int(manner.z)];
        vec2 inside = part.xy + corner * part.zw;
        vec2 p = inside * ${SpriteCanvas.CELL}.0 * manner.x;
        float c = cos(manner.y), s = sin(manner.y);
        p = vec2(p.x * c - p.y * s, p.x * s + p.y * c) + at;
        gl_Position = vec4(p.x / size.x * 2.0 - 1.0, 1.0 - p.y / size.y * 2.0, 0.0, 1.0);
        place = vec2((manner.z + inside.x + 0.5) / cells, inside.y + 0.5);
        color = vec4(tint, 1.0) * manner.w;
      }`], [gl.FRAGMENT_SHADER, `#version 300 es
      precision mediump float;
      in vec2 place; in vec4 color; uniform sampler2D atlas; out vec4 pixel;
      void main() { pixel = texture(atlas, place) * color; }`]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error("WebGL cannot draw vehicles");
    gl.useProgram(program);
    const attribute = (name, size, stride, offset, divisor) => {
      const place = gl.getAttribLocation(program, name);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, stride, offset);
      gl.vertexAttribDivisor(place, divisor);
    };
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0.5, 0.5]), gl.STATIC_DRAW);
    attribute("corner", 2, 8, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    const stride = SpriteCanvas.STRIDE * 4;
    attribute("at", 2, stride, 0, 1);
    attribute("manner", 4, stride, 8, 1);
    attribute("tint", 3, stride, 24, 1);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, this.atlas());
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.uniform1f(gl.getUniformLocation(program, "cells"), this.pictures.length);
    const { CELL, MOST } = SpriteCanvas, parts = new Float32Array(MOST * 4);
    this.pictures.forEach(([, , [x, y, width, height]], place) => {
      parts.set([(x + width / 2) / CELL - 0.5, (y + height / 2) / CELL - 0.5, width / CELL, height / CELL], place * 4);
    });
    gl.uniform4fv(gl.getUniformLocation(program, "parts"), parts);
    this.size = gl.getUniformLocation(program, "size");
    this.resize();
  }

  atlas() {
    const cell = SpriteCanvas.CELL * PICTURE_SCALE, canvas = document.createElement("canvas");
    canvas.width = cell * this.pictures.length;
    canvas.height = cell;
    const context = canvas.getContext("2d");
    this.pictures.forEach(([, image], place) => {
      context.putImageData(image, cell * place + (cell - image.width) / 2, (cell - image.height) / 2);
    });
    return canvas;
  }

  resize() {
    const { canvas, gl } = this, scale = Math.min(devicePixelRatio || 1, 2);
    this.width = canvas.clientWidth;
    this.height = canvas.clientHeight;
    const [width, height] = [Math.round(this.width * scale), Math.round(this.height * scale)];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    gl.viewport(0, 0, width, height);
    gl.uniform2f(this.size, this.width, this.height);
  }

  clear() { this.count = 0; }

  /** - cell: of `cells`. */
  add(cell, x, y, scale, angle = 0, opacity = 1, tint = null) {
    let place = this.count * SpriteCanvas.STRIDE;
    if (place + SpriteCanvas.STRIDE > this.data.length) {
      const larger = new Float32Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    const { data } = this;
    data[place++] = x;
    data[place++] = y;
    data[place++] = scale;
    data[place++] = angle;
    data[place++] = cell;
    data[place++] = opacity;
    data[place++] = tint ? tint[0] : 1;
    data[place++] = tint ? tint[1] : 1;
    data[place++] = tint ? tint[2] : 1;
    this.count += 1;
  }

  draw() {
    const { gl } = this;
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (!this.count) return;
    gl.bufferData(gl.ARRAY_BUFFER, this.data.subarray(0, this.count * SpriteCanvas.STRIDE), gl.DYNAMIC_DRAW);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.count);
  }
}

const UNKNOWN_LEVEL = "unknown";
const levelNames = () => [...LEVELS.map(({ level }) => level), UNKNOWN_LEVEL];

/** The vehicles of a fleet, the chosen one's trail, and what a pointer finds of them. */
class VehicleLayer {
  /** Seconds of the feed that a trail tells of, and points between its dots. */
  static TRAIL = 600;
  static DOTS = 9;

  constructor(map, fleet, switches) {
    Object.assign(this, { map, fleet, switches, selected: null });
    this.canvas = el("canvas", { class: "vehicles", "aria-hidden": "true" });
    map.getCanvasContainer().append(this.canvas);
    this.sprites = new SpriteCanvas(this.canvas, [
      ...levelNames().flatMap((level) => [
        [`vehicle:${level}`, vehiclePicture(level), [9, 9, 30, 30]],
        [`bearing:${level}`, bearingPicture(level), [14, 0, 20, 15]],
      ]),
      ["ring", ringPicture(), [2, 2, 44, 44]], ["dot", dotPicture(2.2), [18, 18, 12, 12]],
      ["rim", dotPicture(4), [18, 18, 12, 12]],
    ]);
    /** The cells of disc and tip by occupancy_status. */
    this.cells = new Map();
    for (const name of ["ring", "dot", "rim"]) this[name] = this.sprites.cells.get(name);
    this.at = { x: 0, y: 0 };
    this.screen = new Float64Array(fleet.vehicles.length * 2);
    this.isMany = fleet.vehicles.length > 60;
    map.on("resize", () => this.sprites.resize());
  }

  cellsOf(occupancy) {
    let cells = this.cells.get(occupancy);
    if (!cells) {
      const level = levelOf(occupancy)?.level ?? UNKNOWN_LEVEL;
      cells = { disc: this.sprites.cells.get(`vehicle:${level}`), tip: this.sprites.cells.get(`bearing:${level}`) };
      this.cells.set(occupancy, cells);
    }
    return cells;
  }

  /** As large as the pictures of vehicles that stand still are at this zoom. */
  get size() { return this.isMany ? sizeAtZoom(this.map.getZoom()) : 1; }

  /** Draws what the fleet shows. `now`: milliseconds, for what is switched. */
  draw(now) {
    const { fleet, sprites, selected } = this, size = this.size, view = new GroundView(this.map);
    sprites.clear();
    if (selected !== null) this.drawTrail(view, this.switches.look(selected, now));
    for (const vehicle of fleet.vehicles) if (vehicle.number !== selected) this.drawVehicle(vehicle, view, size, now);
    // The chosen one lies on top.
    if (selected !== null) this.drawVehicle(fleet.vehicles[selected], view, size, now);
    sprites.draw();
  }

  drawVehicle(vehicle, view, size, now) {
    const { sprites, screen, at } = this;
    screen[vehicle.number * 2] = NaN;
    const look = vehicle.isPresent ? this.switches.look(vehicle.number, now) : null;
    if (!look || !view.project(vehicle.longitude, vehicle.latitude, at)) return;
    screen[vehicle.number * 2] = at.x;
    screen[vehicle.number * 2 + 1] = at.y;
    if (at.x < -40 || at.y < -40 || at.x > view.width + 40 || at.y > view.height + 40) return;
    const cells = this.cellsOf(vehicle.occupancy), scale = vehicle.scale * look.scale * size;
    const opacity = vehicle.opacity * look.opacity * (vehicle.isStale ? 0.55 : 1);
    if (vehicle.number === this.selected) sprites.add(this.ring, at.x, at.y, Math.max(scale, 0.5), 0, opacity);
    if (vehicle.heading !== null) {
      sprites.add(cells.tip, at.x, at.y, scale, view.angle(vehicle.heading, vehicle.longitude, vehicle.latitude, at), opacity);
    }
    sprites.add(cells.disc, at.x, at.y, scale, 0, opacity);
  }

  /** Dots along the way of the chosen vehicle, which fade with the time since. */
  drawTrail(view, look) {
    const vehicle = this.fleet.vehicles[this.selected];
    if (!vehicle.isPresent || !look) return;
    const points = [...this.fleet.trail(this.selected, VehicleLayer.TRAIL), [vehicle.longitude, vehicle.latitude, 0]];
    const { text, halo } = INK(), ink = rgbOf(text), rim = rgbOf(halo), from = {}, to = {};
    let rest = 0;
    for (let place = 1; place < points.length; place += 1) {
      const [one, other] = [points[place - 1], points[place]];
      if (!view.project(one[0], one[1], from) || !view.project(other[0], other[1], to)) continue;
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      for (; rest < length && this.sprites.count < 4000; rest += VehicleLayer.DOTS) {
        const share = rest / length, ago = one[2] + (other[2] - one[2]) * share;
        this.sprites.add(this.rim, from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, 1, 0,
          look.opacity * (0.9 - 0.75 * Math.min(1, ago / VehicleLayer.TRAIL)), rim);
        this.sprites.add(this.dot, from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, 1, 0,
          look.opacity * (0.95 - 0.8 * Math.min(1, ago / VehicleLayer.TRAIL)), ink);
      }
      rest -= length;
    }
  }

  /** The vehicle that is drawn nearest to a point, within a reach in points; null where there is none. */
  at(point, reach) {
    let best = null, least = (reach + 12 * this.size) ** 2;
    for (const vehicle of this.fleet.vehicles) {
      if (!vehicle.isPresent) continue;
      const distance = (this.screen[vehicle.number * 2] - point.x) ** 2 + (this.screen[vehicle.number * 2 + 1] - point.y) ** 2;
      if (distance < least) [best, least] = [vehicle, distance];
    }
    return best;
  }
}

const rgbOf = (color) => [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16) / 255);

function ringPicture() {
  return picture(48, 48, (context) => {
    context.beginPath();
    context.arc(24, 24, 18, 0, 2 * Math.PI);
    context.lineWidth = 6;
    context.strokeStyle = "#ffffff";
    context.stroke();
    context.lineWidth = 3;
    context.strokeStyle = "#0b57d0";
    context.stroke();
  });
}

function dotPicture(radius) {
  return picture(12, 12, (context) => {
    context.beginPath();
    context.arc(6, 6, radius, 0, 2 * Math.PI);
    context.fillStyle = "#ffffff";
    context.fill();
  });
}
