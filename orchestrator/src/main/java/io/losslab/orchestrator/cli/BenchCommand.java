package io.losslab.orchestrator.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.benchmarks.fabric.FabricBench;
import io.losslab.benchmarks.fabric.FlowSizes;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.OutputFormat;
import io.losslab.traffic.size.BundledWorkloads;
import io.losslab.traffic.size.SizeDistribution;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslab bench}: the speed figures of this machine. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Benchmark losslab on this machine.",
        footer = {
            "",
            "fabric: packet-hops per CPU-second of one core, and bytes allocated per",
            "packet-hop, in steady state. A packet-hop is one packet leaving one port, ACKs",
            "included. For every scheme also 'x PFC': its CPU time per packet-hop relative to",
            "PFC on the same network and traffic.",
            "",
            "control: P4Runtime calls to a software switch over a loopback socket, client",
            "and switch in one process: table entries written and read per second, by batch",
            "size, all of them checked.",
            "",
            "agent: frames per second forwarded by the host agent, compared with dpdk-testpmd",
            "on the same machine; its pause reaction time, bytes allocated per frame, and CPU",
            "usage when idle. Needs DPDK; the rows on veth pairs need root."
        })
final class BenchCommand implements Callable<Integer> {
    /** What can be measured. */
    enum Subject {
        FABRIC,
        CONTROL,
        AGENT
    }

    private final Console console;

    @Parameters(paramLabel = "fabric|control|agent", description = "What to measure.")
    private Subject subject;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "5",
            description =
                    "Seconds to measure each row, after a warm-up of the same length; CPU seconds"
                            + " for 'fabric' (default: 5).")
    private double seconds;

    @Option(
            names = "--format",
            paramLabel = "table|json",
            defaultValue = "table",
            description = "Format of standard output (default: table).")
    private OutputFormat format;

    BenchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return switch (subject) {
            case FABRIC -> fabric();
            case CONTROL -> new ControlBenchReport(console, format).run(seconds);
            case AGENT -> new AgentBenchReport(console).run(seconds, format);
        };
    }

    private int fabric() throws IOException {
        boolean table = format == OutputFormat.TABLE;
        if (table) {
            printHead();
        }
        List<FabricBench.Row> rows =
                new FabricBench(seconds)
                        .measureAll(
                                BenchCommand::sizes,
                                this::announce,
                                table ? this::print : row -> {});
        if (!table) {
            console.out().println(json(rows));
        }
        return rows.stream().allMatch(row -> row.drops() == 0) ? ExitCode.OK : ExitCode.FAILED;
    }

    private void announce(String scenario) {
        console.err().println("measuring " + scenario + " ...");
    }

    private void printHead() {
        console.out()
                .printf(
                        Locale.ROOT,
                        "%-50s %14s %12s %12s %10s %6s%n",
                        "scenario",
                        "M hops/CPU-s",
                        "hops",
                        "B alloc/hop",
                        "peak heap",
                        "x PFC");
    }

    private void print(FabricBench.Row row) {
        console.out()
                .printf(
                        Locale.ROOT,
                        "%-50s %14.2f %12d %12.4f %7d MB %6s%n",
                        row.name(),
                        row.packetHopsPerCpuSecond() / 1e6,
                        row.packetHops(),
                        row.bytesAllocatedPerHop(),
                        row.peakHeapBytes() / 1_000_000,
                        isCompared(row)
                                ? String.format(Locale.ROOT, "%.2f", row.ratioToPfc())
                                : "");
        console.out().flush();
    }

    private static boolean isCompared(FabricBench.Row row) {
        return !Double.isNaN(row.ratioToPfc());
    }

    /** A bundled workload as the bench draws from it. */
    private static FlowSizes sizes(String workload) {
        SizeDistribution distribution = BundledWorkloads.find(workload).orElseThrow();
        return new FlowSizes() {
            @Override
            public long next(SplittableRandom random) {
                return distribution.next(random);
            }

            @Override
            public double meanBytes() {
                return distribution.meanBytes();
            }
        };
    }

    private static String json(List<FabricBench.Row> rows) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode document = mapper.createObjectNode();
        ArrayNode array = document.putArray("rows");
        for (FabricBench.Row row : rows) {
            ObjectNode object = array.addObject();
            object.put("name", row.name())
                    .put("packetHops", row.packetHops())
                    .put("cpuSeconds", row.cpuSeconds())
                    .put("packetHopsPerCpuSecond", row.packetHopsPerCpuSecond())
                    .put("bytesAllocatedPerHop", row.bytesAllocatedPerHop())
                    .put("peakHeapBytes", row.peakHeapBytes())
                    .put("simulatedSeconds", row.simulatedSeconds())
                    .put("drops", row.drops());
            if (isCompared(row)) {
                object.put("ratioToPfc", row.ratioToPfc());
            }
        }
        return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(document);
    }
}
