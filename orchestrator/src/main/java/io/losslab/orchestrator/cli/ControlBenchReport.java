package io.losslab.orchestrator.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.benchmarks.control.ControlBench;
import io.losslab.benchmarks.control.ControlRow;
import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.OutputFormat;
import java.io.IOException;
import java.util.Locale;

/** {@code losslab bench control}: runs it and prints its rows. */
final class ControlBenchReport {
    private final Console console;
    private final OutputFormat format;

    ControlBenchReport(Console console, OutputFormat format) {
        this.console = console;
        this.format = format;
    }

    /** Measures each row for so many seconds; the command's exit code. */
    int run(double seconds) throws IOException {
        ControlBench bench = new ControlBench(seconds, ForwardProgram.load().p4Info());
        if (format == OutputFormat.TABLE) {
            console.out()
                    .printf(
                            Locale.ROOT,
                            "%-20s %8s %16s %14s %20s%n",
                            "name",
                            "batch",
                            "calls in flight",
                            "operations/s",
                            "operations/CPU-s");
            bench.measureAll(this::print);
            return ExitCode.OK;
        }
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode document = mapper.createObjectNode();
        ArrayNode rows = document.putArray("rows");
        bench.measureAll(row -> add(rows, row));
        console.out().println(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(document));
        return ExitCode.OK;
    }

    private void print(ControlRow row) {
        console.out()
                .printf(
                        Locale.ROOT,
                        "%-20s %8d %16d %14.0f %20.0f%n",
                        row.name(),
                        row.batch(),
                        row.callsInFlight(),
                        row.operationsPerSecond(),
                        row.operationsPerCpuSecond());
        console.out().flush();
    }

    private static void add(ArrayNode rows, ControlRow row) {
        rows.addObject()
                .put("name", row.name())
                .put("operationsPerSecond", row.operationsPerSecond())
                .put("batch", row.batch())
                .put("callsInFlight", row.callsInFlight())
                .put("operationsPerCpuSecond", row.operationsPerCpuSecond())
                .put("operations", row.operations())
                .put("seconds", row.seconds())
                .put("cpuSeconds", row.cpuSeconds());
    }
}
