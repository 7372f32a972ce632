package io.losslab.benchmarks.run;

import io.losslab.api.process.DaemonThreads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a command took from its start to its exit, with all the processes that it waited for.
 *
 * @param exitCode of the command
 * @param cpuSeconds user and system, by the shell's {@code times}
 * @param wallSeconds by a monotonic clock
 * @param peakResidentBytes of its largest process, by {@code VmHWM} of proc(5); 0 where the system
 *     does not tell
 */
record ProcessCost(int exitCode, double cpuSeconds, double wallSeconds, long peakResidentBytes) {
    /** A shell tells what the commands took that it waited for, to its clock tick. */
    private static final String TIMED = "\"$@\" >\"$0\" 2>&1; code=$?; times; exit $code";

    /** The peak only grows, so what it grows by after the last look is missed. */
    private static final long LOOK_MILLIS = 10;

    private static final Pattern TIME = Pattern.compile("(\\d+)m(\\d+(?:\\.\\d+)?)s");
    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

    /**
     * Runs a command.
     *
     * @param output file for what it prints
     * @throws IOException where the system has no shell
     */
    static ProcessCost of(List<String> command, Path output)
            throws IOException, InterruptedException {
        List<String> shell = new ArrayList<>(List.of("sh", "-c", TIMED, output.toString()));
        shell.addAll(command);
        ScheduledExecutorService looks =
                Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("peak-memory"));
        AtomicLong peak = new AtomicLong();
        long began = System.nanoTime();
        Process process = new ProcessBuilder(shell).redirectErrorStream(true).start();
        try {
            Future<?> looking =
                    looks.scheduleWithFixedDelay(
                            () -> peak.accumulateAndGet(peakOf(process.descendants()), Math::max),
                            LOOK_MILLIS,
                            LOOK_MILLIS,
                            TimeUnit.MILLISECONDS);
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exitCode = process.waitFor();
            looking.cancel(true);
            double wallSeconds = (System.nanoTime() - began) / 1e9;
            return new ProcessCost(exitCode, childSeconds(said), wallSeconds, peak.get());
        } finally {
            looks.shutdownNow();
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }

    /** The second line is of the shell's children (POSIX, "times"). */
    static double childSeconds(String times) {
        String children = times.lines().skip(1).findFirst().orElse("");
        Matcher time = TIME.matcher(children);
        double seconds = 0;
        while (time.find()) {
            seconds += 60 * Long.parseLong(time.group(1)) + Double.parseDouble(time.group(2));
        }
        return seconds;
    }

    private static long peakOf(Stream<ProcessHandle> processes) {
        return processes.mapToLong(each -> peakOf(each.pid())).max().orElse(0);
    }

    private static long peakOf(long pid) {
        try {
            Matcher peak =
                    PEAK.matcher(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
            return peak.find() ? Long.parseLong(peak.group(1)) << 10 : 0;
        } catch (IOException ended) {
            return 0;
        }
    }
}
