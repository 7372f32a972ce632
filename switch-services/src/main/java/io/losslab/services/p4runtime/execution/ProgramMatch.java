package io.losslab.services.p4runtime.execution;

import io.losslab.p4.action.Action;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.table.KeyField;
import io.losslab.p4.table.MatchKind;
import io.losslab.p4.table.MatchTable;
import io.losslab.proto.p4.config.v1.Counter;
import io.losslab.proto.p4.config.v1.Digest;
import io.losslab.proto.p4.config.v1.Meter;
import io.losslab.proto.p4.config.v1.MeterSpec;
import io.losslab.proto.p4.config.v1.Preamble;
import io.losslab.proto.p4.config.v1.Register;
import io.losslab.proto.p4.config.v1.ValueSet;
import io.losslab.services.p4runtime.program.ActionSchema;
import io.losslab.services.p4runtime.program.DataType;
import io.losslab.services.p4runtime.program.FieldSchema;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import io.losslab.services.p4runtime.program.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether a P4Info and a compiled program describe the same: names, types, and sizes. */
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
        match.checkCells();
        info.valueSets().forEach(match::checkValueSet);
        info.digests().forEach(match::checkDigest);
        info.profiles().forEach(it -> match.compiled(it.getPreamble(), program.profiles()));
        if (!match.problems.isEmpty()) {
            throw Refusal.invalid(
                    "p4info and p4_device_config differ: " + String.join("; ", match.problems));
        }
    }

    /** What the program has under a name; empty where it has nothing, which is a problem. */
    private <T> Optional<T> compiled(Preamble preamble, Map<String, T> among) {
        T found = among.get(preamble.getName());
        if (found == null) {
            problems.add("the device config has no " + preamble.getName());
        }
        return Optional.ofNullable(found);
    }

    private void checkCells() {
        for (Counter counter : info.counters()) {
            compiled(counter.getPreamble(), program.resources().counters())
                    .ifPresent(
                            it -> checkSize(counter.getPreamble(), counter.getSize(), it.size()));
        }
        for (Register register : info.registers()) {
            Preamble preamble = register.getPreamble();
            compiled(preamble, program.resources().registers())
                    .ifPresent(
                            it -> {
                                checkSize(preamble, register.getSize(), it.size());
                                checkType(preamble, info.typeOf(register), List.of(it.widthBits()));
                            });
        }
        for (Meter meter : info.meters()) {
            Preamble preamble = meter.getPreamble();
            boolean bytes = meter.getSpec().getUnit() == MeterSpec.Unit.BYTES;
            compiled(preamble, program.resources().meters())
                    .ifPresent(
                            it -> {
                                checkSize(preamble, meter.getSize(), it.size());
                                if (it.countsBytes() != bytes) {
                                    problems.add(preamble.getName() + " has another unit");
                                }
                            });
        }
    }

    private void checkSize(Preamble preamble, long described, int compiled) {
        if (described != compiled) {
            problems.add(
                    "%s has %d cells in p4info, %d in the device config"
                            .formatted(preamble.getName(), described, compiled));
        }
    }

    /**
     * Where the type of a field does not say how wide it is, the program may have it at any width.
     */
    private void checkType(Preamble preamble, DataType type, List<Integer> compiled) {
        List<Integer> described = type.fieldBits();
        boolean same = described.size() == compiled.size();
        for (int i = 0; same && i < compiled.size(); i++) {
            same = described.get(i) == 0 || described.get(i).equals(compiled.get(i));
        }
        if (!same) {
            problems.add(preamble.getName() + " has another type");
        }
    }

    private void checkDigest(Digest digest) {
        compiled(digest.getPreamble(), program.digests())
                .ifPresent(
                        it ->
                                checkType(
                                        digest.getPreamble(),
                                        info.typeOf(digest),
                                        it.fields().stream().map(FieldLayout::widthBits).toList()));
    }

    private void checkValueSet(ValueSet set) {
        int width = info.keyOf(set).fields().stream().mapToInt(FieldSchema::widthBits).sum();
        compiled(set.getPreamble(), program.valueSets())
                .filter(it -> it.widthBits() != width)
                .ifPresent(
                        it ->
                                problems.add(
                                        "value set %s has another type"
                                                .formatted(set.getPreamble().getName())));
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
            same = isSame(fields.get(i), table.key().get(i));
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

    private static boolean isSame(FieldSchema described, KeyField compiled) {
        // Whether a header is valid is one bit that is matched exactly.
        MatchKind kind = compiled.kind() == MatchKind.VALID ? MatchKind.EXACT : compiled.kind();
        return described.widthBits() == compiled.widthBits()
                && described.kind().name().equals(kind.name());
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
