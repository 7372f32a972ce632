/* The player: its controls, its keys, and one or two recordings side by side that share a clock and scales. */

function el(tag, attributes, children) {
  var element = document.createElement(tag);
  Object.keys(attributes || {}).forEach(function (name) { element.setAttribute(name, attributes[name]); });
  (children || []).forEach(function (child) { element.append(child); });
  return element;
}

var SPEEDS = [[5, "5 s"], [20, "20 s"], [60, "1 min"], [300, "5 min"]];
var FEWEST_TREES = 6;

function Player(root, index) {
  this.root = root;
  this.index = index;
  this.panes = [];
  this.time = 0;
  this.seconds = 20;
  this.tree = null;
  this.allTrees = false;
  this.tip = el("div", { "class": "rp-tip", hidden: "hidden" });
  this.buildControls();
  this.listen();
  this.choose(index.shown);
}

Player.prototype.buildControls = function () {
  var self = this;
  function button(name, text, title, act) {
    var made = el("button", { type: "button", "class": name, title: title }, [text]);
    made.addEventListener("click", act);
    return made;
  }
  function select(title, options, value, act) {
    var made = el("select", { "aria-label": title });
    options.forEach(function (option) { made.append(el("option", { value: option[0] }, [option[1]])); });
    made.value = value;
    made.addEventListener("change", function () { act(made.value); });
    return made;
  }
  var cells = this.index.cells.map(function (cell) { return [cell.cell, cell.label]; });
  var shown = this.index.shown;
  this.playButton = button("rp-main rp-play", "Play", "Play or pause (space)", function () { self.toggle(); });
  this.clock = el("span", { "class": "rp-clock", role: "status", "aria-live": "off" }, ["0 ns"]);
  this.of = el("span", { "class": "rp-of" });
  this.first = select("Cell", cells, shown[0], function (cell) { self.choose([Number(cell)].concat(self.shown.slice(1))); });
  this.second = select("Compared with", [[-1, "nothing"]].concat(cells), shown.length > 1 ? shown[1] : -1, function (cell) {
    self.choose(Number(cell) < 0 ? [self.shown[0]] : [self.shown[0], Number(cell)]);
  });
  var bar = el("div", { "class": "rp-bar" }, [
    this.playButton,
    button("rp-back", "◂ Step", "To the change before (left arrow)", function () { self.step(-1); }),
    button("rp-step", "Step ▸", "To the next change (right arrow)", function () { self.step(1); }),
    this.clock, this.of, el("span", { "class": "rp-gap" }),
    el("label", {}, ["Time line in ", select("Speed", SPEEDS, 20, function (seconds) { self.seconds = Number(seconds); })]),
    button("rp-in", "Zoom in", "Magnify the time line (+)", function () { self.zoom(0.25); }),
    button("rp-out", "Zoom out", "Show more of the time line (-)", function () { self.zoom(4); })
  ]);
  var choice = el("div", { "class": "rp-bar rp-choice" }, [
    el("label", {}, ["Cell ", this.first]), el("label", {}, ["next to ", this.second])]);
  choice.hidden = cells.length < 2;
  this.panesBox = el("div", { "class": "rp-panes" });
  this.legend = el("div", { "class": "rp-legend" });
  this.legend.innerHTML = legendMarkup();
  this.notes = el("p", { "class": "rp-notes" });
  this.trees = el("div", { "class": "rp-trees" });
  this.root.setAttribute("tabindex", "0");
  this.root.setAttribute("role", "group");
  this.root.setAttribute("aria-label", "Congestion replay: space plays, arrows step, plus and minus zoom");
  this.root.replaceChildren(bar, choice, this.panesBox, this.legend, this.notes, this.trees, this.tip);
};

function legendMarkup() {
  function key(drawing, text) { return "<span><svg viewBox='0 0 26 12' aria-hidden='true'>" + drawing + "</svg>" + text + "</span>"; }
  function stroke(colour, width, bar) {
    return "<path d='M3 6H25" + (bar ? "M4 1V11" : "") + "' style='stroke:var(--" + colour + ");stroke-width:" + width + ";fill:none'/>";
  }
  return key(stroke("rp-pause", 3, true), "a queue may not send (the bar is at the paused port)")
    + key("<path d='M3 6H25M4 1V11' style='stroke:var(--rp-pause);stroke-width:3;stroke-dasharray:5 3;fill:none'/>", "the line was busy nevertheless")
    + key(stroke("rp-short", 2.2, false), "paused since the last frame, not any more")
    + key(stroke("rp-victim", 3, true), "paused flows that do not cross the root: victims")
    + key(stroke("rp-idle", 1.2, false) + "<path d='M3 10H25' style='stroke:var(--rp-edge);stroke-width:2.2'/>", "idle and busy line")
    + key("<path d='M13 1L18 6L13 11L8 6Z' style='fill:var(--ink)'/>", "congested port: root")
    + key(stroke("rp-dead", 4, true), "cycle of a deadlock")
    + key("<rect x='9' y='0' width='8' height='12' style='fill:var(--rp-track)'/><rect x='9' y='5' width='8' height='7' style='fill:var(--rp-queue)'/>",
      "queue, <span class='rp-scale'></span> when full");
}

/* Shows cells; each is unpacked when it is first chosen. */
Player.prototype.choose = function (cells) {
  var self = this;
  this.pause();
  this.shown = cells;
  this.root.dataset.ready = "false";
  Promise.all(cells.map(function (cell) { return self.load(cell); })).then(function (recordings) {
    self.panes = recordings.map(function (recording, i) { return self.pane(recording, cells[i]); });
    self.panesBox.classList.toggle("two", self.panes.length > 1);
    self.panesBox.replaceChildren.apply(self.panesBox, self.panes.map(function (pane) { return pane.box; }));
    self.end = Math.max.apply(null, recordings.map(function (recording) { return recording.endNanos; }));
    self.scale = Math.max.apply(null, recordings.map(function (recording) { return recording.facts.mostBytes; })) || 1;
    self.of.textContent = "of " + timeText(self.end);
    self.legend.querySelector(".rp-scale").textContent = bytesText(self.scale);
    self.notes.textContent = recordings.map(function (recording, i) {
      return (recordings.length > 1 ? self.labelOf(cells[i]) + ": " : "") + reduced(recording);
    }).join(" ") + " A pause shorter than a pixel is drawn a pixel wide, one shorter than a frame in the frame after it.";
    self.from = 0;
    self.to = Math.max(1000, Math.min(self.end, 1.2 * Math.max.apply(null, recordings.map(function (recording) { return recording.lastChange(); }))));
    self.time = Math.min(self.time, self.end);
    self.tree = null;
    self.listTrees();
    self.layout();
    self.root.dataset.ready = "true";
  });
};

Player.prototype.load = function (cell) {
  var ports = 2 * this.index.links.length;
  return unpack(document.getElementById("replay-cell-" + cell).textContent).then(function (bytes) {
    return new Recording(bytes, ports);
  });
};

Player.prototype.labelOf = function (cell) {
  return this.index.cells.filter(function (it) { return it.cell === cell; })[0].label;
};

/* What the picture leaves out, for a reader who must rely on it. */
function reduced(recording) {
  var facts = recording.facts, text = grouped(facts.pauses) + " pauses";
  text += facts.joinedBelowNanos > 0
    ? " in " + grouped(recording.begin.length) + " bars: those of a queue with one cause, less than " + timeText(facts.joinedBelowNanos)
      + " apart, are one bar, and their times and numbers are exact."
    : ", each as it was recorded.";
  if (facts.samples === 0) {
    text += " Queues were not sampled (record: counters).";
  } else {
    text += facts.stepNanos > 1
      ? " Queues show the greatest sample in each " + timeText(facts.stepNanos) + "."
      : " Queues show " + grouped(facts.samples) + " samples, and between two the earlier one.";
  }
  if (!facts.attributed) { text += " Causes were not attributed to congested ports (record: pauses)."; }
  if (facts.knownUntilNanos < facts.endNanos) {
    text += " A device kept no pauses after " + timeText(facts.knownUntilNanos) + "; the shaded time shows only those that it knew.";
  }
  if (facts.elsewhere > 0) { text += " " + grouped(facts.elsewhere) + " pauses at ports that are not in the topology are left out."; }
  return text;
}

Player.prototype.pane = function (recording, cell) {
  var self = this, stageCanvas = el("canvas", { "class": "rp-stage", role: "img", "aria-label": "Topology, " + this.labelOf(cell) });
  var timeCanvas = el("canvas", { "class": "rp-time", role: "img", "aria-label": "Time line, " + this.labelOf(cell) });
  var now = el("span", {}), heading = el("h4", {}, [this.labelOf(cell), now]);
  var stage = new Stage(stageCanvas, this.index, recording), timeline = new Timeline(timeCanvas, stage, recording);
  var pane = { recording: recording, cell: cell, stage: stage, timeline: timeline, now: now };
  pane.box = el("div", { "class": "rp-pane" }, [heading, stageCanvas, timeCanvas]);
  stageCanvas.addEventListener("pointermove", function (event) {
    var hit = stage.scene.at(event.offsetX, event.offsetY);
    self.show(event, !hit ? "" : hit.port ? stage.describe(hit.port, self.since, self.time) : describeBox(hit.box, self.index));
  });
  stageCanvas.addEventListener("pointerleave", function () { self.show(null, ""); });
  timeCanvas.addEventListener("pointerdown", function (event) {
    timeCanvas.setPointerCapture(event.pointerId);
    self.pause();
    self.seek(timeline.timeAt(event.offsetX));
  });
  timeCanvas.addEventListener("pointermove", function (event) {
    if (event.buttons % 2 === 1) { self.seek(timeline.timeAt(event.offsetX)); }
    self.show(event, event.offsetX < GUTTER ? "" : timeline.describe(event.offsetX, event.offsetY));
  });
  timeCanvas.addEventListener("pointerleave", function () { self.show(null, ""); });
  return pane;
};

function describeBox(box, index) {
  var bytes = index.nodes[box.node][4];
  return box.name + ": " + (box.host ? "host" : "switch" + (bytes ? ", buffer " + bytesText(bytes) : ""));
}

Player.prototype.show = function (event, text) {
  this.tip.hidden = text === "";
  if (text === "") { return; }
  this.tip.textContent = text;
  var frame = this.root.getBoundingClientRect(), x = event.clientX - frame.left + 14;
  if (x + this.tip.offsetWidth > frame.width - 6) { x = Math.max(4, event.clientX - frame.left - this.tip.offsetWidth - 12); }
  this.tip.style.left = x + "px";
  this.tip.style.top = (event.clientY - frame.top + 16) + "px";
};

/* Measures and draws everything anew: after a change of size, colours, cells, zoom, or tree. */
Player.prototype.layout = function () {
  var colours = new Colours(), self = this;
  this.panes.forEach(function (pane) {
    var width = pane.box.clientWidth;
    pane.stage.resize(width, colours);
    pane.timeline.resize(width, colours, self.panes.length > 1 ? 10 : 14);
    pane.timeline.update(self.from, self.to, self.treeOf(pane), self.scale);
  });
  this.seek(this.time);
};

Player.prototype.treeOf = function (pane) {
  return this.tree && this.tree.pane === pane ? this.tree.tree : null;
};

/* Goes to a time, as if nothing had passed on the way there. */
Player.prototype.seek = function (time) {
  this.time = Math.min(this.end, Math.max(0, Math.round(time)));
  this.since = this.time;
  this.draw();
};

Player.prototype.draw = function () {
  var started = performance.now(), self = this;
  if (this.time > this.to || this.time < this.from) { this.follow(); }
  this.panes.forEach(function (pane) {
    var paused = pane.stage.draw(self.since, self.time, self.treeOf(pane), self.scale);
    pane.timeline.draw(self.time);
    var deadlock = pane.recording.facts.deadlock, closed = deadlock && self.time >= deadlock.closedNanos;
    pane.now.textContent = closed ? "deadlock since " + timeText(deadlock.closedNanos)
      : grouped(paused) + (paused === 1 ? " queue paused" : " queues paused");
    pane.now.classList.toggle("rp-deadlocked", Boolean(closed));
  });
  this.clock.textContent = clockText(this.time, this.end);
  this.root.dataset.nanos = String(this.time);
  this.root.dataset.drawMillis = (performance.now() - started).toFixed(2);
};

/* The same unit and digits all along, so that the numbers do not dance. */
function clockText(time, end) {
  return end < 1e7 ? (time / 1e3).toFixed(2) + " µs" : (time / 1e6).toFixed(4) + " ms";
}

Player.prototype.follow = function () {
  var width = this.to - this.from;
  this.from = Math.max(0, Math.min(this.end - width, this.time - width * 0.1));
  this.to = this.from + width;
  this.updateTimelines();
};

Player.prototype.updateTimelines = function () {
  var self = this;
  this.panes.forEach(function (pane) { pane.timeline.update(self.from, self.to, self.treeOf(pane), self.scale); });
};

Player.prototype.zoom = function (factor) {
  var width = Math.min(this.end, Math.max(100, (this.to - this.from) * factor)), share = (this.time - this.from) / (this.to - this.from);
  this.from = Math.max(0, Math.min(this.end - width, this.time - width * share));
  this.to = this.from + width;
  this.updateTimelines();
  this.draw();
};

Player.prototype.toggle = function () {
  if (this.frame) { this.pause(); } else { this.play(); }
};

Player.prototype.play = function () {
  var self = this, last = null;
  if (this.time >= this.end) { this.seek(this.from > 0 ? this.from : 0); }
  this.playButton.textContent = "Pause";
  function frame(now) {
    if (last !== null) {
      /* At most a tenth of a second a frame: a tab that slept does not jump. */
      var passed = Math.min(100, now - last) / 1e3 * (self.to - self.from) / self.seconds;
      self.since = self.time;
      self.time = Math.min(self.end, self.time + passed);
      self.draw();
    }
    last = now;
    if (self.time < self.end) { self.frame = requestAnimationFrame(frame); } else { self.pause(); }
  }
  this.frame = requestAnimationFrame(frame);
};

Player.prototype.pause = function () {
  cancelAnimationFrame(this.frame);
  this.frame = 0;
  this.playButton.textContent = "Play";
};

Player.prototype.step = function (direction) {
  var self = this, best = null;
  this.pause();
  this.panes.forEach(function (pane) {
    var at = pane.recording.change(self.time, direction);
    if (at !== null && (best === null || (at - best) * direction < 0)) { best = at; }
  });
  this.seek(best === null ? (direction > 0 ? this.end : 0) : best);
};

Player.prototype.listen = function () {
  var self = this, keys = {
    " ": function () { self.toggle(); },
    ArrowRight: function (event) { if (event.shiftKey) { self.seek(self.time + (self.to - self.from) / 50); } else { self.step(1); } },
    ArrowLeft: function (event) { if (event.shiftKey) { self.seek(self.time - (self.to - self.from) / 50); } else { self.step(-1); } },
    Home: function () { self.seek(0); },
    End: function () { self.seek(self.end); },
    "+": function () { self.zoom(0.25); },
    "-": function () { self.zoom(4); },
    Escape: function () { self.select(null); }
  };
  this.root.addEventListener("keydown", function (event) {
    var inControl = event.target !== self.root && (event.target.tagName === "SELECT" || event.key === " ");
    if (keys[event.key] && !inControl && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      keys[event.key](event);
    }
  });
  var width = 0;
  new ResizeObserver(function () {
    if (self.root.clientWidth !== width && self.panes.length > 0) {
      width = self.root.clientWidth;
      self.layout();
    }
  }).observe(this.root);
  new MutationObserver(function () { self.layout(); }).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", function () { self.layout(); });
};

/* The largest congestion trees of all panes by victim pause time. */
Player.prototype.listTrees = function () {
  var self = this, trees = [], total = 0, two = this.panes.length > 1;
  this.panes.forEach(function (pane) {
    total += pane.recording.facts.treeCount;
    pane.recording.facts.trees.forEach(function (tree) { trees.push({ pane: pane, tree: tree }); });
  });
  trees.sort(function (a, b) { return b.tree.victimNanos - a.tree.victimNanos || b.tree.pausedNanos - a.tree.pausedNanos; });
  this.trees.replaceChildren();
  if (trees.length === 0) { return; }
  var shown = this.allTrees ? trees : trees.slice(0, FEWEST_TREES), body = el("tbody");
  shown.forEach(function (it) {
    var name = el("button", { type: "button" }, [it.tree.root]);
    var row = el("tr", { "aria-selected": "false" }, (two ? [el("td", {}, [self.labelOf(it.pane.cell)])] : []).concat([
      el("td", {}, [name]),
      el("td", { "class": "num" }, [timeText(it.tree.victimNanos)]),
      el("td", { "class": "num" }, [timeText(it.tree.pausedNanos)]),
      el("td", { "class": "num" }, [grouped(it.tree.victims) + " of " + grouped(it.tree.flows)]),
      el("td", { "class": "num" }, [grouped(it.tree.ports.length)])
    ]));
    it.row = row;
    row.addEventListener("click", function () { self.select(self.tree === it ? null : it); });
    body.append(row);
  });
  var head = el("tr", {}, (two ? [el("th", {}, ["Cell"])] : []).concat([el("th", {}, ["Root: congested port"]),
    el("th", { "class": "num" }, ["Victim pause time"]), el("th", { "class": "num" }, ["Pause time"]),
    el("th", { "class": "num" }, ["Victim flows"]), el("th", { "class": "num" }, ["Ports"])]));
  this.detail = el("p", { "class": "rp-detail", hidden: "hidden" });
  this.trees.append(el("h4", {}, ["Congestion trees with the longest victim pause time"]),
    el("div", { "class": "scroll free" }, [el("table", {}, [el("thead", {}, [head]), body])]), this.detail);
  if (shown.length < total) {
    var more = el("button", { type: "button", "class": "rp-more" }, [
      trees.length < total ? "Show the first " + grouped(trees.length) + " of " + grouped(total) : "Show all " + grouped(total)]);
    more.hidden = shown.length === trees.length;
    more.addEventListener("click", function () { self.allTrees = true; self.listTrees(); });
    this.trees.append(more);
  }
};

/* Lights a tree, and goes to when it was largest. */
Player.prototype.select = function (chosen) {
  if (this.tree && this.tree.row) { this.tree.row.setAttribute("aria-selected", "false"); }
  this.tree = chosen;
  this.updateTimelines();
  if (this.detail) { this.detail.hidden = !chosen; }
  if (!chosen) { this.draw(); return; }
  chosen.row.setAttribute("aria-selected", "true");
  var tree = chosen.tree;
  this.detail.textContent = tree.victims === 0 ? "All flows that were paused because of " + tree.root + " cross it: no victim."
    : "Victims of " + tree.root + " that waited longest: " + tree.longest.slice(0, 5).map(function (victim) {
      return victim.group + " " + victim.src + " → " + victim.dst + ", " + timeText(victim.pausedNanos);
    }).join("; ") + ".";
  this.pause();
  this.seek(chosen.pane.recording.peakOf(tree.port) || this.time);
};

new Player(document.getElementById("replay-player"), JSON.parse(document.getElementById("replay-index").textContent));
