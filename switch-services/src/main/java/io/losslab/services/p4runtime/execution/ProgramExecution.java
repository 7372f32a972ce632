package io.losslab.services.p4runtime.execution;

import com.google.protobuf.ByteString;
import io.losslab.p4.json.ProgramException;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.runtime.P4Switch;
import io.losslab.p4.runtime.Replication.Replica;
import io.losslab.p4.runtime.Replication.Session;
import io.losslab.proto.p4.v1.CloneSessionEntry;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.Entity.EntityCase;
import io.losslab.proto.p4.v1.MeterConfig;
import io.losslab.proto.p4.v1.MulticastGroupEntry;
import io.losslab.proto.p4.v1.P4Data;
import io.losslab.services.p4runtime.entity.Cells;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.entity.ReplicationListener;
import io.losslab.services.p4runtime.entity.table.ProfileListener;
import io.losslab.services.p4runtime.entity.table.ProfileStore;
import io.losslab.services.p4runtime.entity.table.TableBinding;
import io.losslab.services.p4runtime.program.ActionSchema;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import io.losslab.services.p4runtime.program.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A P4 program with what was written to it. The plane has none of it until {@link #commit}. Guarded
 * by the device's lock; the program itself is the plane's from then on.
 */
public final class ProgramExecution implements Execution, ProfileListener, ReplicationListener {
    private final Program info;
    private final P4Program program;
    private final ProgramPlane plane;
    private final ProgramChanges changes = new ProgramChanges();
    private final Map<Integer, EntryBinding> tables = new HashMap<>();
    private boolean inForce;

    private ProgramExecution(Program info, P4Program program, ProgramPlane plane) {
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
                            this::read));
        }
    }

    /**
     * Reads a device config.
     *
     * @throws Refusal UNIMPLEMENTED where the plane runs none; INVALID_ARGUMENT where it is no
     *     program, or not that of the P4Info
     */
    public static ProgramExecution of(Program info, ByteString deviceConfig, ProgramPlane plane)
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
        return new ProgramExecution(info, program, plane);
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
    public Optional<String> refusal(EntityCase kind) {
        return switch (kind) {
            case DIGEST_ENTRY -> Optional.of("digests of a P4 program are not sent");
            case VALUE_SET_ENTRY -> Optional.of("value sets of a P4 program cannot be written yet");
            default -> Optional.empty();
        };
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
                            ? each.getEgressPort()
                            : EntryBinding.number(each.getPort()).longValue();
            replicas.add(new Replica((int) port, each.getInstance()));
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
