package io.losslab.orchestrator.compiler;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.TreeSet;

/**
 * The stages and memory blocks that tables of a {@code context.json} occupy. A block that several
 * tables share counts once.
 */
final class MemoryBlocks {
    /** Tables that stand before the first stage have this one. */
    private static final int NO_STAGE = -1;

    private final Set<Integer> stages = new TreeSet<>();
    private final Set<String> srams = new TreeSet<>();
    private final Set<String> tcams = new TreeSet<>();

    /** Adds a table, wherever in it the compiler wrote the allocation of a stage. */
    void add(JsonNode table) {
        add(table, NO_STAGE);
    }

    private void add(JsonNode node, int enclosingStage) {
        int stage = node.path("stage_number").asInt(enclosingStage);
        if (stage != NO_STAGE) {
            stages.add(stage);
        }
        if (node.has("memory_type")) {
            addBlocks(node, stage);
        }
        node.forEach(child -> add(child, stage));
    }

    private void addBlocks(JsonNode allocation, int stage) {
        Set<String> blocks =
                switch (allocation.path("memory_type").asText()) {
                    case "sram" -> srams;
                    case "tcam" -> tcams;
                    default -> new TreeSet<>();
                };
        for (JsonNode word : allocation.path("memory_units_and_vpns")) {
            word.path("memory_units").forEach(unit -> blocks.add(name(stage, unit)));
        }
        // A single number, or several; a TCAM's repeats one of its units.
        JsonNode spare = allocation.path("spare_bank_memory_unit");
        if (spare.isNumber() && blocks != tcams) {
            blocks.add(name(stage, spare));
        }
        spare.forEach(unit -> blocks.add(name(stage, unit)));
    }

    private static String name(int stage, JsonNode unit) {
        return stage + ":" + unit.asText();
    }

    Set<Integer> stages() {
        return stages;
    }

    int sramBlocks() {
        return srams.size();
    }

    int tcamBlocks() {
        return tcams.size();
    }
}
