/* Unpacks the recording of a cell and answers what was the state of a queue at a time. */

function unpack(text) {
  var plain = atob(text.trim().replace(/-/g, "+").replace(/_/g, "/"));
  var bytes = new Uint8Array(plain.length);
  for (var i = 0; i < plain.length; i++) { bytes[i] = plain.charCodeAt(i); }
  var inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(inflated).arrayBuffer().then(function (buffer) { return new Uint8Array(buffer); });
}

/* Whole numbers of seven bits a byte, lowest first; above 2^31 they need more than shifts. */
function VarintReader(bytes) {
  var at = 0;
  this.next = function () {
    var value = 0, factor = 1, byte;
    do {
      byte = bytes[at++];
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte > 127);
    return value;
  };
  this.signed = function () {
    var value = this.next();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  };
  this.text = function () {
    var length = this.next();
    at += length;
    return new TextDecoder().decode(bytes.subarray(at - length, at));
  };
}

function Recording(bytes, portCount) {
  var reader = new VarintReader(bytes);
  this.facts = JSON.parse(reader.text());
  this.endNanos = this.facts.endNanos;
  this.readPauses(reader, portCount);
  this.readSamples(reader, portCount);
  this.readMarks(reader);
}

/* Pauses lie queue by queue in columns; those of queue q from first[q] until first[q + 1]. */
Recording.prototype.readPauses = function (reader, portCount) {
  var spans = reader.next(), queues = reader.next(), at = 0;
  this.begin = new Float64Array(spans);
  this.end = new Float64Array(spans);
  this.cause = new Int32Array(spans);
  this.pauses = new Int32Array(spans);
  this.paused = new Float64Array(spans);
  this.queues = [];
  this.first = new Int32Array(queues + 1);
  this.queuesOf = [];
  for (var port = 0; port < portCount; port++) { this.queuesOf.push([]); }
  for (var q = 0; q < queues; q++) {
    var queue = { port: reader.next(), queue: reader.next() - 1, paused: 0 };
    var time = 0;
    for (var left = reader.next(); left > 0; left--, at++) {
      this.begin[at] = time + reader.next();
      time = this.end[at] = this.begin[at] + reader.next();
      var cause = reader.next(), several = cause % 2 === 1;
      this.cause[at] = Math.floor(cause / 2);
      this.pauses[at] = several ? reader.next() : 1;
      this.paused[at] = several ? reader.next() : time - this.begin[at];
      queue.paused += this.paused[at];
    }
    this.queuesOf[queue.port].push(q);
    this.queues.push(queue);
    this.first[q + 1] = at;
  }
};

Recording.prototype.readSamples = function (reader, portCount) {
  var count = reader.next(), time = 0;
  this.times = new Float64Array(count);
  for (var i = 0; i < count; i++) { this.times[i] = time += reader.next(); }
  this.depthOf = readSeries(reader, portCount, count);
  this.loadOf = readSeries(reader, portCount, count);
};

function readSeries(reader, portCount, count) {
  var series = new Array(portCount).fill(null);
  for (var left = reader.next(); left > 0; left--) {
    var values = series[reader.next()] = new Float64Array(count);
    for (var at = 0, value = 0; at < count;) {
      var change = reader.signed();
      values[at++] = value += change;
      if (change === 0) {
        for (var run = reader.signed(); run > 0; run--) { values[at++] = value; }
      }
    }
  }
  return series;
}

/* What a mark is, by its number. */
var KINDS = ["drop", "violation"];

Recording.prototype.readMarks = function (reader) {
  this.marks = [];
  for (var left = reader.next(), time = 0; left > 0; left--) {
    time += reader.next();
    this.marks.push({ time: time, port: reader.next() - 1, kind: KINDS[reader.next()], cause: reader.next() });
  }
};

/* How many of the ascending values in [from, to) are at most a limit, plus from. */
function firstAbove(values, limit, from, to) {
  while (from < to) {
    var middle = (from + to) >> 1;
    if (values[middle] > limit) { to = middle; } else { from = middle + 1; }
  }
  return from;
}

/* The pause of a queue that stands at a time, or the last one that touched the time since another; -1 if none. */
Recording.prototype.spanOf = function (q, since, time) {
  var span = firstAbove(this.begin, time, this.first[q], this.first[q + 1]) - 1;
  if (span < this.first[q]) { return -1; }
  return this.end[span] > since || this.stands(span, time) ? span : -1;
};

/* Whether a pause stands at a time; one that lasts to the end of the recording still stands there. */
Recording.prototype.stands = function (span, time) {
  return this.begin[span] <= time && (this.end[span] > time || this.end[span] === this.endNanos);
};

/* Which sample holds at a time: the last one; -1 before the first, and after the end. */
Recording.prototype.sampleAt = function (time) {
  return time > this.endNanos ? -1 : firstAbove(this.times, time, 0, this.times.length) - 1;
};

/* What a sample of a series says of a port; null where it was not sampled. */
function valueOf(series, port, sample) {
  return series[port] ? (sample < 0 ? 0 : series[port][sample]) : null;
}

Recording.prototype.rootOf = function (span) {
  return this.facts.causes[this.cause[span]][1];
};

/* The nearest beginning or end of a pause after (direction 1) or before (-1) a time; null if there is none. */
Recording.prototype.change = function (time, direction) {
  var best = null;
  for (var q = 0; q < this.queues.length; q++) {
    var from = this.first[q], to = this.first[q + 1];
    [this.begin, this.end].forEach(function (edges) {
      var at = firstAbove(edges, direction > 0 ? time : time - 0.5, from, to) - (direction > 0 ? 0 : 1);
      if (at >= from && at < to && (best === null || (edges[at] - best) * direction < 0)) { best = edges[at]; }
    });
  }
  return best;
};

/* The last beginning or end of a pause before the end of the recording. */
Recording.prototype.lastChange = function () {
  var last = 0;
  for (var span = 0; span < this.begin.length; span++) {
    last = Math.max(last, this.end[span] < this.endNanos ? this.end[span] : this.begin[span]);
  }
  return last;
};

/* When most queues were paused because of a port; 0 if none ever was. */
Recording.prototype.peakOf = function (root) {
  var edges = [];
  for (var span = 0; span < this.begin.length; span++) {
    if (this.rootOf(span) === root) { edges.push([this.begin[span], 1], [this.end[span], -1]); }
  }
  edges.sort(function (a, b) { return a[0] - b[0] || a[1] - b[1]; });
  var now = 0, most = 0, peak = 0;
  edges.forEach(function (edge) {
    now += edge[1];
    if (now > most) { most = now; peak = edge[0]; }
  });
  return peak;
};

/*
 * For columns of equal time: how many queues were paused in the mean, and how many at some moment of the column.
 * Each queue counts once in a column, however often it was paused there.
 */
Recording.prototype.pausedColumns = function (from, to, columns) {
  var mean = new Float64Array(columns + 1), touched = new Float64Array(columns + 1), width = (to - from) / columns;
  for (var q = 0; q < this.queues.length; q++) {
    var last = -1;
    var span = Math.max(this.first[q], firstAbove(this.begin, from, this.first[q], this.first[q + 1]) - 1);
    for (; span < this.first[q + 1] && this.begin[span] < to; span++) {
      if (this.end[span] < from) { continue; }
      var a = Math.max(0, (this.begin[span] - from) / width), b = Math.min(columns, (this.end[span] - from) / width);
      var share = this.end[span] > this.begin[span] ? this.paused[span] / (this.end[span] - this.begin[span]) : 0;
      var c = Math.min(columns - 1, Math.floor(a)), d = Math.min(columns - 1, Math.floor(b));
      if (c === d) {
        mean[c] += (b - a) * share;
      } else {
        mean[c] += (c + 1 - a) * share;
        for (var i = c + 1; i < d; i++) { mean[i] += share; }
        mean[d] += (b - d) * share;
      }
      for (var j = Math.max(c, last + 1); j <= d; j++) { touched[j]++; }
      last = Math.max(last, d);
    }
  }
  return { mean: mean, touched: touched };
};

/* For columns of equal time: the greatest depth at any port, or at one. */
Recording.prototype.depthColumns = function (from, to, columns, port) {
  var most = new Float64Array(columns), width = (to - from) / columns, times = this.times;
  var end = this.endNanos;
  this.depthOf.forEach(function (values, at) {
    if (!values || port >= 0 && at !== port) { return; }
    for (var i = Math.max(0, firstAbove(times, from, 0, times.length) - 1); i < times.length && times[i] < to; i++) {
      if (values[i] === 0) { continue; }
      var until = i + 1 < times.length ? times[i + 1] : Math.min(to, end);
      var d = Math.min(columns - 1, Math.floor((until - from) / width - 1e-9));
      for (var c = Math.max(0, Math.floor((times[i] - from) / width)); c <= d; c++) {
        if (values[i] > most[c]) { most[c] = values[i]; }
      }
    }
  });
  return most;
};

function timeText(nanos) {
  var size = Math.abs(nanos);
  if (size < 1e3) { return Math.round(nanos) + " ns"; }
  if (size < 1e6) { return trimmed(nanos / 1e3) + " µs"; }
  if (size < 1e9) { return trimmed(nanos / 1e6) + " ms"; }
  return trimmed(nanos / 1e9) + " s";
}

function bytesText(bytes) {
  if (bytes < 1e3) { return Math.round(bytes) + " B"; }
  if (bytes < 1e6) { return trimmed(bytes / 1e3) + " KB"; }
  return trimmed(bytes / 1e6) + " MB";
}

function trimmed(value) {
  return String(Number(value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0)));
}

function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
