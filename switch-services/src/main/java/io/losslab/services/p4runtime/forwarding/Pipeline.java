package io.losslab.services.p4runtime.forwarding;

import com.google.protobuf.Message;
import io.losslab.proto.p4.config.v1.Digest;
import io.losslab.proto.p4.v1.DigestEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Entity.EntityCase;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.entity.CounterStore;
import io.losslab.services.p4runtime.entity.DigestStore;
import io.losslab.services.p4runtime.entity.EntityStore;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.entity.MeterStore;
import io.losslab.services.p4runtime.entity.RegisterStore;
import io.losslab.services.p4runtime.entity.ReplicationStore;
import io.losslab.services.p4runtime.entity.ValueSetStore;
import io.losslab.services.p4runtime.entity.table.DirectResources;
import io.losslab.services.p4runtime.entity.table.ProfileStore;
import io.losslab.services.p4runtime.entity.table.TableStore;
import io.losslab.services.p4runtime.execution.Execution;
import io.losslab.services.p4runtime.execution.IdleListener;
import io.losslab.services.p4runtime.execution.ProgramExecution;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A program on a device with its entities, in force or only saved. Guarded by the device's lock.
 */
public final class Pipeline {
    private final ForwardingPipelineConfig config;
    private final Program program;
    private final Optional<Digest> pauseEvents;
    private final Execution execution;
    private final CounterStore counters;
    private final DigestStore digests;
    private final Map<EntityCase, EntityStore> stores = new EnumMap<>(EntityCase.class);

    private Pipeline(
            ForwardingPipelineConfig config,
            Program program,
            Optional<Digest> pauseEvents,
            Execution execution,
            int portCount) {
        this.config = config;
        this.program = program;
        this.pauseEvents = pauseEvents;
        this.execution = execution;
        ProfileStore profiles = new ProfileStore(program, portCount, execution.profileListener());
        execution.attach(profiles);
        TableStore tables = new TableStore(program, profiles, execution.tables());
        this.counters = new CounterStore(program, execution.counters());
        this.digests = new DigestStore(program);
        DirectResources direct = new DirectResources(tables);
        stores.put(EntityCase.ACTION_PROFILE_MEMBER, profiles);
        stores.put(EntityCase.ACTION_PROFILE_GROUP, profiles);
        stores.put(EntityCase.TABLE_ENTRY, tables);
        stores.put(EntityCase.DIRECT_COUNTER_ENTRY, direct);
        stores.put(EntityCase.DIRECT_METER_ENTRY, direct);
        stores.put(EntityCase.COUNTER_ENTRY, counters);
        stores.put(EntityCase.METER_ENTRY, new MeterStore(program, execution.meters()));
        stores.put(EntityCase.REGISTER_ENTRY, new RegisterStore(program, execution.registers()));
        stores.put(
                EntityCase.PACKET_REPLICATION_ENGINE_ENTRY,
                new ReplicationStore(portCount, execution.replicationListener()));
        stores.put(
                EntityCase.VALUE_SET_ENTRY,
                new ValueSetStore(program, execution.valueSetListener()));
        stores.put(EntityCase.DIGEST_ENTRY, digests);
    }

    /**
     * Verifies a config against the device; INVALID_ARGUMENT says all that is wrong. With a device
     * config the plane runs that program, otherwise it forwards by the forwarding program's routes.
     */
    public static Pipeline verified(
            ForwardingPipelineConfig config, ForwardingPlane plane, IdleListener idle)
            throws Refusal {
        if (!config.hasP4Info()) {
            throw Refusal.invalid("the config has no p4info");
        }
        if (config.getP4DeviceConfig().isEmpty() || isOfAChip(config)) {
            ForwardingProgram program =
                    ForwardingProgram.recognise(config.getP4Info(), plane.portCount());
            return new Pipeline(
                    config,
                    program.program(),
                    program.pauseEvents(),
                    new RouteExecution(program, plane),
                    plane.portCount());
        }
        List<String> problems = new ArrayList<>();
        Program program = Program.read(config.getP4Info(), problems);
        if (!problems.isEmpty()) {
            throw Refusal.invalid(
                    "the software switch cannot run this program: " + String.join("; ", problems));
        }
        ProgramExecution runs =
                ProgramExecution.of(program, config.getP4DeviceConfig(), plane, idle);
        Execution execution =
                ForwardingProgram.in(config.getP4Info(), plane.portCount())
                        .<Execution>map(known -> new RoutedProgram(runs, known, plane))
                        .orElse(runs);
        return new Pipeline(config, program, Optional.empty(), execution, plane.portCount());
    }

    /**
     * A chip's device config says nothing to a switch that stands for it, which has tables only.
     */
    private static boolean isOfAChip(ForwardingPipelineConfig config) {
        String architecture = config.getP4Info().getPkgInfo().getArch();
        return !architecture.isEmpty() && !architecture.equals("v1model");
    }

    public ForwardingPipelineConfig config() {
        return config;
    }

    public Program program() {
        return program;
    }

    /** Whether packets run through the program itself. */
    public boolean runsProgram() {
        return execution.runsProgram();
    }

    /** The digest by which the plane reports pauses, where the program has it. */
    public Optional<Digest> pauseEvents() {
        return pauseEvents;
    }

    /** How a digest is sent; empty where it is off. */
    public Optional<DigestEntry.Config> digestConfig(int digestId) {
        return digests.config(digestId);
    }

    public boolean knowsDigest(int digestId) {
        return digests.knows(digestId);
    }

    /** Puts the program in force with the entries written to it so far; counters start at zero. */
    public void commit() throws Refusal {
        execution.commit();
    }

    /**
     * Puts the program in force with the entries and counts of the one before, which the plane
     * carries out already.
     */
    public void commitWith(Pipeline previous) throws Refusal {
        execution.expect(previous.execution);
        new CarryOver(previous, this).run();
        counters.adopt(previous.counters);
        execution.commitAfter(previous.execution);
    }

    /** Applies an update; where it is refused, nothing of it is left. */
    public void apply(Update update, Journal journal) throws Refusal {
        Entity entity = update.getEntity();
        EntityStore store = store(entity);
        int mark = journal.mark();
        try {
            store.write(update.getType(), entity, journal);
        } catch (Refusal refused) {
            journal.undoTo(mark);
            throw refused;
        }
    }

    /** Hands what has changed to the plane, all at once. */
    public void flush() throws Refusal {
        execution.flush();
    }

    /** Undoes a batch that was not flushed, or whose flush failed. */
    public void undo(Journal journal) {
        journal.undoTo(0);
        execution.forgetChanges();
    }

    public void read(Entity filter, Consumer<Entity> into) throws Refusal {
        store(filter).read(filter, into);
    }

    private EntityStore store(Entity entity) throws Refusal {
        EntityStore store = stores.get(entity.getEntityCase());
        if (store != null) {
            return store;
        }
        if (entity.getEntityCase() == EntityCase.ENTITY_NOT_SET) {
            throw Refusal.invalid("the entity is not set");
        }
        Message body = (Message) entity.getAllFields().values().iterator().next();
        throw Refusal.unimplemented(
                "%s is not supported by the software switch"
                        .formatted(body.getDescriptorForType().getName()));
    }
}
