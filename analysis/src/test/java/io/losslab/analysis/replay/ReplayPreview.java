package io.losslab.analysis.replay;

import io.losslab.analysis.ReportBrowser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Makes the report of 160 hosts and a million events, opens it in Chromium, and prints what it
 * costs: {@code ReplayPreview DIR}.
 */
final class ReplayPreview {
    private static final int EVENTS = 1_000_000;

    private ReplayPreview() {}

    public static void main(String[] args) throws IOException {
        Path directory = Files.createDirectories(Path.of(args[0]));
        var topology = RecordedRun.leafSpine(8, 4, 20);
        Path results = directory.resolve("storm");
        if (!Files.exists(results)) {
            new RecordedRun(results, topology)
                    .lasting(5_000_000)
                    .cell("pfc", null, sink -> RecordedRun.storm(topology, EVENTS, sink))
                    .make();
        }
        System.out.printf("report: %.2f MB%n", Files.size(results.resolve("report.html")) / 1e6);
        ReportBrowser browser = ReportBrowser.shared();
        long started = System.nanoTime();
        browser.open(results, 1400);
        System.out.printf("load: %.0f ms%n", (System.nanoTime() - started) / 1e6);
        browser.click(".rp-play");
        System.out.println(
                browser.runAsync(
                        """
var done = arguments[0], drawn = [], frames = [], last = 0;
var player = document.getElementById('replay-player');
function frame(now) {
  drawn.push(Number(player.dataset.drawMillis));
  if (last) { frames.push(now - last); }
  last = now;
  if (drawn.length < 300) { requestAnimationFrame(frame); return; }
  function at(list, share) {
    list.sort(function (a, b) { return a - b; });
    return list[Math.floor(share * (list.length - 1))].toFixed(1); }
  done('draw ms: median ' + at(drawn, .5) + ', p99 ' + at(drawn, .99)
    + '; between frames ms: median ' + at(frames, .5) + ', p99 '
    + at(frames, .99) + '; ' + player.querySelector('.rp-notes').textContent);
}
requestAnimationFrame(frame);
"""));
        System.out.println(browser.complaints());
    }
}
