package io.losslab.services.p4runtime.execution;

import io.losslab.p4.action.Action;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.table.MatchTable;
import io.losslab.proto.p4.config.v1.Preamble;
import io.losslab.proto.p4.config.v1.ValueSet;
import io.losslab.services.p4runtime.program.ActionSchema;
import io.losslab.services.p4runtime.program.FieldSchema;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import io.losslab.services.p4runtime.program.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Whether a P4Info and a compiled program describe the same, by their names. */
final class ProgramMatch {
    private final Program info;
    private final P4Program program;
    private final List<String> problems = new ArrayList<>();

    private ProgramMatch(Program info, P4Program program) {
        this.info = info;
        this.program = program;
    }

    /**
     * Compares them.
     *
     * @throws Refusal INVALID_ARGUMENT that names every difference
     */
    static void check(Program info, P4Program program) throws Refusal {
        ProgramMatch match = new ProgramMatch(info, program);
        info.tables().values().forEach(match::checkTable);
        info.counters()
                .forEach(it -> match.require(it.getPreamble(), program.resources().counters()));
        info.registers()
                .forEach(it -> match.require(it.getPreamble(), program.resources().registers()));
        info.meters().forEach(it -> match.require(it.getPreamble(), program.resources().meters()));
        info.valueSets().forEach(match::checkValueSet);
        info.digests().forEach(it -> match.require(it.getPreamble(), program.digests()));
        info.profiles().forEach(it -> match.require(it.getPreamble(), program.profiles()));
        if (!match.problems.isEmpty()) {
            throw Refusal.invalid(
                    "p4info and p4_device_config differ: " + String.join("; ", match.problems));
        }
    }

    private void require(Preamble preamble, Map<String, ?> among) {
        if (!among.containsKey(preamble.getName())) {
            problems.add("the device config has no " + preamble.getName());
        }
    }

    private void checkValueSet(ValueSet set) {
        require(set.getPreamble(), program.valueSets());
        io.losslab.p4.parser.ValueSet compiled =
                program.valueSets().get(set.getPreamble().getName());
        int width = info.keyOf(set).fields().stream().mapToInt(FieldSchema::widthBits).sum();
        if (compiled != null && compiled.widthBits() != width) {
            problems.add("value set %s has another type".formatted(set.getPreamble().getName()));
        }
    }

    private void checkTable(TableSchema schema) {
        MatchTable table = program.tables().get(schema.name());
        if (table == null) {
            problems.add("the device config has no table " + schema.name());
            return;
        }
        List<FieldSchema> fields = schema.key().fields();
        boolean same = fields.size() == table.key().size();
        for (int i = 0; same && i < fields.size(); i++) {
            same = fields.get(i).widthBits() == table.key().get(i).widthBits();
        }
        if (!same) {
            problems.add("table %s has another key".formatted(schema.name()));
        }
        if (schema.implementation().isPresent() != table.profile().isPresent()) {
            problems.add("table %s has another implementation".formatted(schema.name()));
        }
        for (ActionSchema action : info.actions()) {
            if (schema.offers(action.id())) {
                checkAction(schema, table, action);
            }
        }
    }

    private void checkAction(TableSchema schema, MatchTable table, ActionSchema wanted) {
        Action action = table.action(wanted.name()).orElse(null);
        if (action == null) {
            problems.add("table %s has no action %s".formatted(schema.name(), wanted.name()));
            return;
        }
        boolean same = action.parameters().size() == wanted.params().size();
        for (int i = 0; same && i < wanted.params().size(); i++) {
            same = action.parameters().get(i).widthBits() == wanted.params().get(i).widthBits();
        }
        if (!same) {
            problems.add("action %s has other parameters".formatted(wanted.name()));
        }
    }
}
