package io.losslab.benchmarks.run;

import io.losslab.api.file.FileTree;
import io.losslab.benchmarks.fabric.FabricBench;
import io.losslab.benchmarks.fabric.Scenario;
import io.losslab.benchmarks.fabric.Scenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Measures {@code losslab run} as a user starts it, as a process of its own, and compares its
 * packet-hops per CPU-second with those of the fabric's engine alone, which {@link FabricBench}
 * measures in this process.
 */
public final class RunBench {
    /**
     * What was measured.
     *
     * @param name of the run
     * @param packetHops of all its cells
     * @param cpuSeconds user and system, of the whole process
     * @param wallSeconds from its start to its exit
     * @param peakResidentBytes of the process
     * @param enginePacketHopsPerCpuSecond of the engine alone, in steady state, on such traffic
     */
    public record Row(
            String name,
            long packetHops,
            double cpuSeconds,
            double wallSeconds,
            long peakResidentBytes,
            double enginePacketHopsPerCpuSecond) {

        /** Packet-hops per CPU-second of the whole process. */
        public double packetHopsPerCpuSecond() {
            return packetHops / cpuSeconds;
        }
    }

    /** Reads the packet-hops of a results directory. */
    @FunctionalInterface
    public interface HopCount {
        /** Of all cells. */
        long of(Path results) throws IOException;
    }

    private final List<String> losslab;
    private final HopCount hops;
    private final FabricBench engine;
    private final Map<Boolean, Double> engineRates = new HashMap<>();

    /**
     * Makes a bench.
     *
     * @param losslab words that start the program
     * @param engineSeconds how long to measure the engine, in CPU time
     */
    public RunBench(List<String> losslab, HopCount hops, double engineSeconds) {
        this.losslab = List.copyOf(losslab);
        this.hops = hops;
        this.engine = new FabricBench(engineSeconds);
    }

    /**
     * Measures runs, one after the other.
     *
     * @param before told the name of each before it is measured
     * @param after given each row as soon as it is measured
     * @throws IOException where a run fails; the message has what it said
     */
    public void measure(List<MeasuredRun> runs, Consumer<String> before, Consumer<Row> after)
            throws IOException, InterruptedException {
        for (MeasuredRun run : runs) {
            double engineRate = engineRate(run, before);
            before.accept("losslab run " + String.join(" ", run.arguments()));
            after.accept(measure(run, engineRate));
        }
    }

    private double engineRate(MeasuredRun run, Consumer<String> before) {
        Double known = engineRates.get(run.caseA());
        if (known != null) {
            return known;
        }
        before.accept("the engine alone");
        Scenario scenario =
                run.caseA()
                        ? Scenario.endless("case-a", Scenarios::caseA)
                        : Scenario.endless("fat-tree", Scenarios::fatTreePermutation);
        double rate = engine.measure(scenario).packetHopsPerCpuSecond();
        engineRates.put(run.caseA(), rate);
        return rate;
    }

    private Row measure(MeasuredRun run, double engineRate)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("losslab-bench-run");
        try {
            Path results = folder.resolve("results");
            Path output = folder.resolve("output");
            List<String> command = new ArrayList<>(losslab);
            command.add("run");
            command.addAll(run.arguments());
            command.addAll(List.of("--out", results.toString()));
            ProcessCost cost = ProcessCost.of(command, output);
            if (cost.exitCode() != 0) {
                throw new IOException(
                        "'%s' ended with exit code %d:%n%s"
                                .formatted(
                                        String.join(" ", command),
                                        cost.exitCode(),
                                        Files.readString(output).strip()));
            }
            return new Row(
                    run.name(),
                    hops.of(results),
                    cost.cpuSeconds(),
                    cost.wallSeconds(),
                    cost.peakResidentBytes(),
                    engineRate);
        } finally {
            FileTree.delete(folder);
        }
    }
}
