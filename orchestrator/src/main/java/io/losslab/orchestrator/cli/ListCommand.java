package io.losslab.orchestrator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.orchestrator.experiment.ExperimentLoader;
import io.losslab.orchestrator.experiment.Library;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.OutputFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslab list}: prints what can be named in experiments. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List schemes, topologies, workloads or experiments.")
final class ListCommand implements Callable<Integer> {
    /** What can be listed. */
    enum What {
        SCHEMES,
        TOPOLOGIES,
        WORKLOADS,
        EXPERIMENTS
    }

    private static final List<Entry> SCHEMES =
            List.of(
                    new Entry(
                            "pfc",
                            "Priority flow control (IEEE 802.1Qbb), static or dynamic threshold"),
                    new Entry(
                            "bifrost",
                            "Bifrost: the downstream port paces a long link slot by slot"));
    private static final List<Entry> WORKLOADS =
            List.of(
                    new Entry("bandwidth", "Queue pairs that keep the wire full, like ib_write_bw"),
                    new Entry("latency", "One message to and fro at a time, like ib_write_lat"));

    private final ExperimentLoader loader;
    private final Library library;
    private final Console console;

    @Parameters(
            paramLabel = "WHAT",
            description = "One of schemes, topologies, workloads, experiments.")
    private What what;

    @Option(
            names = "--format",
            paramLabel = "table|json",
            defaultValue = "table",
            description = "How to print (default: table).")
    private OutputFormat format;

    ListCommand(ExperimentLoader loader, Library library, Console console) {
        this.loader = loader;
        this.library = library;
        this.console = console;
    }

    @Override
    public Integer call() throws JsonProcessingException {
        List<Entry> entries =
                switch (what) {
                    case SCHEMES -> SCHEMES;
                    case WORKLOADS -> WORKLOADS;
                    case TOPOLOGIES -> bundled(Library.Kind.TOPOLOGIES);
                    case EXPERIMENTS -> bundled(Library.Kind.EXPERIMENTS);
                };
        if (format == OutputFormat.JSON) {
            List<Map<String, String>> rows = new ArrayList<>();
            for (Entry entry : entries) {
                Map<String, String> row = new LinkedHashMap<>();
                row.put("name", entry.name());
                row.put("title", entry.title());
                rows.add(row);
            }
            console.out().println(new ObjectMapper().writeValueAsString(Map.of("rows", rows)));
            return ExitCode.OK;
        }
        int width = entries.stream().mapToInt(entry -> entry.name().length()).max().orElse(0);
        for (Entry entry : entries) {
            String padding = " ".repeat(width - entry.name().length() + 2);
            console.out().println((entry.name() + padding + entry.title()).stripTrailing());
        }
        return ExitCode.OK;
    }

    private List<Entry> bundled(Library.Kind kind) {
        return library.names(kind).stream()
                .map(name -> new Entry(name, loader.title(kind, name)))
                .toList();
    }

    private record Entry(String name, String title) {}
}
