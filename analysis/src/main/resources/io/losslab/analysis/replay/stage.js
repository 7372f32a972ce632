/* Draws a recording at a time into the picture of its topology. What never changes is drawn once, into a picture of its own. */

function Colours() {
  var style = getComputedStyle(document.documentElement), self = this;
  ["ink", "soft", "faint", "panel", "rule", "grid", "rp-idle", "rp-pause", "rp-short", "rp-victim", "rp-dead", "rp-queue",
    "rp-track", "rp-box", "rp-edge", "rp-unknown"].forEach(function (name) {
    self[name.replace("rp-", "")] = style.getPropertyValue("--" + name).trim();
  });
  this.font = getComputedStyle(document.body).fontFamily;
}

/* Gives a canvas a size in CSS pixels; its context then draws in these. */
function sized(canvas, width, height) {
  var ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.height = height + "px";
  var context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

function Stage(canvas, index, recording) {
  this.canvas = canvas;
  this.index = index;
  this.recording = recording;
  this.still = document.createElement("canvas");
  var deadlock = recording.facts.deadlock;
  this.cycle = {};
  if (deadlock) {
    deadlock.stops.forEach(function (stop) { this.cycle[stop.port] = stop.sinceNanos; }, this);
  }
}

Stage.prototype.resize = function (width, colours) {
  this.colours = colours;
  this.scene = new Scene(this.index, width);
  this.context = sized(this.canvas, width, this.scene.height);
  this.drawStill(sized(this.still, width, this.scene.height));
};

Stage.prototype.drawStill = function (c) {
  var colours = this.colours, recording = this.recording;
  c.clearRect(0, 0, this.scene.width, this.scene.height);
  c.lineCap = "butt";
  c.strokeStyle = colours.idle;
  this.scene.ports.forEach(function (port) {
    c.lineWidth = port.lane.dense ? 0.7 : 1.2;
    line(c, port.lane);
  });
  this.scene.boxes.forEach(function (box) {
    c.fillStyle = colours.box;
    c.strokeStyle = colours.edge;
    c.lineWidth = 1;
    c.beginPath();
    c.roundRect(box.x - box.w / 2, box.y - box.h / 2, box.w, box.h, box.host && box.w > 14 ? box.h / 2 : 3);
    c.fill();
    c.stroke();
  });
  c.fillStyle = colours.track;
  this.scene.ports.forEach(function (port) {
    if (recording.depthOf[port.port]) { c.fillRect(port.gauge.x, port.gauge.y, port.gauge.w, port.gauge.h); }
  });
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.fillStyle = colours.ink;
  this.scene.boxes.forEach(function (box) {
    (box.host ? ["10.5px ", "9px "] : ["600 12px ", "600 10px "]).some(function (size) {
      c.font = size + colours.font;
      if (c.measureText(box.name).width > box.w - 2) { return false; }
      c.fillText(box.name, box.x, box.y + 0.5);
      return true;
    });
  });
};

/*
 * Draws the state at a time. What was paused since the last picture, but is not any more, is drawn too, so that no
 * pause is missed for being shorter than a frame.
 *
 * tree: a congestion tree to light, or null; scale: bytes of a full queue. Returns how many queues are paused.
 */
Stage.prototype.draw = function (since, time, tree, scale) {
  var c = this.context, self = this, recording = this.recording, colours = this.colours, paused = 0, roots = {};
  c.clearRect(0, 0, this.scene.width, this.scene.height);
  c.drawImage(this.still, 0, 0, this.scene.width, this.scene.height);
  var sample = recording.sampleAt(time), victims = {};
  this.drawLoads(c, sample);
  if (tree) { tree.ports.forEach(function (at) { victims[at.port] = at.victimNanos > 0; }); }
  this.scene.ports.forEach(function (port) {
    var depth = valueOf(recording.depthOf, port.port, sample);
    if (depth > 0) { fill(c, port.gauge, Math.min(1, depth / scale), colours.queue); }
    var look = null;
    recording.queuesOf[port.port].forEach(function (q) {
      var span = recording.spanOf(q, since, time);
      if (span < 0) { return; }
      var stands = recording.stands(span, time), root = recording.rootOf(span);
      paused += stands ? 1 : 0;
      if (stands && root >= 0) { roots[root] = true; }
      var rank = !tree || root === tree.port ? (stands ? 3 : 2) : 1;
      if (!look || rank > look) { look = rank; }
    });
    if (look) { self.drawPaused(c, port, look, tree && victims[port.port], valueOf(recording.loadOf, port.port, sample) > 5); }
  });
  this.drawCycle(c, time);
  if (tree) {
    this.drawRoot(c, tree.port, true);
    this.drawVictims(c, tree);
  } else {
    Object.keys(roots).forEach(function (root) { self.drawRoot(c, Number(root), false); });
  }
  return paused;
};

/* The busier a line, the darker it is, in five steps: each is one path. */
Stage.prototype.drawLoads = function (c, sample) {
  if (sample < 0) { return; }
  for (var step = 1; step < 6; step++) {
    c.strokeStyle = this.colours.edge;
    c.globalAlpha = 0.25 + 0.15 * step;
    c.beginPath();
    var dense = false;
    this.scene.ports.forEach(function (port) {
      if (Math.ceil(valueOf(this.recording.loadOf, port.port, sample) / 20) !== step) { return; }
      c.moveTo(port.lane.x1, port.lane.y1);
      c.lineTo(port.lane.x2, port.lane.y2);
      dense = port.lane.dense;
    }, this);
    c.lineWidth = (dense ? 0.5 : 0.8) + 0.3 * step;
    c.stroke();
  }
  c.globalAlpha = 1;
};

/* Dashes let the line be seen that sends for other queues meanwhile. */
Stage.prototype.drawPaused = function (c, port, look, victim, busy) {
  var colours = this.colours, lane = port.lane;
  c.globalAlpha = look === 1 ? 0.35 : 1;
  c.strokeStyle = look === 2 ? colours.short : victim ? colours.victim : colours.pause;
  c.lineWidth = (lane.dense ? 1.6 : 3) * (look === 2 ? 0.75 : 1);
  if (busy) { c.setLineDash(lane.dense ? [3, 3] : [6, 5]); }
  line(c, lane);
  c.setLineDash([]);
  if (look !== 2) { bar(c, lane, lane.dense ? 2.4 : 5); }
  c.globalAlpha = 1;
};

/* A link of a deadlock turns red when it is paused for good; arrows show for which link it waits. */
Stage.prototype.drawCycle = function (c, time) {
  var deadlock = this.recording.facts.deadlock;
  if (!deadlock) { return; }
  var closed = time >= deadlock.closedNanos, self = this;
  deadlock.stops.forEach(function (stop) {
    var port = self.scene.ports[stop.port];
    if (!port || time < stop.sinceNanos) { return; }
    c.strokeStyle = c.fillStyle = self.colours.dead;
    c.lineWidth = closed ? 5 : 3;
    line(c, port.lane);
    bar(c, port.lane, closed ? 8 : 6);
    if (closed) { arrow(c, port.lane); }
  });
};

Stage.prototype.drawRoot = function (c, number, named) {
  var port = this.scene.ports[number];
  if (!port) { return; }
  var g = port.gauge, size = port.lane.dense ? 4 : 5.5, x = port.x + port.lane.ux * 7, y = port.y + port.lane.uy * 7;
  c.fillStyle = this.colours.ink;
  c.strokeStyle = this.colours.panel;
  c.lineWidth = 1.5;
  c.beginPath();
  c.moveTo(x, y - size);
  c.lineTo(x + size, y);
  c.lineTo(x, y + size);
  c.lineTo(x - size, y);
  c.closePath();
  c.fill();
  c.stroke();
  if (named) {
    c.strokeStyle = this.colours.ink;
    c.lineWidth = 1.5;
    c.strokeRect(g.x - 1.5, g.y - 1.5, g.w + 3, g.h + 3);
    label(c, this.colours, "root " + port.name, x, y + (port.lane.uy >= 0 ? 13 : -13), this.scene.width);
  }
};

/* Hosts whose flows waited because of the root without crossing it. */
Stage.prototype.drawVictims = function (c, tree) {
  var names = {};
  tree.victimHosts.forEach(function (name) { names[name] = true; });
  c.strokeStyle = this.colours.victim;
  c.lineWidth = 2;
  this.scene.boxes.forEach(function (box) {
    if (names[box.name]) {
      c.beginPath();
      c.roundRect(box.x - box.w / 2 - 2, box.y - box.h / 2 - 2, box.w + 4, box.h + 4, box.w > 14 ? box.h / 2 + 2 : 3);
      c.stroke();
    }
  });
};

function line(c, lane) {
  c.beginPath();
  c.moveTo(lane.x1, lane.y1);
  c.lineTo(lane.x2, lane.y2);
  c.stroke();
}

/* Across the beginning of a lane: its port may not send. */
function bar(c, lane, half) {
  c.beginPath();
  c.moveTo(lane.x1 + lane.uy * half + lane.ux * 2, lane.y1 - lane.ux * half + lane.uy * 2);
  c.lineTo(lane.x1 - lane.uy * half + lane.ux * 2, lane.y1 + lane.ux * half + lane.uy * 2);
  c.stroke();
}

function arrow(c, lane) {
  var x = (lane.x1 + lane.x2) / 2 + lane.ux * 6, y = (lane.y1 + lane.y2) / 2 + lane.uy * 6;
  c.beginPath();
  c.moveTo(x, y);
  c.lineTo(x - lane.ux * 14 - lane.uy * 8, y - lane.uy * 14 + lane.ux * 8);
  c.lineTo(x - lane.ux * 14 + lane.uy * 8, y - lane.uy * 14 - lane.ux * 8);
  c.closePath();
  c.fill();
}

/* A queue that is not empty shows at least a pixel. */
function fill(c, g, share, colour) {
  c.fillStyle = colour;
  var h = g.dy ? Math.max(1, g.h * share) : g.h, w = g.dx ? Math.max(1, g.w * share) : g.w;
  c.fillRect(g.dx < 0 ? g.x + g.w - w : g.x, g.dy < 0 ? g.y + g.h - h : g.y, w, h);
}

function label(c, colours, text, x, y, width) {
  c.font = "600 11.5px " + colours.font;
  c.textAlign = "center";
  c.textBaseline = "middle";
  var half = c.measureText(text).width / 2 + 4, middle = Math.min(width - half, Math.max(half, x));
  c.fillStyle = colours.panel;
  c.globalAlpha = 0.85;
  c.fillRect(middle - half, y - 8, 2 * half, 16);
  c.globalAlpha = 1;
  c.fillStyle = colours.ink;
  c.fillText(text, middle, y);
}

/* What is known of a port at a time, a line each. */
Stage.prototype.describe = function (port, since, time) {
  var recording = this.recording, link = this.index.links[port.port >> 1], lines = [];
  lines.push(port.name + " → " + port.far.name + ", " + trimmed(link[4] / 1e9) + " Gb/s, " + timeText(link[5]));
  var sample = recording.sampleAt(time), depth = valueOf(recording.depthOf, port.port, sample);
  var load = valueOf(recording.loadOf, port.port, sample);
  lines.push((depth === null ? "queue not sampled" : "queue " + bytesText(depth))
    + (load === null ? "" : ", line " + load + " % busy"));
  var any = false;
  recording.queuesOf[port.port].forEach(function (q) {
    var span = recording.spanOf(q, since, time), number = recording.queues[q].queue;
    if (span < 0) { return; }
    any = true;
    var many = recording.pauses[span] > 1
      ? grouped(recording.pauses[span]) + " pauses, " + timeText(recording.paused[span]) + " in all, in "
        + timeText(recording.end[span] - recording.begin[span])
      : timeText(recording.end[span] - recording.begin[span]) + " in all";
    lines.push((number < 0 ? "port" : "queue " + number) + " paused since " + timeText(recording.begin[span]) + " (" + many + ")");
    var cause = recording.facts.causes[recording.cause[span]][0];
    if (cause) { lines.push("  by " + cause); }
  });
  if (!any) { lines.push("not paused"); }
  if (this.cycle[port.port] !== undefined && time >= this.cycle[port.port]) {
    lines.push("part of the deadlock's cycle since " + timeText(this.cycle[port.port]));
  }
  return lines.join("\n");
};
