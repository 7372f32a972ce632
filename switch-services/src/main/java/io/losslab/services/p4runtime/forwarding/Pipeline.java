package io.losslab.services.p4runtime.forwarding;

import com.google.protobuf.Message;
import io.losslab.proto.p4.config.v1.Counter;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.DigestEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Entity.EntityCase;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.entity.Cells;
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
import io.losslab.services.p4runtime.entity.table.TableBinding;
import io.losslab.services.p4runtime.entity.table.TableStore;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A program on a device with its entities, in force or only saved. Guarded by the device's lock.
 */
public final class Pipeline {
    private final ForwardingPipelineConfig config;
    private final ForwardingProgram program;
    private final ForwardingPlane plane;
    private final RouteBinding routes;
    private final PortBinding ports;
    private final List<PortCells> portCells = new ArrayList<>();
    private final CounterStore counters;
    private final DigestStore digests;
    private final Map<EntityCase, EntityStore> stores = new EnumMap<>(EntityCase.class);
    private boolean inForce;

    private Pipeline(
            ForwardingPipelineConfig config, ForwardingProgram program, ForwardingPlane plane) {
        this.config = config;
        this.program = program;
        this.plane = plane;
        this.routes = new RouteBinding(program, plane);
        this.ports = new PortBinding(program, plane.portCount());
        ProfileStore profiles = new ProfileStore(program.program(), plane.portCount(), routes);
        routes.attach(profiles);
        TableStore tables = new TableStore(program.program(), profiles, bindings());
        this.counters = new CounterStore(program.program(), counted());
        this.digests = new DigestStore(program.program());
        DirectResources direct = new DirectResources(tables);
        stores.put(EntityCase.ACTION_PROFILE_MEMBER, profiles);
        stores.put(EntityCase.ACTION_PROFILE_GROUP, profiles);
        stores.put(EntityCase.TABLE_ENTRY, tables);
        stores.put(EntityCase.DIRECT_COUNTER_ENTRY, direct);
        stores.put(EntityCase.DIRECT_METER_ENTRY, direct);
        stores.put(EntityCase.COUNTER_ENTRY, counters);
        stores.put(EntityCase.METER_ENTRY, new MeterStore(program.program()));
        stores.put(EntityCase.REGISTER_ENTRY, new RegisterStore(program.program()));
        stores.put(
                EntityCase.PACKET_REPLICATION_ENGINE_ENTRY,
                new ReplicationStore(plane.portCount()));
        stores.put(EntityCase.VALUE_SET_ENTRY, new ValueSetStore(program.program()));
        stores.put(EntityCase.DIGEST_ENTRY, digests);
    }

    /** Verifies a config against the device; INVALID_ARGUMENT says all that is wrong. */
    public static Pipeline verified(ForwardingPipelineConfig config, ForwardingPlane plane)
            throws Refusal {
        if (!config.hasP4Info()) {
            throw Refusal.invalid("the config has no p4info");
        }
        ForwardingProgram program =
                ForwardingProgram.recognise(config.getP4Info(), plane.portCount());
        return new Pipeline(config, program, plane);
    }

    public ForwardingPipelineConfig config() {
        return config;
    }

    public ForwardingProgram program() {
        return program;
    }

    /** How the pause digest is sent; empty where it is off or the program has none. */
    public Optional<DigestEntry.Config> pauseDigest() {
        return program.pauseEvents().flatMap(it -> digests.config(it.getPreamble().getId()));
    }

    public boolean knowsDigest(int digestId) {
        return digests.knows(digestId);
    }

    /** Puts the program in force with the entries written to it so far; counters start at zero. */
    public void commit() throws Refusal {
        try {
            plane.replaceRoutes(ports.switchOfPort(), routes.all());
            countRoutes();
        } catch (IllegalStateException e) {
            throw Refusal.ofPlane(e);
        }
        forgetChanges();
        for (PortCells cells : portCells) {
            cells.reset();
        }
        inForce = true;
    }

    /**
     * Puts the program in force with the entries and counts of the one before, which the plane
     * carries out already.
     */
    public void commitWith(Pipeline previous) throws Refusal {
        boolean goesOn = program.countsRoutes() && previous.program.countsRoutes();
        if (goesOn) {
            routes.startCounting();
        }
        new CarryOver(previous, this).run();
        RouteKey different = routes.difference(previous.routes);
        if (different != null) {
            throw Refusal.invalid(
                    "entry %s cannot be preserved: it would select other ports"
                            .formatted(different));
        }
        int moved = ports.difference(previous.ports);
        if (moved != 0) {
            throw Refusal.invalid(
                    "the logical switch of port %d cannot be preserved".formatted(moved));
        }
        if (!goesOn) {
            try {
                countRoutes();
            } catch (IllegalStateException e) {
                throw Refusal.ofPlane(e);
            }
        }
        counters.adopt(previous.counters);
        forgetChanges();
        inForce = true;
    }

    /** Applies an update; where it is refused, nothing of it is left. */
    public void apply(Update update, Journal journal) throws Refusal {
        Entity entity = update.getEntity();
        EntityStore store = store(entity);
        int mark = journal.mark();
        try {
            store.write(update.getType(), entity, journal);
        } catch (Refusal refusal) {
            journal.undoTo(mark);
            throw refusal;
        }
    }

    /** Hands what has changed to the plane, all at once. */
    public void flush() throws Refusal {
        List<RouteChange> changes = routes.takeChanges();
        boolean portsChanged = ports.takeChanged();
        if (!inForce || changes.isEmpty() && !portsChanged) {
            return;
        }
        try {
            plane.changeRoutes(ports.switchOfPort(), changes);
        } catch (IllegalStateException e) {
            throw Refusal.ofPlane(e);
        }
    }

    /** Undoes a batch that was not flushed, or whose flush failed. */
    public void undo(Journal journal) {
        journal.undoTo(0);
        forgetChanges();
    }

    public void read(Entity filter, Consumer<Entity> into) throws Refusal {
        store(filter).read(filter, into);
    }

    private void countRoutes() {
        plane.countRoutes(program.countsRoutes());
        if (program.countsRoutes()) {
            routes.startCounting();
        }
    }

    private void forgetChanges() {
        routes.takeChanges();
        ports.takeChanged();
    }

    private Map<Integer, TableBinding> bindings() {
        Map<Integer, TableBinding> bindings = new HashMap<>();
        bindings.put(program.routes().id(), routes);
        program.portToSwitch().ifPresent(table -> bindings.put(table.id(), ports));
        return bindings;
    }

    private Map<Integer, Cells<CounterData>> counted() {
        Map<Integer, Cells<CounterData>> counted = new HashMap<>();
        program.rx().ifPresent(it -> counted.put(it.getPreamble().getId(), cells(it, true)));
        program.tx().ifPresent(it -> counted.put(it.getPreamble().getId(), cells(it, false)));
        return counted;
    }

    private PortCells cells(Counter counter, boolean received) {
        PortCells cells = new PortCells(plane, received, (int) counter.getSize());
        portCells.add(cells);
        return cells;
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
