/* Where everything of a topology is drawn in a picture of some width: boxes, ports with their queues, and lines. */

function Scene(index, width) {
  this.index = index;
  this.width = width;
  var rows = this.rows(), circle = index.circle;
  this.height = circle ? Math.round(Math.min(430, Math.max(280, width * 0.62)))
    : 78 + Math.min(420, 108 * Math.max(1, rows.length - 1) + (width > 760 ? 20 : 0));
  this.boxes = [];
  this.placeBoxes(rows, circle);
  this.placePorts(circle);
}

Scene.prototype.rows = function () {
  var byHeight = {};
  this.index.nodes.forEach(function (node, i) { (byHeight[node[3].toFixed(4)] = byHeight[node[3].toFixed(4)] || []).push(i); });
  return Object.keys(byHeight).map(function (key) { return byHeight[key]; });
};

Scene.prototype.placeBoxes = function (rows, circle) {
  var nodes = this.index.nodes, self = this, degree = new Array(nodes.length).fill(0);
  this.index.links.forEach(function (link) { degree[link[0]]++; degree[link[2]]++; });
  rows.forEach(function (row) {
    var xs = row.map(function (i) { return nodes[i][2]; }).sort(function (a, b) { return a - b; });
    var apart = 1;
    for (var i = 1; i < xs.length; i++) { apart = Math.min(apart, xs[i] - xs[i - 1]); }
    var space = circle ? self.width / 5 : apart * (self.width - 24);
    row.forEach(function (i) {
      var host = nodes[i][1] === 1 && degree[i] < 2;
      var wanted = host ? 16 + 7 * nodes[i][0].length : Math.max((circle ? 50 : 22) + 8 * nodes[i][0].length, 13 * degree[i] + 16);
      var w = Math.max(3, Math.min(wanted, space * (host ? 0.8 : 0.86)));
      self.boxes[i] = { node: i, name: nodes[i][0], host: nodes[i][1] === 1, w: w, h: host ? (w < 14 ? 10 : 20) : w < 30 ? 36 : 52 };
    });
  });
  this.boxes.forEach(function (box) {
    var margin = 8 + box.w / 2, node = nodes[box.node];
    box.x = Math.min(self.width - margin, Math.max(margin, 12 + node[2] * (self.width - 24)));
    box.y = 34 + node[3] * (self.height - 68);
  });
};

/* A port is on the side of its box that looks at the other end, in the order of what is there. */
Scene.prototype.placePorts = function (circle) {
  var boxes = this.boxes, sides = boxes.map(function () { return { top: [], bottom: [], left: [], right: [] }; });
  this.ports = [];
  var ports = this.ports;
  this.index.links.forEach(function (link, i) {
    [[link[0], link[1], link[2]], [link[2], link[3], link[0]]].forEach(function (end, second) {
      var box = boxes[end[0]], far = boxes[end[2]], dx = far.x - box.x, dy = far.y - box.y;
      var sideways = circle ? Math.abs(dx) > Math.abs(dy) : Math.abs(dy) < 4;
      var side = sideways ? (dx > 0 ? "right" : "left") : dy > 0 ? "bottom" : "top";
      var port = { port: 2 * i + second, name: box.name + ":" + end[1], box: box, far: far, side: side, order: sideways ? far.y : far.x };
      ports[port.port] = port;
      sides[end[0]][side].push(port);
    });
  });
  boxes.forEach(function (box, i) {
    Object.keys(sides[i]).forEach(function (side) {
      var across = side === "left" || side === "right", list = sides[i][side];
      list.sort(function (a, b) { return a.order - b.order || a.port - b.port; });
      var length = across ? box.h : box.w, step = length / list.length;
      if (!across && list.length < 3 && step > 60) { step = 60; }
      list.forEach(function (port, n) {
        var along = (n - (list.length - 1) / 2) * step;
        port.x = across ? box.x + (side === "left" ? -1 : 1) * box.w / 2 : box.x + along;
        port.y = across ? box.y + along : box.y + (side === "top" ? -1 : 1) * box.h / 2;
        port.gauge = gaugeOf(box, port, step, across);
      });
    });
  });
  for (var p = 0; p < ports.length; p += 2) { placeLanes(ports[p], ports[p + 1]); }
};

/* The queue of a port is a bar inside the box that fills from the line inwards. */
function gaugeOf(box, port, step, across) {
  var thick = Math.max(1.5, Math.min(9, step * 0.62));
  var long = across ? Math.min(20, box.w / 4) : box.h > 40 ? 17 : Math.max(4, box.h / 2 - 2);
  if (port.side === "top") { return { x: port.x - thick / 2, y: port.y + 1.5, w: thick, h: long, dx: 0, dy: 1 }; }
  if (port.side === "bottom") { return { x: port.x - thick / 2, y: port.y - 1.5 - long, w: thick, h: long, dx: 0, dy: -1 }; }
  if (port.side === "left") { return { x: port.x + 1.5, y: port.y - thick / 2, w: long, h: thick, dx: 1, dy: 0 }; }
  return { x: port.x - 1.5 - long, y: port.y - thick / 2, w: long, h: thick, dx: -1, dy: 0 };
}

/* Each direction of a link is a lane of its own, on the right of where it goes. */
function placeLanes(a, b) {
  var dx = b.x - a.x, dy = b.y - a.y, length = Math.hypot(dx, dy) || 1;
  var dense = Math.min(a.box.w, b.box.w) < 12, off = dense ? 1.1 : 2.6;
  var nx = -dy / length * off, ny = dx / length * off;
  a.lane = { x1: a.x + nx, y1: a.y + ny, x2: b.x + nx, y2: b.y + ny, ux: dx / length, uy: dy / length, dense: dense };
  b.lane = { x1: b.x - nx, y1: b.y - ny, x2: a.x - nx, y2: a.y - ny, ux: -dx / length, uy: -dy / length, dense: dense };
}

/* What is at a place: a port (by its lane or queue) or a box; null if nothing is. */
Scene.prototype.at = function (x, y) {
  var best = null, least = 7;
  this.ports.forEach(function (port) {
    var g = port.gauge;
    if (x >= g.x - 1 && x <= g.x + g.w + 1 && y >= g.y && y <= g.y + g.h) { best = { port: port }; least = -1; return; }
    var lane = port.lane, length = Math.hypot(lane.x2 - lane.x1, lane.y2 - lane.y1);
    var along = (x - lane.x1) * lane.ux + (y - lane.y1) * lane.uy;
    if (along < 0 || along > length) { return; }
    var distance = Math.abs((y - lane.y1) * lane.ux - (x - lane.x1) * lane.uy);
    if (distance < least) { least = distance; best = { port: port }; }
  });
  if (least >= 0) {
    this.boxes.forEach(function (box) {
      if (Math.abs(x - box.x) <= box.w / 2 && Math.abs(y - box.y) <= box.h / 2) { best = { box: box }; }
    });
  }
  return best;
};
