package io.losslab.orchestrator.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.agent.dpdk.DpdkException;
import io.losslab.analysis.run.ResultsJson;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Summary;
import io.losslab.api.process.ProgramException;
import io.losslab.benchmarks.agent.AgentBench;
import io.losslab.benchmarks.agent.AgentRow;
import io.losslab.benchmarks.control.ControlBench;
import io.losslab.benchmarks.control.ControlRow;
import io.losslab.benchmarks.fabric.FabricBench;
import io.losslab.benchmarks.pipeline.PipelineBench;
import io.losslab.benchmarks.run.MeasuredRun;
import io.losslab.benchmarks.run.RunBench;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.devices.failure.FileFailure;
import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.orchestrator.cli.option.FormatOption;
import io.losslab.orchestrator.cli.option.ThreadsOption;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.OwnProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslab bench}: the speed figures of this machine. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Benchmark losslab on this machine.",
        footer = {
            "",
            "fabric   Packet-hops per CPU-second of one core, in steady state,",
            "         and bytes allocated per packet-hop.",
            "         A packet-hop is one packet leaving one port, including ACKs.",
            "         'x PFC' is the CPU time of a scheme per packet-hop,",
            "         relative to PFC on the same network and traffic.",
            "",
            "control  Table entries written and read per second, by batch size,",
            "         in P4Runtime calls to a software switch over a loopback socket;",
            "         client and switch are one process, and every call is checked.",
            "",
            "pipeline Packets per CPU-second of one core through the bundled v1model",
            "         P4 programs, and bytes allocated per packet:",
            "         parser, tables, actions, counters, and deparser,",
            "         with 1,024 routes to eight ports each.",
            "",
            "agent    Frames per second forwarded by the host agent,",
            "         compared with dpdk-testpmd on the same machine;",
            "         pause reaction time, bytes allocated per frame, and idle CPU usage.",
            "         Row core/spin is a loop that only reads the clock: how long the",
            "         machine keeps it waiting bounds the reaction time from below.",
            "         Needs DPDK; the rows on veth pairs need root.",
            "",
            "run      CPU seconds, wall-clock seconds, peak resident memory,",
            "         and packet-hops per CPU-second of 'losslab run' as a user",
            "         starts it, compared with the engine alone.",
            "         1M, 6M, 30M, 300M are packet-hops on a fat-tree with k = 8,",
            "         k16 has 8 million on one with k = 16; case-a is bifrost/case-a,",
            "         case-a-128 its cells with 128 flows, one after the other."
        })
final class BenchCommand implements Callable<Integer> {
    /** What can be measured. */
    enum Subject {
        FABRIC,
        CONTROL,
        PIPELINE,
        AGENT,
        RUN
    }

    private final Console console;

    @Parameters(paramLabel = "fabric|control|pipeline|agent|run", description = "What to measure.")
    private Subject subject;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "5",
            description = {
                "Seconds to measure each row, after a warm-up",
                "of the same length; CPU seconds for 'fabric'",
                "and 'pipeline', and for the engine of 'run'",
                "(default: 5)."
            })
    private double seconds;

    @Option(
            names = "--runs",
            paramLabel = "NAME,...",
            split = ",",
            hideParamSyntax = true,
            description = "For 'run', what to run (default: all).")
    private List<String> runs = List.of();

    @Option(
            names = ThreadsOption.NAME,
            paramLabel = "N",
            description = {
                "For 'run', run each with one thread for a cell,",
                "then with N (default: once, as 'losslab run'",
                "chooses)."
            })
    private Integer threads;

    @Mixin private FormatOption format;

    BenchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!(seconds > 0)) {
            throw CommandFailure.usage("--seconds must be above 0", "");
        }
        BenchRows rows = new BenchRows(console, format);
        boolean succeeded =
                switch (subject) {
                    case FABRIC -> fabric(rows);
                    case CONTROL -> control(rows);
                    case PIPELINE -> pipeline(rows);
                    case AGENT -> agent(rows);
                    case RUN -> run(rows);
                };
        rows.end();
        return succeeded ? ExitCode.OK : ExitCode.FAILED;
    }

    private boolean fabric(BenchRows rows) {
        rows.head(
                "%-50s %14s %12s %12s %10s %6s%n"
                        .formatted(
                                "scenario",
                                "M hops/CPU-s",
                                "hops",
                                "B alloc/hop",
                                "peak heap",
                                "x PFC"));
        return new FabricBench(seconds)
                .measureAll(rows::announce, row -> add(rows, row)).stream()
                        .allMatch(row -> row.drops() == 0);
    }

    private static void add(BenchRows rows, FabricBench.Row row) {
        boolean compared = !Double.isNaN(row.ratioToPfc());
        String text =
                String.format(
                        Locale.ROOT,
                        "%-50s %14.2f %12d %12.4f %7d MB %6s%n",
                        row.name(),
                        row.packetHopsPerCpuSecond() / 1e6,
                        row.packetHops(),
                        row.bytesAllocatedPerHop(),
                        row.peakHeapBytes() / 1_000_000,
                        compared ? String.format(Locale.ROOT, "%.2f", row.ratioToPfc()) : "");
        ObjectNode object =
                rows.add(text)
                        .put("name", row.name())
                        .put("packetHops", row.packetHops())
                        .put("cpuSeconds", row.cpuSeconds())
                        .put("packetHopsPerCpuSecond", row.packetHopsPerCpuSecond())
                        .put("bytesAllocatedPerHop", row.bytesAllocatedPerHop())
                        .put("peakHeapBytes", row.peakHeapBytes())
                        .put("simulatedSeconds", row.simulatedSeconds())
                        .put("drops", row.drops());
        if (compared) {
            object.put("ratioToPfc", row.ratioToPfc());
        }
    }

    private boolean control(BenchRows rows) throws IOException {
        rows.head(
                "%-20s %8s %16s %14s %20s%n"
                        .formatted(
                                "name",
                                "batch",
                                "calls in flight",
                                "operations/s",
                                "operations/CPU-s"));
        new ControlBench(seconds, ForwardProgram.load().p4Info()).measureAll(row -> add(rows, row));
        return true;
    }

    private static void add(BenchRows rows, ControlRow row) {
        String text =
                String.format(
                        Locale.ROOT,
                        "%-20s %8d %16d %14.0f %20.0f%n",
                        row.name(),
                        row.batch(),
                        row.callsInFlight(),
                        row.operationsPerSecond(),
                        row.operationsPerCpuSecond());
        rows.add(text)
                .put("name", row.name())
                .put("operationsPerSecond", row.operationsPerSecond())
                .put("batch", row.batch())
                .put("callsInFlight", row.callsInFlight())
                .put("operationsPerCpuSecond", row.operationsPerCpuSecond())
                .put("operations", row.operations())
                .put("seconds", row.seconds())
                .put("cpuSeconds", row.cpuSeconds());
    }

    private boolean pipeline(BenchRows rows) {
        rows.head(
                "%-20s %16s %18s %14s %16s%n"
                        .formatted(
                                "program",
                                "tables/packet",
                                "M packets/CPU-s",
                                "packets",
                                "B alloc/packet"));
        new PipelineBench(seconds).measureAll(rows::announce, row -> add(rows, row));
        return true;
    }

    private static void add(BenchRows rows, PipelineBench.Row row) {
        String text =
                String.format(
                        Locale.ROOT,
                        "%-20s %16.1f %18.2f %14d %16.4f%n",
                        row.program(),
                        row.tablesPerPacket(),
                        row.packetsPerCpuSecond() / 1e6,
                        row.packets(),
                        row.bytesAllocatedPerPacket());
        rows.add(text)
                .put("name", row.program())
                .put("tablesPerPacket", row.tablesPerPacket())
                .put("packets", row.packets())
                .put("cpuSeconds", row.cpuSeconds())
                .put("packetsPerCpuSecond", row.packetsPerCpuSecond())
                .put("bytesAllocatedPerPacket", row.bytesAllocatedPerPacket());
    }

    private boolean run(BenchRows rows) throws IOException, InterruptedException {
        List<MeasuredRun> chosen = chosenRuns();
        rows.head(
                "%-16s %12s %14s %14s %8s %8s %10s%n"
                        .formatted(
                                "run",
                                "hops",
                                "M hops/CPU-s",
                                "engine alone",
                                "CPU s",
                                "wall s",
                                "peak RSS"));
        try {
            new RunBench(OwnProgram.words(), BenchCommand::packetHops, seconds)
                    .measure(chosen, rows::announce, row -> add(rows, row));
            return true;
        } catch (IOException e) {
            console.err().println("losslab: " + FileFailure.reason(e));
            return false;
        }
    }

    private List<MeasuredRun> chosenRuns() {
        List<String> known = MeasuredRun.all().stream().map(MeasuredRun::name).toList();
        for (String name : runs) {
            if (!known.contains(name)) {
                throw CommandFailure.usage(
                        "--runs: no run is named '%s'".formatted(name),
                        "known: " + String.join(", ", known));
            }
        }
        if (threads != null) {
            ThreadsOption.check(threads);
        }
        return MeasuredRun.all().stream()
                .filter(run -> runs.isEmpty() || runs.contains(run.name()))
                .flatMap(
                        run ->
                                threads == null
                                        ? Stream.of(run)
                                        : Stream.of(run.on(1), run.on(threads)))
                .toList();
    }

    private static long packetHops(Path results) throws IOException {
        return ResultsJson.read(results.resolve(Summary.FILE), Summary.class).cells().stream()
                .mapToLong(CellSummary::packetHops)
                .sum();
    }

    private static void add(BenchRows rows, RunBench.Row row) {
        String text =
                String.format(
                        Locale.ROOT,
                        "%-16s %12d %14.2f %14.2f %8.1f %8.1f %7d MB%n",
                        row.name(),
                        row.packetHops(),
                        row.packetHopsPerCpuSecond() / 1e6,
                        row.enginePacketHopsPerCpuSecond() / 1e6,
                        row.cpuSeconds(),
                        row.wallSeconds(),
                        row.peakResidentBytes() / 1_000_000);
        rows.add(text)
                .put("name", row.name())
                .put("packetHops", row.packetHops())
                .put("cpuSeconds", row.cpuSeconds())
                .put("wallSeconds", row.wallSeconds())
                .put("peakResidentBytes", row.peakResidentBytes())
                .put("packetHopsPerCpuSecond", row.packetHopsPerCpuSecond())
                .put("enginePacketHopsPerCpuSecond", row.enginePacketHopsPerCpuSecond());
    }

    private boolean agent(BenchRows rows) throws InterruptedException {
        if (!AgentBench.hasVeth()) {
            console.err().println("not root: skipping the rows on veth pairs");
        }
        try {
            new AgentBench(seconds, rows::announce).measureAll(row -> add(rows, row));
            return true;
        } catch (DpdkException | ProgramException e) {
            console.err().println(e.getMessage());
            return false;
        }
    }

    private static void add(BenchRows rows, AgentRow row) {
        StringBuilder text = new StringBuilder(row.name()).append('\n');
        row.figures()
                .forEach(
                        (name, value) ->
                                text.append(
                                        String.format(
                                                Locale.ROOT, "  %-28s %,18.4f%n", name, value)));
        ObjectNode object = rows.add(text.toString()).put("name", row.name());
        row.figures().forEach(object::put);
    }
}
