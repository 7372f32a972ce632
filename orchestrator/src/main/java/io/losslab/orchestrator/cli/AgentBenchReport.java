package io.losslab.orchestrator.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.agent.dpdk.DpdkException;
import io.losslab.benchmarks.agent.AgentBench;
import io.losslab.benchmarks.agent.AgentRow;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.OutputFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs the agent's bench and prints its rows. */
final class AgentBenchReport {
    private final Console console;

    AgentBenchReport(Console console) {
        this.console = console;
    }

    /** Measures and prints; the exit code says whether it could. */
    int run(double seconds, OutputFormat format) throws IOException, InterruptedException {
        List<AgentRow> rows = new ArrayList<>();
        boolean table = format == OutputFormat.TABLE;
        if (!AgentBench.hasVeth()) {
            console.err().println("not root: skipping the rows on veth pairs");
        }
        int exitCode = ExitCode.OK;
        try {
            new AgentBench(seconds, this::announce).measureAll(table ? this::print : rows::add);
        } catch (DpdkException e) {
            console.err().println(e.getMessage());
            exitCode = ExitCode.FAILED;
        }
        if (!table) {
            console.out().println(json(rows));
        }
        return exitCode;
    }

    private void announce(String what) {
        console.err().println("measuring " + what + " ...");
    }

    private void print(AgentRow row) {
        console.out().println(row.name());
        row.figures()
                .forEach(
                        (name, value) ->
                                console.out()
                                        .printf(Locale.ROOT, "  %-28s %,18.4f%n", name, value));
    }

    private static String json(List<AgentRow> rows) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode document = mapper.createObjectNode();
        ArrayNode array = document.putArray("rows");
        for (AgentRow row : rows) {
            ObjectNode object = array.addObject();
            object.put("name", row.name());
            row.figures().forEach(object::put);
        }
        return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(document);
    }
}
