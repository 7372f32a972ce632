package io.losslab.labs.perftest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a tool did that a {@link HostScript} ran. Times are nanoseconds of Unix time by the host's
 * clock.
 *
 * @param status its exit status; -1 where it did not run to its end
 * @param releasedNanos when it was started
 * @param startedNanos when it began to send; empty where that could not be told
 * @param errors of its standard error
 * @param report its report file; empty where it wrote none
 * @param output of its standard output
 */
record ToolOutput(
        int status,
        OptionalLong releasedNanos,
        OptionalLong startedNanos,
        String errors,
        String report,
        String output) {
    static final String HEAD = "losslab:";
    static final List<String> FILES =
            List.of("status", "released", "started", "errors", HostScript.REPORT, "output");
    private static final int MOST_LINES = 5;
    private static final String NUMBER = "[0-9]{1,19}";

    /** Whether it failed by itself, and was not ended because of another. */
    boolean failed() {
        return status > 0;
    }

    /** Whether it failed by itself before it was connected to its other side. */
    boolean failedUnconnected() {
        return failed() && startedNanos.isEmpty();
    }

    /** The end of what it said, its errors rather than its output, in a line. */
    String said() {
        List<String> lines =
                (errors.isBlank() ? output : errors)
                        .lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .toList();
        return String.join(
                "; ", lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()));
    }

    /** Reads the output of a script, by session. */
    static Map<Integer, ToolOutput> parse(String text) {
        Map<Integer, Map<String, StringBuilder>> files = new HashMap<>();
        StringBuilder file = new StringBuilder();
        for (String line : (Iterable<String>) text.lines()::iterator) {
            if (line.startsWith(HEAD)) {
                String[] words = line.substring(HEAD.length()).split(" ", 2);
                file = new StringBuilder();
                files.computeIfAbsent(Integer.valueOf(words[0]), any -> new HashMap<>())
                        .put(words[1], file);
            } else {
                file.append(line).append('\n');
            }
        }
        Map<Integer, ToolOutput> outputs = new HashMap<>();
        files.forEach((number, of) -> outputs.put(number, of(of)));
        return outputs;
    }

    private static ToolOutput of(Map<String, StringBuilder> files) {
        OptionalLong status = number(files, "status");
        return new ToolOutput(
                (int) status.orElse(-1),
                number(files, "released"),
                number(files, "started"),
                text(files, "errors"),
                text(files, HostScript.REPORT),
                text(files, "output"));
    }

    private static OptionalLong number(Map<String, StringBuilder> files, String name) {
        String text = text(files, name).strip();
        return text.matches(NUMBER) ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    private static String text(Map<String, StringBuilder> files, String name) {
        return files.containsKey(name) ? files.get(name).toString() : "";
    }
}
