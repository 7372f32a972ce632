package io.losslab.orchestrator.compiler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.analysis.report.AlignedText;
import io.losslab.devices.failure.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a program takes of a Tofino2, read from the assembler's {@code context.json}.
 *
 * @param stages number of the last stage of each thread, counted from 1
 * @param phvContainers containers of the packet header vector that hold anything in any stage
 * @param phvBits their bits that do, as the compiler counts them: a bit that fields share counts
 *     once
 */
public record ChipUse(
        Map<String, Integer> stages,
        int sramBlocks,
        int tcamBlocks,
        int phvContainers,
        int phvBits,
        List<TableUse> tables)
        implements Outcome {
    // A Tofino2, from p4c's specification of the chip.
    private static final int STAGES = 20;
    private static final int STAGE_SRAM_BLOCKS = 80;
    private static final int STAGE_TCAM_BLOCKS = 24;
    private static final int PHV_CONTAINERS = 280;
    private static final int PHV_BITS = 5120;

    /** A branch of the control flow: it has a place, and no entries. */
    private static final String CONDITION = "condition";

    public ChipUse {
        stages = Map.copyOf(stages);
        tables = List.copyOf(tables);
    }

    /** Reads what the assembler wrote. */
    static ChipUse read(Path context) throws IOException {
        if (!Files.exists(context)) {
            throw CommandFailure.failed(
                    "the compiler ended well and did not write " + context,
                    "losslab reads the output of bf-p4c 9.x");
        }
        return of(new ObjectMapper().readTree(context.toFile()));
    }

    private static ChipUse of(JsonNode context) {
        MemoryBlocks all = new MemoryBlocks();
        Map<String, Integer> stages = new TreeMap<>();
        List<TableUse> tables = new ArrayList<>();
        for (JsonNode table : context.path("tables")) {
            MemoryBlocks own = new MemoryBlocks();
            own.add(table);
            all.add(table);
            String thread = table.path("direction").asText();
            for (int stage : own.stages()) {
                stages.merge(thread, stage + 1, Math::max);
            }
            if (!table.path("table_type").asText().equals(CONDITION)) {
                tables.add(
                        new TableUse(
                                table.path("name").asText(),
                                table.path("table_type").asText(),
                                thread,
                                table.path("size").asLong(),
                                List.copyOf(own.stages()),
                                own.sramBlocks(),
                                own.tcamBlocks()));
            }
        }
        Map<Integer, BitSet> containers = containers(context.path("phv_allocation"));
        return new ChipUse(
                stages,
                all.sramBlocks(),
                all.tcamBlocks(),
                containers.size(),
                containers.values().stream().mapToInt(BitSet::cardinality).sum(),
                tables);
    }

    /** The bits that fields occupy, by the container's number. */
    private static Map<Integer, BitSet> containers(JsonNode allocation) {
        Map<Integer, BitSet> bits = new HashMap<>();
        for (JsonNode stage : allocation) {
            for (String thread : List.of("ingress", "egress")) {
                for (JsonNode container : stage.path(thread)) {
                    BitSet occupied =
                            bits.computeIfAbsent(
                                    container.path("phv_number").asInt(), number -> new BitSet());
                    for (JsonNode field : container.path("records")) {
                        occupied.set(
                                field.path("phv_lsb").asInt(), field.path("phv_msb").asInt() + 1);
                    }
                }
            }
        }
        return bits;
    }

    @Override
    public String text() {
        String used =
                new TreeMap<>(stages)
                        .descendingMap().entrySet().stream()
                                .map(each -> each.getKey() + " " + each.getValue())
                                .collect(Collectors.joining(", "));
        List<List<String>> totals =
                List.of(
                        List.of("stages", used, "of " + STAGES),
                        List.of("SRAM blocks", "" + sramBlocks, "of " + STAGES * STAGE_SRAM_BLOCKS),
                        List.of("TCAM blocks", "" + tcamBlocks, "of " + STAGES * STAGE_TCAM_BLOCKS),
                        List.of("PHV containers", "" + phvContainers, "of " + PHV_CONTAINERS),
                        List.of("PHV bits", "" + phvBits, "of " + PHV_BITS));
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("table", "kind", "thread", "stages", "size", "SRAM", "TCAM"));
        for (TableUse table : tables) {
            if (table.sramBlocks() + table.tcamBlocks() > 0) {
                rows.add(
                        List.of(
                                table.name(),
                                table.kind(),
                                table.thread(),
                                table.stages().stream()
                                        .map(String::valueOf)
                                        .collect(Collectors.joining(" ")),
                                "" + table.size(),
                                "" + table.sramBlocks(),
                                "" + table.tcamBlocks()));
            }
        }
        return AlignedText.of(totals) + "\n" + AlignedText.of(rows, 4);
    }
}
