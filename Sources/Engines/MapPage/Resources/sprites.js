// Small pictures by the thousand, in one call: WebGL 2, an atlas, an instance a picture.

/** Draws small pictures by the thousand with WebGL. */
class SpriteCanvas {
  /** Numbers of an instance: x, y, scale, angle, cell, opacity, red, green, blue. */
  static STRIDE = 9;
  /** Pixels that the atlas is wide, and that lie free around a picture in it. */
  static WIDTH = 1024;
  static GAP = 4;

  /** - pictures: [name, image, [x, y]]: x and y, in points, are the place of the middle in the picture; null for its own middle. */
  constructor(canvas, pictures) {
    this.canvas = canvas;
    this.cells = new Map(pictures.map(([name], place) => [name, place]));
    this.pictures = pictures;
    this.pack();
    this.data = new Float32Array(SpriteCanvas.STRIDE * 1024);
    this.count = 0;
    this.prepare();
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => {
      this.prepare();
      this.onRestore?.();
    });
  }

  /** Gives each picture its place in the atlas, shelf by shelf, the highest first. */
  pack() {
    const { WIDTH, GAP } = SpriteCanvas, order = this.pictures.map((_, place) => place)
      .sort((a, b) => this.pictures[b][1].height - this.pictures[a][1].height || a - b);
    let x = GAP, y = GAP, shelf = 0;
    this.places = [];
    for (const place of order) {
      const { width, height } = this.pictures[place][1];
      if (x + width + GAP > WIDTH) [x, y, shelf] = [GAP, y + shelf + GAP, 0];
      this.places[place] = [x, y];
      x += width + GAP;
      shelf = Math.max(shelf, height);
    }
    this.height = y + shelf + GAP;
  }

  prepare() {
    const gl = this.gl = this.canvas.getContext("webgl2", { premultipliedAlpha: true, antialias: false, depth: false });
    if (!gl) throw new Error("This browser has no WebGL 2");
    const program = this.program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, `#version 300 es
      in vec2 corner; in vec2 at; in vec4 manner; in vec3 tint;
      uniform vec2 size; uniform highp sampler2D table; out vec2 place; out vec4 color;
      void main() {
        int cell = int(manner.z);
        vec4 part = texelFetch(table, ivec2(0, cell), 0), box = texelFetch(table, ivec2(1, cell), 0);
        vec2 p = (box.xy + corner * box.zw) * manner.x;
        float c = cos(manner.y), s = sin(manner.y);
        p = vec2(p.x * c - p.y * s, p.x * s + p.y * c) + at;
        gl_Position = vec4(p.x / size.x * 2.0 - 1.0, 1.0 - p.y / size.y * 2.0, 0.0, 1.0);
        place = part.xy + corner * part.zw;
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
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]), gl.STATIC_DRAW);
    attribute("corner", 2, 8, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    const stride = SpriteCanvas.STRIDE * 4;
    attribute("at", 2, stride, 0, 1);
    attribute("manner", 4, stride, 8, 1);
    attribute("tint", 3, stride, 24, 1);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.prepareAtlas(gl);
    gl.uniform1i(gl.getUniformLocation(program, "atlas"), 0);
    gl.uniform1i(gl.getUniformLocation(program, "table"), 1);
    this.size = gl.getUniformLocation(program, "size");
    this.resize();
  }

  /** The pictures as one texture, and where each of them is as another. */
  prepareAtlas(gl) {
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, this.atlas());
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.generateMipmap(gl.TEXTURE_2D);
    const table = new Float32Array(this.pictures.length * 8);
    this.pictures.forEach(([, { width, height }, middle], place) => {
      const [x, y] = this.places[place], scale = PICTURE_SCALE;
      const [left, top] = middle ?? [width / scale / 2, height / scale / 2];
      table.set([x / SpriteCanvas.WIDTH, y / this.height, width / SpriteCanvas.WIDTH, height / this.height,
        -left, -top, width / scale, height / scale], place * 8);
    });
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, 2, this.pictures.length, 0, gl.RGBA, gl.FLOAT, table);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  atlas() {
    const canvas = document.createElement("canvas");
    canvas.width = SpriteCanvas.WIDTH;
    canvas.height = this.height;
    const context = canvas.getContext("2d");
    this.pictures.forEach(([, image], place) => context.putImageData(image, ...this.places[place]));
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
