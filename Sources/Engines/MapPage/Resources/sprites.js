// Small pictures by the thousand, in one call: WebGL 2, an atlas, an instance a picture.

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
