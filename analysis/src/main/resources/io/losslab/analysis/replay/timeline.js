/* The time line under a stage: paused queues, the fullest queue, drops and violations, and the ports that were paused longest. */

var GUTTER = 92, RIGHT = 10, ROW = 11, MOST_TOLD = 4;

function Timeline(canvas, stage, recording) {
  this.canvas = canvas;
  this.recording = recording;
  this.stage = stage;
  this.still = document.createElement("canvas");
}

Timeline.prototype.resize = function (width, colours, most) {
  this.width = width;
  this.colours = colours;
  this.plot = Math.max(50, width - GUTTER - RIGHT);
  this.most = most;
};

/* Chooses the rows and draws all but the present time. tree: whose ports to show, or null for those paused longest. */
Timeline.prototype.update = function (from, to, tree, scale) {
  this.from = from;
  this.to = to;
  this.rows = this.chooseRows(tree);
  this.pausedTop = 20;
  this.depthTop = this.pausedTop + 46;
  this.markTop = this.depthTop + 36;
  this.rowTop = this.markTop + 28;
  this.height = this.rowTop + this.rows.length * ROW + 8;
  this.context = sized(this.canvas, this.width, this.height);
  this.drawStill(sized(this.still, this.width, this.height), tree, scale);
};

Timeline.prototype.chooseRows = function (tree) {
  var recording = this.recording, byPort = {};
  recording.queues.forEach(function (queue) { byPort[queue.port] = (byPort[queue.port] || 0) + queue.paused; });
  if (tree) {
    tree.ports.forEach(function (at) { if (byPort[at.port]) { byPort[at.port] = 1e15 + at.pausedNanos; } });
  }
  if (recording.facts.deadlock) {
    recording.facts.deadlock.stops.forEach(function (stop) { byPort[stop.port] = (byPort[stop.port] || 0) + 1e14; });
  }
  var ports = Object.keys(byPort).map(Number);
  ports.sort(function (a, b) { return byPort[b] - byPort[a] || a - b; });
  this.portsPaused = ports.length;
  return ports.slice(0, this.most);
};

Timeline.prototype.x = function (time) {
  return GUTTER + (time - this.from) / (this.to - this.from) * this.plot;
};

Timeline.prototype.timeAt = function (x) {
  var share = Math.min(1, Math.max(0, (x - GUTTER) / this.plot));
  return this.from + share * (this.to - this.from);
};

Timeline.prototype.drawStill = function (c, tree, scale) {
  var colours = this.colours, recording = this.recording, columns = Math.round(this.plot), self = this;
  c.clearRect(0, 0, this.width, this.height);
  c.font = "11px " + colours.font;
  c.textBaseline = "middle";
  this.drawTicks(c);
  if (recording.facts.knownUntilNanos < this.to) {
    var unknown = Math.max(GUTTER, this.x(recording.facts.knownUntilNanos));
    c.fillStyle = colours.unknown;
    c.fillRect(unknown, this.pausedTop, GUTTER + this.plot - unknown, this.height - this.pausedTop - 8);
  }
  var paused = recording.pausedColumns(this.from, this.to, columns), most = 1;
  for (var i = 0; i < columns; i++) { most = Math.max(most, paused.touched[i]); }
  this.columns = paused;
  this.area(c, paused.touched, most, this.pausedTop, 40, colours.short);
  this.area(c, paused.mean, most, this.pausedTop, 40, colours.pause);
  this.title(c, "paused queues", "of " + grouped(most), this.pausedTop, 40);
  this.depths = recording.depthColumns(this.from, this.to, columns, -1);
  this.area(c, this.depths, scale, this.depthTop, 30, colours.queue);
  this.title(c, "fullest queue", "of " + bytesText(scale), this.depthTop, 30);
  this.drawMarks(c);
  c.textAlign = "left";
  c.fillStyle = colours.soft;
  c.fillText(this.rows.length < this.portsPaused
    ? (tree ? "ports of the tree first, " : "ports paused longest, ") + this.rows.length + " of " + grouped(this.portsPaused)
    : this.portsPaused === 0 ? "no port was paused" : "paused ports, all " + this.portsPaused, GUTTER, this.rowTop - 9);
  this.rows.forEach(function (port, row) { self.drawRow(c, port, self.rowTop + row * ROW, tree); });
};

/* Round steps, the last word of each label its unit. */
Timeline.prototype.drawTicks = function (c) {
  var span = this.to - this.from, step = Math.pow(10, Math.floor(Math.log10(span / (this.plot / 90))));
  [1, 2, 5, 10].some(function (factor) {
    if (span / (step * factor) > this.plot / 90) { return false; }
    step *= factor;
    return true;
  }, this);
  step = Math.max(1, step);
  c.fillStyle = this.colours.soft;
  c.strokeStyle = this.colours.grid;
  c.lineWidth = 1;
  c.textAlign = "center";
  for (var time = Math.ceil(this.from / step) * step; time <= this.to; time += step) {
    var x = Math.round(this.x(time)) + 0.5;
    c.beginPath();
    c.moveTo(x, 16);
    c.lineTo(x, this.height - 6);
    c.stroke();
    c.fillText(timeText(time), Math.min(x, this.width - 24), 8);
  }
};

Timeline.prototype.title = function (c, text, small, top, height) {
  c.textAlign = "right";
  c.fillStyle = this.colours.ink;
  c.fillText(text, GUTTER - 6, top + height / 2 - 6);
  c.fillStyle = this.colours.soft;
  c.fillText(small, GUTTER - 6, top + height / 2 + 8);
  c.strokeStyle = this.colours.rule;
  c.beginPath();
  c.moveTo(GUTTER, top + height + 0.5);
  c.lineTo(GUTTER + this.plot, top + height + 0.5);
  c.stroke();
};

/* A column for each pixel; what is not nothing is at least a pixel high. */
Timeline.prototype.area = function (c, values, most, top, height, colour) {
  c.fillStyle = colour;
  for (var i = 0; i < Math.round(this.plot); i++) {
    if (values[i] > 0) {
      var h = Math.max(1, Math.min(height, values[i] / most * height));
      c.fillRect(GUTTER + i, top + height - h, 1, h);
    }
  }
};

Timeline.prototype.drawMarks = function (c) {
  var y = this.markTop + 5, self = this, last = -9, kinds = [];
  this.recording.marks.forEach(function (mark) {
    if (kinds.indexOf(mark.kind) < 0) { kinds.push(mark.kind); }
    var x = self.x(mark.time);
    if (x < GUTTER || x > GUTTER + self.plot || x - last < 3) { return; }
    last = x;
    c.strokeStyle = self.colours.ink;
    c.lineWidth = 1.4;
    c.beginPath();
    c.moveTo(x - 3, y - 3);
    c.lineTo(x + 3, y + 3);
    c.moveTo(x - 3, y + 3);
    c.lineTo(x + 3, y - 3);
    c.stroke();
  });
  c.textAlign = "right";
  c.fillStyle = this.colours.soft;
  kinds.sort().forEach(function (kind, line) { c.fillText(kind + "s", GUTTER - 6, y + 12 * line); });
  var deadlock = this.recording.facts.deadlock;
  if (deadlock) {
    var at = this.x(deadlock.closedNanos);
    if (at >= GUTTER && at <= GUTTER + this.plot) {
      c.fillStyle = c.strokeStyle = this.colours.dead;
      c.lineWidth = 1.5;
      c.beginPath();
      c.moveTo(at, 16);
      c.lineTo(at, this.height - 6);
      c.stroke();
      c.textAlign = at > GUTTER + this.plot - 96 ? "right" : "left";
      c.font = "600 11px " + this.colours.font;
      c.fillText("deadlock", at + (c.textAlign === "left" ? 5 : -5), y);
      c.font = "11px " + this.colours.font;
    }
  }
};

/* Pauses of a port; one that is shorter than a pixel is a pixel wide. */
Timeline.prototype.drawRow = function (c, port, top, tree) {
  var recording = this.recording, colours = this.colours, self = this, dead = this.stage.cycle[port];
  var victims = tree && tree.ports.some(function (at) { return at.port === port && at.victimNanos > 0; });
  c.textAlign = "right";
  c.font = "10px " + colours.font;
  c.fillStyle = dead === undefined ? colours.ink : colours.dead;
  var name = this.stage.scene.ports[port].name;
  while (c.measureText(name).width > GUTTER - 8) { name = name.slice(0, -2) + "…"; }
  c.fillText(name, GUTTER - 6, top + ROW / 2);
  c.fillStyle = colours.grid;
  c.fillRect(GUTTER, top + ROW - 1, this.plot, 1);
  recording.queuesOf[port].forEach(function (q) {
    var span = Math.max(recording.first[q], firstAbove(recording.begin, self.from, recording.first[q], recording.first[q + 1]) - 1);
    var lastPixel = -1;
    for (; span < recording.first[q + 1] && recording.begin[span] < self.to; span++) {
      if (recording.end[span] < self.from) { continue; }
      var x = Math.floor(Math.max(GUTTER, self.x(recording.begin[span])));
      var w = Math.max(1, Math.round(Math.min(GUTTER + self.plot, self.x(recording.end[span]))) - x);
      if (w === 1 && x === lastPixel) { continue; }
      lastPixel = x + w - 1;
      var mine = !tree || recording.rootOf(span) === tree.port;
      c.globalAlpha = mine ? 1 : 0.3;
      c.fillStyle = dead !== undefined && recording.begin[span] >= dead ? colours.dead
        : victims && mine ? colours.victim : colours.pause;
      c.fillRect(x, top + 1, w, ROW - 3);
    }
  });
  c.globalAlpha = 1;
};

Timeline.prototype.draw = function (time) {
  var c = this.context, x = this.x(time);
  c.clearRect(0, 0, this.width, this.height);
  c.drawImage(this.still, 0, 0, this.width, this.height);
  if (x < GUTTER - 0.5 || x > GUTTER + this.plot + 0.5) { return; }
  c.strokeStyle = c.fillStyle = this.colours.ink;
  c.lineWidth = 1.5;
  c.beginPath();
  c.moveTo(x, 14);
  c.lineTo(x, this.height - 4);
  c.stroke();
  c.beginPath();
  c.moveTo(x - 5, 9);
  c.lineTo(x + 5, 9);
  c.lineTo(x, 16);
  c.closePath();
  c.fill();
};

Timeline.prototype.describe = function (x, y) {
  var column = Math.min(this.depths.length - 1, Math.max(0, Math.floor(x - GUTTER)));
  var lines = [timeText(this.timeAt(x))], row = Math.floor((y - this.rowTop) / ROW);
  if (y >= this.rowTop && row < this.rows.length) {
    var port = this.rows[row], recording = this.recording, from = this.timeAt(x), to = this.timeAt(x + 1), count = 0, cause = "";
    recording.queuesOf[port].forEach(function (q) {
      for (var s = recording.first[q]; s < recording.first[q + 1] && recording.begin[s] <= to; s++) {
        if (recording.end[s] >= from) {
          count += recording.pauses[s];
          cause = recording.facts.causes[recording.cause[s]][0];
        }
      }
    });
    lines.push(this.stage.scene.ports[port].name + ": " + (count ? grouped(count) + (count > 1 ? " pauses here" : " pause here") : "not paused"));
    if (cause) { lines.push("  by " + cause); }
  } else {
    lines.push(grouped(this.columns.touched[column]) + " queues paused in this pixel, " + trimmed(this.columns.mean[column]) + " in the mean");
    lines.push("fullest queue " + bytesText(this.depths[column]));
    this.marksAt(x).forEach(function (text) { lines.push(text); });
  }
  return lines.join("\n");
};

/* The first marks at a place of the time line, a line each, and how many more there are. */
Timeline.prototype.marksAt = function (x) {
  var self = this, ports = this.stage.scene.ports, causes = this.recording.facts.causes;
  var near = this.recording.marks.filter(function (mark) { return Math.abs(self.x(mark.time) - x) <= 3; });
  var texts = near.slice(0, MOST_TOLD).map(function (mark) {
    return mark.kind + (mark.port < 0 ? "" : " at " + ports[mark.port].name) + ": " + causes[mark.cause][0];
  });
  return near.length > MOST_TOLD ? texts.concat("and " + grouped(near.length - MOST_TOLD) + " more") : texts;
};
