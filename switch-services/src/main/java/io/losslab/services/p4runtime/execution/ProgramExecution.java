package io.losslab.services.p4runtime.execution;

import com.google.protobuf.ByteString;
import io.losslab.p4.json.ProgramException;
import io.losslab.p4.parser.ValueSet.Member;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.runtime.P4Switch;
import io.losslab.p4.runtime.Replication.Replica;
import io.losslab.p4.runtime.Replication.Session;
import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.config.v1.ValueSet;
import io.losslab.proto.p4.v1.CloneSessionEntry;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.MeterConfig;
import io.losslab.proto.p4.v1.MulticastGroupEntry;
import io.losslab.proto.p4.v1.P4Data;
import io.losslab.services.p4runtime.entity.Cells;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.entity.ReplicationListener;
import io.losslab.services.p4runtime.entity.SdnPorts;
import io.losslab.services.p4runtime.entity.ValueSetListener;
import io.losslab.services.p4runtime.entity.table.ProfileListener;
import io.losslab.services.p4runtime.entity.table.ProfileStore;
import io.losslab.services.p4runtime.entity.table.TableBinding;
import io.losslab.services.p4runtime.program.ActionSchema;
import io.losslab.services.p4runtime.program.FieldSchema;
import io.losslab.services.p4runtime.program.KeySchema;
import io.losslab.services.p4runtime.program.MatchKey;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import io.losslab.services.p4runtime.program.TableSchema;
import io.losslab.softswitch.fabric.program.ControllerPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A P4 program with what was written to it. The plane has none of it until {@link #commit}. Guarded
 * by the device's lock; the program itself is the plane's from then on.
 */
public final class ProgramExecution
        implements Execution, ProfileListener, ReplicationListener, ValueSetListener {
    private final Program info;
    private final P4Program program;
    private final ProgramPlane plane;
    private final ProgramChanges changes = new ProgramChanges();
    private final Map<Integer, EntryBinding> tables = new HashMap<>();
    private boolean inForce;

    private ProgramExecution(
            Program info, P4Program program, ProgramPlane plane, IdleListener idle) {
        this.info = info;
        this.program = program;
        this.plane = plane;
        Map<Integer, ActionSchema> actions = new HashMap<>();
        info.actions().forEach(it -> actions.put(it.id(), it));
        for (TableSchema schema : info.tables().values()) {
            tables.put(
                    schema.id(),
                    new EntryBinding(
                            schema,
                            program.tables().get(schema.name()),
                            actions,
                            changes,
                            this::read,
                            idle));
        }
    }

    /**
     * Reads a device config.
     *
     * @param idle hears of entries whose idle timeout has passed
     * @throws Refusal UNIMPLEMENTED where the plane runs none; INVALID_ARGUMENT where it is no
     *     program, or not that of the P4Info
     */
    public static ProgramExecution of(
            Program info, ByteString deviceConfig, ProgramPlane plane, IdleListener idle)
            throws Refusal {
        if (!plane.runsPrograms()) {
            throw Refusal.unimplemented(
                    "this switch forwards by its routes and runs no P4 program: send no"
                            + " p4_device_config");
        }
        P4Program program;
        try {
            program = P4Program.read(deviceConfig.toByteArray());
        } catch (ProgramException e) {
            throw Refusal.invalid(
                    "p4_device_config is not a program the software switch can run: "
                            + e.getMessage());
        }
        ProgramMatch.check(info, program);
        ProgramExecution execution = new ProgramExecution(info, program, plane, idle);
        for (EntryBinding table : execution.tables.values()) {
            table.adoptInitial();
        }
        return execution;
    }

    @Override
    public boolean runsProgram() {
        return true;
    }

    @Override
    public void attach(ProfileStore profiles) {
        tables.values().forEach(it -> it.attach(profiles));
    }

    @Override
    public Map<Integer, TableBinding> tables() {
        return new HashMap<>(tables);
    }

    @Override
    public Map<Integer, Cells<CounterData>> counters() {
        Map<Integer, Cells<CounterData>> cells = new HashMap<>();
        info.counters()
                .forEach(
                        it ->
                                cells.put(
                                        it.getPreamble().getId(),
                                        new CounterCells(
                                                program.resources()
                                                        .counters()
                                                        .get(it.getPreamble().getName()),
                                                changes,
                                                this::read)));
        return cells;
    }

    @Override
    public Map<Integer, Cells<P4Data>> registers() {
        Map<Integer, Cells<P4Data>> cells = new HashMap<>();
        info.registers()
                .forEach(
                        it ->
                                cells.put(
                                        it.getPreamble().getId(),
                                        new RegisterCells(
                                                program.resources()
                                                        .registers()
                                                        .get(it.getPreamble().getName()),
                                                info.typeOf(it),
                                                changes,
                                                this::read)));
        return cells;
    }

    @Override
    public Map<Integer, Cells<MeterConfig>> meters() {
        Map<Integer, Cells<MeterConfig>> cells = new HashMap<>();
        info.meters()
                .forEach(
                        it ->
                                cells.put(
                                        it.getPreamble().getId(),
                                        new MeterCells(
                                                program.resources()
                                                        .meters()
                                                        .get(it.getPreamble().getName()),
                                                changes)));
        return cells;
    }

    @Override
    public void commit() throws Refusal {
        try {
            plane.runProgram(program);
            plane.changeProgram(changes.take());
        } catch (IllegalStateException e) {
            throw Refusal.ofPlane(e);
        }
        inForce = true;
    }

    @Override
    public void flush() throws Refusal {
        if (!inForce) {
            return;
        }
        try {
            plane.changeProgram(changes.take());
        } catch (IllegalStateException e) {
            throw Refusal.ofPlane(e);
        }
    }

    @Override
    public void commitAfter(Execution previous) throws Refusal {
        commit();
    }

    @Override
    public void forgetChanges() {
        if (inForce) {
            changes.take();
        }
    }

    @Override
    public ProfileListener profileListener() {
        return this;
    }

    @Override
    public ReplicationListener replicationListener() {
        return this;
    }

    @Override
    public ValueSetListener valueSetListener() {
        return this;
    }

    @Override
    public void valueSetChanged(int valueSetId, List<MatchKey> members, Journal journal) {
        ValueSet set =
                info.valueSets().stream()
                        .filter(it -> it.getPreamble().getId() == valueSetId)
                        .findFirst()
                        .orElseThrow();
        KeySchema key = info.keyOf(set);
        List<Member> wanted = members.stream().map(it -> member(it, key)).toList();
        changes.add(
                runs -> program.valueSets().get(set.getPreamble().getName()).set(wanted), journal);
    }

    private static Member member(MatchKey member, KeySchema key) {
        List<FieldSchema> fields = key.fields();
        int[] widths = fields.stream().mapToInt(FieldSchema::widthBits).toArray();
        boolean[] ranges = new boolean[fields.size()];
        for (int i = 0; i < ranges.length; i++) {
            ranges[i] = fields.get(i).kind() == MatchField.MatchType.RANGE;
        }
        return new Member(MatchParts.of(member, key), widths, ranges);
    }

    @Override
    public void profileChanged(int profileId, Journal journal) throws Refusal {
        for (EntryBinding table : tables.values()) {
            boolean uses =
                    table.schema()
                            .implementation()
                            .map(it -> it.getPreamble().getId() == profileId)
                            .orElse(false);
            if (uses) {
                table.profileChanged(journal);
            }
        }
    }

    @Override
    public void groupChanged(int group, MulticastGroupEntry entry, Journal journal) {
        List<Replica> replicas = entry == null ? null : replicas(entry.getReplicasList());
        changes.add(runs -> runs.replication().setGroup(group, replicas), journal);
    }

    @Override
    public void sessionChanged(int session, CloneSessionEntry entry, Journal journal) {
        Session wanted =
                entry == null
                        ? null
                        : new Session(
                                replicas(entry.getReplicasList()),
                                entry.getClassOfService(),
                                entry.getPacketLengthBytes());
        changes.add(runs -> runs.replication().setSession(session, wanted), journal);
    }

    @SuppressWarnings("deprecation") // egress_port: old controllers write ports so
    private static List<Replica> replicas(List<io.losslab.proto.p4.v1.Replica> entries) {
        List<Replica> replicas = new ArrayList<>();
        for (io.losslab.proto.p4.v1.Replica each : entries) {
            long port =
                    each.getPort().isEmpty()
                            ? Integer.toUnsignedLong(each.getEgressPort())
                            : MatchParts.number(each.getPort()).longValue();
            int of = port == SdnPorts.CPU ? ControllerPort.NUMBER : (int) port;
            replicas.add(new Replica(of, each.getInstance()));
        }
        return replicas;
    }

    private <T> T read(Function<P4Switch, T> reading, T absent) throws Refusal {
        if (!inForce) {
            return absent;
        }
        try {
            return plane.readProgram(reading);
        } catch (IllegalStateException e) {
            throw Refusal.ofPlane(e);
        }
    }
}
