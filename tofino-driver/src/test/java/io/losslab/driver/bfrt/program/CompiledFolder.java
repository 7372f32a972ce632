package io.losslab.driver.bfrt.program;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.proto.p4.config.v1.Action;
import io.losslab.proto.p4.config.v1.ActionProfile;
import io.losslab.proto.p4.config.v1.Counter;
import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A folder as the compiler writes one for a bundled program: tables, keys and actions of its P4Info
 * by the rules of the compiler, and a context.json and a binary that only have contents.
 */
public final class CompiledFolder {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MEMBER = 65539;
    private static final int GROUP = 65540;
    private static final int PRIORITY = 65537;
    private static final long PROFILE_OFFSET = 0x81000000L;
    private static final long SELECTOR_OFFSET = 0x82000000L;
    private static final long COUNTER_OFFSET = 0x83000000L;

    private CompiledFolder() {}

    /** Writes the folder PROGRAM.tofino2 into another one. */
    public static Path write(Path into, String program) throws IOException {
        Path folder = into.resolve(program + ".tofino2");
        Files.createDirectories(folder.resolve("pipe"));
        ObjectNode conf = JSON.createObjectNode();
        ObjectNode entry =
                conf.putArray("p4_devices")
                        .addObject()
                        .put("device-id", 0)
                        .putArray("p4_programs")
                        .addObject()
                        .put("program-name", program)
                        .put("bfrt-config", "bf-rt.json");
        entry.putArray("p4_pipelines")
                .addObject()
                .put("p4_pipeline_name", "pipe")
                .put("context", "pipe/context.json")
                .put("config", "pipe/tofino2.bin")
                .putArray("pipe_scope")
                .add(0)
                .add(1)
                .add(2)
                .add(3);
        Files.writeString(folder.resolve(program + ".conf"), conf.toPrettyString());
        Files.writeString(folder.resolve("bf-rt.json"), tables(p4Info(program)));
        Files.writeString(folder.resolve("pipe/context.json"), "{\"of\": \"" + program + "\"}");
        Files.writeString(folder.resolve("pipe/tofino2.bin"), "binary of " + program);
        return folder;
    }

    private static P4Info p4Info(String program) {
        for (BundledProgram each : BundledProgram.values()) {
            if (each.architecture().equals("t2na") && each.programName().equals(program)) {
                return each.p4Info();
            }
        }
        throw new IllegalArgumentException(program);
    }

    /** The bf-rt.json of a program. */
    public static String tables(P4Info p4Info) {
        ObjectNode document = JSON.createObjectNode();
        ArrayNode tables = document.putArray("tables");
        for (Table table : p4Info.getTablesList()) {
            addMatch(tables, p4Info, table);
        }
        for (ActionProfile profile : p4Info.getActionProfilesList()) {
            addProfile(tables, p4Info, profile);
        }
        p4Info.getCountersList().forEach(counter -> addCounter(tables, counter));
        return document.toString();
    }

    private static void addMatch(ArrayNode tables, P4Info p4Info, Table table) {
        boolean indirect = table.getImplementationId() != 0;
        ObjectNode json =
                add(
                        tables,
                        table.getPreamble().getName(),
                        table.getPreamble().getId(),
                        indirect ? "MatchAction_Indirect_Selector" : "MatchAction_Direct",
                        table.getSize());
        boolean prioritized = false;
        for (MatchField field : table.getMatchFieldsList()) {
            String match = field.getMatchType().name();
            prioritized |= match.equals("TERNARY") || match.equals("RANGE");
            String type =
                    match.equals("LPM")
                            ? match
                            : match.charAt(0) + match.substring(1).toLowerCase(Locale.ROOT);
            addKey(json, field.getId(), field.getName(), type)
                    .put("type", "bytes")
                    .put("width", field.getBitwidth());
        }
        if (prioritized) {
            addKey(json, PRIORITY, "$MATCH_PRIORITY", "Exact").put("type", "uint32");
        }
        if (indirect) {
            long profile = Integer.toUnsignedLong(table.getImplementationId());
            json.putArray("depends_on")
                    .add(SELECTOR_OFFSET + (profile & 0xFFFFFF))
                    .add(PROFILE_OFFSET + (profile & 0xFFFFFF));
            ArrayNode oneof =
                    ((ArrayNode) json.get("data"))
                            .addObject()
                            .put("mandatory", true)
                            .put("read_only", false)
                            .putArray("oneof");
            addField(oneof.addObject(), MEMBER, "$ACTION_MEMBER_ID", false).put("type", "uint32");
            addField(oneof.addObject(), GROUP, "$SELECTOR_GROUP_ID", false).put("type", "uint32");
            return;
        }
        ArrayNode actions = json.putArray("action_specs");
        table.getActionRefsList().forEach(ref -> addAction(actions, p4Info, ref.getId()));
    }

    private static void addProfile(ArrayNode tables, P4Info p4Info, ActionProfile profile) {
        String name = profile.getPreamble().getName();
        long id = Integer.toUnsignedLong(profile.getPreamble().getId()) & 0xFFFFFF;
        ObjectNode actions = add(tables, name, PROFILE_OFFSET + id, "Action", profile.getSize());
        addKey(actions, MEMBER, "$ACTION_MEMBER_ID", "Exact").put("type", "uint32");
        ArrayNode specs = actions.putArray("action_specs");
        p4Info.getTablesList().stream()
                .filter(table -> profile.getTableIdsList().contains(table.getPreamble().getId()))
                .flatMap(table -> table.getActionRefsList().stream())
                .forEach(ref -> addAction(specs, p4Info, ref.getId()));
        ObjectNode groups = add(tables, name + "_selector", SELECTOR_OFFSET + id, "Selector", 512);
        addKey(groups, GROUP, "$SELECTOR_GROUP_ID", "Exact").put("type", "uint32");
        ArrayNode data = (ArrayNode) groups.get("data");
        addField(singleton(data), MEMBER, "$ACTION_MEMBER_ID", true).put("type", "uint32");
        addField(singleton(data), 65564, "$ACTION_MEMBER_STATUS", true).put("type", "bool");
        addField(singleton(data), 65565, "$MAX_GROUP_SIZE", false).put("type", "uint32");
    }

    private static void addCounter(ArrayNode tables, Counter counter) {
        long id = Integer.toUnsignedLong(counter.getPreamble().getId()) & 0xFFFFFF;
        ObjectNode json =
                add(
                        tables,
                        counter.getPreamble().getName(),
                        COUNTER_OFFSET + id,
                        "Counter",
                        counter.getSize());
        addKey(json, 65556, "$COUNTER_INDEX", "Exact").put("type", "uint32");
        ArrayNode data = (ArrayNode) json.get("data");
        addField(singleton(data), 65553, "$COUNTER_SPEC_BYTES", false).put("type", "uint64");
        addField(singleton(data), 65554, "$COUNTER_SPEC_PKTS", false).put("type", "uint64");
    }

    private static ObjectNode add(ArrayNode tables, String name, long id, String type, long size) {
        ObjectNode json =
                tables.addObject()
                        .put("name", "pipe." + name)
                        .put("id", id)
                        .put("table_type", type)
                        .put("size", size);
        json.putArray("key");
        json.putArray("data");
        return json;
    }

    private static ObjectNode addKey(ObjectNode table, int id, String name, String match) {
        return ((ArrayNode) table.get("key"))
                .addObject()
                .put("id", id)
                .put("name", name)
                .put("mandatory", false)
                .put("match_type", match)
                .putObject("type");
    }

    private static ObjectNode singleton(ArrayNode data) {
        return data.addObject()
                .put("mandatory", false)
                .put("read_only", false)
                .putObject("singleton");
    }

    private static ObjectNode addField(ObjectNode at, int id, String name, boolean repeated) {
        return at.put("id", id).put("name", name).put("repeated", repeated).putObject("type");
    }

    private static void addAction(ArrayNode specs, P4Info p4Info, int id) {
        Action action =
                p4Info.getActionsList().stream()
                        .filter(it -> it.getPreamble().getId() == id)
                        .findFirst()
                        .orElseThrow();
        ObjectNode spec =
                specs.addObject().put("id", id).put("name", action.getPreamble().getName());
        ArrayNode data = spec.putArray("data");
        for (Action.Param param : action.getParamsList()) {
            data.addObject()
                    .put("id", param.getId())
                    .put("name", param.getName())
                    .put("repeated", false)
                    .put("mandatory", true)
                    .put("read_only", false)
                    .putObject("type")
                    .put("type", "bytes")
                    .put("width", param.getBitwidth());
        }
    }
}
