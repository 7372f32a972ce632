package io.losslab.driver.p4runtime.program;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The program's objects in a {@code bf-rt.json}, one line for each, in the form in which {@link
 * P4InfoObjects} lists a P4Info. What the compiler adds (snapshots, hash settings, port metadata)
 * is left out, and so is the action that every program has.
 */
final class BfRtObjects {
    private static final String PIPE = "pipe.";

    private final Map<Long, JsonNode> tables = new HashMap<>();
    private final Set<String> lines = new TreeSet<>();

    private BfRtObjects(JsonNode document) {
        document.path("tables").forEach(each -> tables.put(each.path("id").asLong(), each));
        tables.values().forEach(this::add);
    }

    static Set<String> of(JsonNode document) {
        return new BfRtObjects(document).lines;
    }

    private void add(JsonNode table) {
        String type = table.path("table_type").asText();
        if (type.startsWith("MatchAction")) {
            addTable(table);
        } else if (type.equals("Action")) {
            lines.add("profile %s size %d".formatted(named(table), table.path("size").asLong()));
            addActions(table.path("action_specs"));
        } else if (type.equals("Register")) {
            JsonNode cell = table.path("data").get(0).path("singleton").path("type");
            lines.add(
                    "register %s %d size %d"
                            .formatted(
                                    named(table),
                                    cell.path("width").asInt(),
                                    table.path("size").asLong()));
        } else if (type.equals("Counter")) {
            lines.add(
                    "counter %s %s size %d"
                            .formatted(
                                    named(table),
                                    table.path("data").size() == 1 ? "PACKETS" : "BOTH",
                                    table.path("size").asLong()));
        }
    }

    private void addTable(JsonNode table) {
        List<String> keys = new ArrayList<>();
        for (JsonNode key : table.path("key")) {
            // $MATCH_PRIORITY is no field of the packet's.
            if (!key.path("name").asText().startsWith("$")) {
                keys.add(
                        "%s %d %s"
                                .formatted(
                                        key.path("name").asText(),
                                        key.path("type").path("width").asInt(),
                                        key.path("match_type").asText().toLowerCase(Locale.ROOT)));
            }
        }
        JsonNode actions = actions(table);
        addActions(actions);
        Set<String> names = new TreeSet<>();
        actions.forEach(action -> names.add(action.path("name").asText()));
        lines.add(
                "table %s %s %s size %d"
                        .formatted(named(table), keys, names, table.path("size").asLong()));
    }

    /** Its own or, behind a selector, those of its action profile. */
    private JsonNode actions(JsonNode table) {
        for (JsonNode id : table.path("depends_on")) {
            JsonNode other = tables.get(id.asLong());
            if (other.path("table_type").asText().equals("Action")) {
                return other.path("action_specs");
            }
        }
        return table.path("action_specs");
    }

    private void addActions(JsonNode actions) {
        for (JsonNode action : actions) {
            if (!action.path("name").asText().equals("NoAction")) {
                lines.add(line(action));
            }
        }
    }

    private static String line(JsonNode action) {
        List<String> params = new ArrayList<>();
        for (JsonNode param : action.path("data")) {
            params.add(
                    param.path("name").asText() + " " + param.path("type").path("width").asInt());
        }
        return "action %s %s".formatted(named(action), params);
    }

    private static String named(JsonNode object) {
        String name = object.path("name").asText();
        return "%08x %s"
                .formatted(
                        object.path("id").asLong(),
                        name.startsWith(PIPE) ? name.substring(PIPE.length()) : name);
    }
}
