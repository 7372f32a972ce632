package io.losslab.benchmarks.agent;

import io.losslab.agent.dpdk.DpdkException;
import io.losslab.agent.dpdk.RuntimeDirectory;
import io.losslab.api.process.SystemProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** DPDK's own forwarder, run as a yardstick and as a generator. */
final class Testpmd {
    /** Its mode of forwarding with the MAC addresses changed. */
    static final String FORWARDER = "mac";

    private static final String GENERATOR = "txonly";
    private static final Pattern SENT = Pattern.compile("TX-packets:\\s*(\\d+)");
    private static final String FILE_PREFIX = "losslab-testpmd-";
    private static final double CPU_TICKS_PER_SECOND = 100;

    /** What it did: frames sent and CPU seconds of its forwarding thread. */
    record Work(double frames, double cpuSeconds) {}

    private Testpmd() {}

    /** Its command line, forwarding on core 1. */
    static List<String> commandLine(String mode, String... devices) {
        return commandLine(0, mode, devices);
    }

    /** Its command line as a source of frames, sending on core 0: it never rests. */
    static List<String> generatorLine(String... devices) {
        return commandLine(1, GENERATOR, devices);
    }

    /** Of cores 0 and 1, the main one is idle and the other one forwards. */
    private static List<String> commandLine(int mainCore, String mode, String... devices) {
        List<String> line = new ArrayList<>();
        line.add("dpdk-testpmd");
        line.addAll(List.of("--no-huge", "-m", "256", "--no-pci", "-l", "0,1", "--no-telemetry"));
        line.add("--main-lcore=" + mainCore);
        line.add("--no-shconf");
        line.add("--file-prefix=" + FILE_PREFIX + mode);
        for (String device : devices) {
            line.add("--vdev=" + device);
        }
        line.addAll(
                List.of(
                        "--",
                        "--forward-mode=" + mode,
                        "--nb-cores=1",
                        "--total-num-mbufs=16383",
                        "--stats-period=1"));
        return SystemProgram.untilWeEnd(line);
    }

    /** Forwards between two ports that always have frames. */
    static Work forward(double seconds, String... devices) throws InterruptedException {
        try (SystemProgram command = SystemProgram.start(commandLine(FORWARDER, devices))) {
            awaitForwarding(command);
            Thread.sleep((long) (seconds * 1000));
            command.stop();
            // It forwards on until it ends, and tells all it sent: so all its CPU time counts.
            double cpu = 0;
            while (command.isRunning()) {
                cpu = Math.max(cpu, cpuSeconds(command.pid()));
                Thread.sleep(5);
            }
            return new Work(lastSent(command.output()), cpu);
        }
    }

    /** Waits until it forwards, which its first table of figures tells. */
    static void awaitForwarding(SystemProgram command) throws InterruptedException {
        long end = System.nanoTime() + 30_000_000_000L;
        while (!SENT.matcher(command.output()).find()) {
            if (System.nanoTime() > end) {
                throw new DpdkException("dpdk-testpmd does not forward: " + command.output());
            }
            Thread.sleep(50);
        }
        List.of(FORWARDER, GENERATOR).forEach(mode -> RuntimeDirectory.delete(FILE_PREFIX + mode));
    }

    /** CPU seconds of the forwarding threads of a process. */
    static double cpuSeconds(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return threads.mapToDouble(Testpmd::workerSeconds).sum();
        } catch (IOException e) {
            // It has just ended.
            return 0;
        }
    }

    private static double workerSeconds(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            if (!stat.contains("(rte-worker")) {
                return 0;
            }
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / CPU_TICKS_PER_SECOND;
        } catch (IOException e) {
            return 0;
        }
    }

    /** The total over all ports that it prints at its end. */
    private static long lastSent(String text) {
        List<Long> values = sent(text);
        if (values.isEmpty()) {
            throw new DpdkException("dpdk-testpmd reported no figures: " + text);
        }
        return values.get(values.size() - 1);
    }

    private static List<Long> sent(String text) {
        Matcher matcher = SENT.matcher(text);
        List<Long> values = new ArrayList<>();
        while (matcher.find()) {
            values.add(Long.parseLong(matcher.group(1)));
        }
        return values;
    }
}
