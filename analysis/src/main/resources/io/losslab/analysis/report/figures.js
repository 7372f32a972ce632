// Values under the pointer, and zoom. A plot's attributes tell its box and the values of its axes.
(function () {
  var LEAST = 1e-4, DRAG = 6, FLAT = 12;
  var tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  document.body.append(tip);

  function element(name, attributes, parent) {
    var made = document.createElementNS(parent.namespaceURI, name);
    Object.keys(attributes).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    parent.append(made);
    return made;
  }

  function axis(text) {
    if (!text) { return null; }
    var parts = text.split(" "), low = Number(parts[0]), high = Number(parts[1]);
    var log = parts[2] === "logarithmic";
    return {
      key: text, log: log, unit: parts.slice(3).join(" "),
      value: function (f) { return log ? low * Math.pow(high / low, f) : low + f * (high - low); },
      fraction: function (v) { return log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low); }
    };
  }

  function number(value, digits) {
    var text = Math.abs(value) >= 1000
      ? value.toLocaleString("en-US", { maximumFractionDigits: Math.max(0, digits - 4) })
      : String(Number(value.toPrecision(digits)));
    return text.replace("-", "−");
  }

  function quantity(axis, value, digits) {
    return number(value, digits) + (axis.unit ? " " + axis.unit : "");
  }

  // Round values in a part of an axis.
  function ticks(axis, from, to, count) {
    var low = axis.value(from), high = axis.value(to), found = [];
    if (axis.log && high / low >= 5) {
      for (var p = Math.pow(10, Math.floor(Math.log10(low))); p <= high; p *= 10) {
        (high / low > 1000 ? [1] : [1, 2, 5]).forEach(function (lead) {
          if (lead * p >= low && lead * p <= high) { found.push(lead * p); }
        });
      }
      return { values: found, text: function (v) { return number(v, 3); } };
    }
    var rough = (high - low) / count, power = Math.pow(10, Math.floor(Math.log10(rough)));
    var step = [1, 2, 5, 10].find(function (lead) { return lead * power >= rough * 0.999; }) * power;
    var decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    for (var i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-6; i++) { found.push(i * step); }
    return {
      values: found,
      text: function (v) {
        var shown = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
        return v.toLocaleString("en-US", shown).replace("-", "−");
      }
    };
  }

  function Plot(group, view) {
    var box = group.dataset.box.split(" ").map(Number), self = this;
    this.group = group;
    this.svg = group.ownerSVGElement;
    this.view = view;
    this.left = box[0]; this.top = box[1]; this.width = box[2]; this.height = box[3];
    this.x = axis(group.dataset.x);
    this.y = axis(group.dataset.y);
    group.prepend(element("rect", {
      class: "area", x: this.left, y: this.top, width: this.width, height: this.height }, group));
    var right = this.left + this.width, high = this.top - 1, low = this.top + this.height + 1;
    this.clip = "polygon(" + [[this.left, high], [right, high], [right, low], [this.left, low]].map(function (corner) {
      return corner[0] + "px " + corner[1] + "px"; }).join(", ") + ") view-box";
    this.data = Array.from(group.querySelectorAll(":scope > .data")).map(function (data) {
      var shapes = Array.from(data.childNodes), inner = element("g", {}, data);
      inner.append.apply(inner, shapes);
      return inner;
    });
    this.curves = Array.from(group.querySelectorAll("[data-label]")).map(function (path) {
      var all = path.getAttribute("d").match(/-?[\d.]+/g).map(Number), points = [];
      for (var i = 0; i + 1 < all.length; i += 2) { points.push([all[i], all[i + 1]]); }
      return { label: path.dataset.label, classes: path.closest(".pt, .trace").getAttribute("class"), points: points };
    });
    this.fixed = Array.from(group.querySelectorAll(".data text, .data circle.hit")).map(function (shape) {
      var circle = shape.tagName === "circle";
      return { shape: circle ? shape.parentNode : shape, x: Number(shape.getAttribute(circle ? "cx" : "x")),
        y: Number(shape.getAttribute(circle ? "cy" : "y")), keeps: shape.matches(".tlabel.end") ? "x" : shape.matches(".tlabel") ? "y" : "" };
    });
    this.spots = element("g", { class: "spots" }, group);
    this.own = element("g", { class: "zoomticks" }, group);
  }

  Plot.prototype.part = function (axis, name) { return axis && this.view[name + axis.key] || [0, 1]; };

  // Screen user units = scale * user units + shift.
  Plot.prototype.map = function () {
    var fx = this.part(this.x, "x"), fy = this.part(this.y, "y"), bottom = this.top + this.height;
    var sx = 1 / (fx[1] - fx[0]), sy = 1 / (fy[1] - fy[0]);
    return { sx: sx, sy: sy, tx: this.left * (1 - sx) - this.width * fx[0] * sx,
      ty: bottom * (1 - sy) + this.height * fy[0] * sy };
  };

  Plot.prototype.draw = function () {
    var m = this.map(), zoomed = m.sx > 1 || m.sy > 1, self = this;
    this.data.forEach(function (inner) {
      inner.setAttribute("transform", "matrix(" + [m.sx, 0, 0, m.sy, m.tx, m.ty].join(" ") + ")");
      inner.parentNode.style.clipPath = zoomed ? self.clip : "none";
    });
    this.fixed.forEach(function (f) {
      var x = f.keeps === "x" ? f.x : m.sx * f.x + m.tx, y = f.keeps === "y" ? f.y : m.sy * f.y + m.ty;
      f.shape.setAttribute("transform", "matrix(" + [1 / m.sx, 0, 0, 1 / m.sy,
        (x - f.x - m.tx) / m.sx, (y - f.y - m.ty) / m.sy].join(" ") + ")");
    });
    this.group.classList.toggle("zoomed", zoomed);
    this.own.replaceChildren();
    this.spots.replaceChildren();
    this.ticks("x", this.x, m.sx > 1, function (f, label) {
      var at = self.left + f * self.width, bottom = self.top + self.height;
      element("path", { class: "axis", d: "M" + at + " " + bottom + "v3.5" }, self.own);
      element("text", { class: "tick mid", x: at, y: bottom + 15 }, self.own).textContent = label;
    }, this.width / 90);
    this.ticks("y", this.y, m.sy > 1, function (f, label) {
      var at = self.top + (1 - f) * self.height;
      element("path", { class: f < 1e-9 ? "axis" : "grid", d: "M" + self.left + " " + at + "h" + self.width }, self.own);
      element("text", { class: "tick end", x: self.left - 6, y: at + 3.6 }, self.own).textContent = label;
    }, this.height / 40);
    if (zoomed) {
      element("path", { class: "axis", d: "M" + this.left + " " + this.top + "v" + this.height + "h" + this.width }, this.own);
    }
  };

  Plot.prototype.ticks = function (name, axis, zoomed, put, count) {
    this.group.querySelectorAll(":scope > .ticks." + name).forEach(function (group) {
      group.setAttribute("display", zoomed ? "none" : "inline");
    });
    if (!zoomed) { return; }
    var part = this.part(axis, name), round = ticks(axis, part[0], part[1], count);
    round.values.forEach(function (v) {
      put((axis.fraction(v) - part[0]) / (part[1] - part[0]), round.text(v));
    });
  };

  // Where the pointer is, in user units of the picture.
  Plot.prototype.at = function (event) {
    var p = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return { x: Math.min(this.left + this.width, Math.max(this.left, p.x)),
      y: Math.min(this.top + this.height, Math.max(this.top, p.y)) };
  };

  // What the curves have where the pointer is.
  Plot.prototype.read = function (event) {
    var m = this.map(), at = (this.at(event).x - m.tx) / m.sx, self = this;
    this.spots.replaceChildren();
    return this.curves.map(function (curve) {
      var points = curve.points, low = 0, high = points.length - 1;
      while (low < high) {
        var middle = low + high >> 1;
        if (points[middle][0] < at) { low = middle + 1; } else { high = middle; }
      }
      var near = low > 0 && at - points[low - 1][0] < points[low][0] - at ? points[low - 1] : points[low];
      element("circle", { class: "spot " + curve.classes, r: 3.5, cx: m.sx * near[0] + m.tx, cy: m.sy * near[1] + m.ty }, self.spots);
      return curve.label + ": " + quantity(self.y, self.y.value(1 - (near[1] - self.top) / self.height), 3)
        + " at " + quantity(self.x, self.x.value((near[0] - self.left) / self.width), 4);
    }).join("\n");
  };

  function show(text, event) {
    tip.textContent = text;
    tip.hidden = !text;
    var x = event.clientX + 14, y = event.clientY + 16;
    x = Math.min(x, document.documentElement.clientWidth - tip.offsetWidth - 8);
    if (y + tip.offsetHeight > window.innerHeight - 8) { y = event.clientY - tip.offsetHeight - 10; }
    tip.style.left = Math.max(4, x) + "px";
    tip.style.top = y + "px";
  }

  // A picture's title would stand in the way of its values as the browser shows it.
  function tooltips(figure) {
    figure.querySelectorAll("svg title").forEach(function (title) {
      var of = title.parentNode, text = title.textContent;
      of.setAttribute("aria-label", text);
      if (of.tagName !== "svg") { of.dataset.tip = text; }
      title.remove();
    });
  }

  function zoom(figure) {
    var view = {}, drag = null;
    var plots = Array.from(figure.querySelectorAll(".plot")).map(function (group) { return new Plot(group, view); });
    var reset = document.createElement("button");
    reset.type = "button";
    reset.className = "unzoom";
    reset.textContent = "Reset zoom";
    reset.hidden = true;
    reset.addEventListener("click", function () { set({}); });
    if (plots.length > 0) { figure.insertBefore(reset, figure.firstChild); }

    function set(parts) {
      Object.keys(view).forEach(function (key) { delete view[key]; });
      Object.keys(parts).forEach(function (key) {
        if (parts[key][0] > 0 || parts[key][1] < 1) { view[key] = parts[key]; }
      });
      reset.hidden = Object.keys(view).length === 0;
      plots.forEach(function (plot) { plot.draw(); });
    }

    // Plots with the same axis stay comparable: all of them show the same part.
    function narrow(plot, x, y) {
      var next = Object.assign({}, view);
      [["x", plot.x, x], ["y", plot.y, y]].forEach(function (one) {
        if (!one[1] || !one[2]) { return; }
        var old = plot.part(one[1], one[0]), span = old[1] - old[0];
        var part = [old[0] + span * one[2][0], old[0] + span * one[2][1]];
        if (part[1] - part[0] >= LEAST) { next[one[0] + one[1].key] = part; }
      });
      set(next);
    }

    function of(event) {
      return plots.find(function (plot) { return plot.group.contains(event.target); });
    }

    figure.addEventListener("pointermove", function (event) {
      if (drag) {
        var to = drag.plot.at(event), x = drag.plot.x && Math.abs(to.x - drag.from.x) > FLAT || !drag.plot.y;
        var y = drag.plot.y && Math.abs(to.y - drag.from.y) > FLAT || !drag.plot.x;
        if (!x && !y) { x = Boolean(drag.plot.x); y = Boolean(drag.plot.y); }
        drag.x = x && [(drag.from.x - drag.plot.left) / drag.plot.width, (to.x - drag.plot.left) / drag.plot.width].sort(ascending);
        drag.y = y && [1 - (drag.from.y - drag.plot.top) / drag.plot.height, 1 - (to.y - drag.plot.top) / drag.plot.height].sort(ascending);
        drag.far = Math.hypot(to.x - drag.from.x, to.y - drag.from.y) > DRAG;
        mark(drag);
        tip.hidden = true;
        return;
      }
      var plot = of(event), shape = event.target.closest("[data-tip]"), said = shape ? shape.dataset.tip : "";
      if (plot && plot.curves.length > 0 && !(shape && shape.classList.contains("pt"))) {
        said = plot.read(event) + (said ? "\n" + said : "");
      }
      show(said, event);
    });
    figure.addEventListener("pointerleave", function () {
      tip.hidden = true;
      plots.forEach(function (plot) { plot.spots.replaceChildren(); });
    });
    figure.addEventListener("pointerdown", function (event) {
      var plot = of(event);
      if (!plot || event.button !== 0 || event.pointerType === "touch") { return; }
      drag = { plot: plot, from: plot.at(event), box: element("rect", { class: "zoombox" }, plot.svg) };
      figure.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    figure.addEventListener("pointerup", function () {
      var done = drag;
      drag = null;
      if (!done) { return; }
      done.box.remove();
      if (done.far) { narrow(done.plot, done.x, done.y); }
    });
    figure.addEventListener("pointercancel", function () {
      if (drag) { drag.box.remove(); drag = null; }
    });
    figure.addEventListener("dblclick", function (event) { if (of(event)) { set({}); } });

    figure.querySelectorAll("svg").forEach(function (svg) {
      var plot = plots.find(function (one) { return one.svg === svg; });
      if (!plot) { return; }
      svg.setAttribute("tabindex", "0");
      svg.addEventListener("keydown", function (event) {
        var part = { "+": [0.25, 0.75], "=": [0.25, 0.75], "-": [-0.5, 1.5], ArrowLeft: [-0.25, 0.75], ArrowRight: [0.25, 1.25] }[event.key];
        if (event.key === "Escape" || event.key === "0") { set({}); }
        else if (part) { moveBy(plot, part); event.preventDefault(); }
      });
    });

    function moveBy(plot, by) {
      var name = plot.x ? "x" : "y", axis = plot.x || plot.y, old = plot.part(axis, name), span = old[1] - old[0];
      var width = Math.min(1, span * (by[1] - by[0])), next = Object.assign({}, view);
      var from = Math.max(0, Math.min(1 - width, old[0] + span * by[0]));
      if (width >= LEAST) { next[name + axis.key] = [from, from + width]; }
      set(next);
    }
  }

  function ascending(a, b) { return a - b; }

  function mark(drag) {
    var plot = drag.plot, x = drag.x || [0, 1], y = drag.y || [0, 1];
    drag.box.setAttribute("x", plot.left + plot.width * x[0]);
    drag.box.setAttribute("width", plot.width * (x[1] - x[0]));
    drag.box.setAttribute("y", plot.top + plot.height * (1 - y[1]));
    drag.box.setAttribute("height", plot.height * (y[1] - y[0]));
  }

  document.querySelectorAll("figure").forEach(function (figure) { tooltips(figure); zoom(figure); });
  document.querySelectorAll(".zoomhint").forEach(function (hint) { hint.hidden = false; });
})();
