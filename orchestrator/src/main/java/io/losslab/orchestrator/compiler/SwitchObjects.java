package io.losslab.orchestrator.compiler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.analysis.report.AlignedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a program for v1model consists of, read from BMv2 JSON: a software switch has neither stages
 * nor blocks of memory.
 */
public record SwitchObjects(List<Table> tables, List<Cells> cells) implements Outcome {
    /**
     * A table.
     *
     * @param matchType of its key, as BMv2 has it: {@code exact}, {@code lpm}, {@code ternary}, ...
     * @param size entries
     */
    public record Table(String name, String control, String matchType, long size) {}

    /**
     * A register, counter, or meter array.
     *
     * @param bits of a register's cell; 0 otherwise
     */
    public record Cells(String name, String kind, int bits, long size) {}

    public SwitchObjects {
        tables = List.copyOf(tables);
        cells = List.copyOf(cells);
    }

    /** Reads what {@code p4c-bm2-ss} wrote. */
    static SwitchObjects read(Path json) throws IOException {
        JsonNode program = new ObjectMapper().readTree(json.toFile());
        List<Table> tables = new ArrayList<>();
        for (JsonNode pipeline : program.path("pipelines")) {
            for (JsonNode table : pipeline.path("tables")) {
                // Without a key: an action that the compiler wrapped.
                if (!table.path("key").isEmpty()) {
                    tables.add(
                            new Table(
                                    table.path("name").asText(),
                                    pipeline.path("name").asText(),
                                    table.path("match_type").asText(),
                                    table.path("max_size").asLong()));
                }
            }
        }
        List<Cells> cells = new ArrayList<>();
        for (String kind : List.of("register", "counter", "meter")) {
            for (JsonNode array : program.path(kind + "_arrays")) {
                cells.add(
                        new Cells(
                                array.path("name").asText(),
                                kind,
                                array.path("bitwidth").asInt(),
                                array.path("size").asLong()));
            }
        }
        return new SwitchObjects(tables, cells);
    }

    @Override
    public String text() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("name", "kind", "size", "bits"));
        for (Table table : tables) {
            rows.add(List.of(table.name(), table.matchType() + " table", "" + table.size(), "-"));
        }
        for (Cells array : cells) {
            rows.add(
                    List.of(
                            array.name(),
                            array.kind(),
                            "" + array.size(),
                            array.bits() == 0 ? "-" : "" + array.bits()));
        }
        return AlignedText.of(rows, 2);
    }
}
