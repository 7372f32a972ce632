package io.losslab.softswitch.p4runtime;

import com.google.protobuf.Message;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.Update;
import java.util.function.Consumer;

/**
 * A program on a device with its table and counters, in force or only saved. Guarded by the
 * device's lock.
 */
final class Pipeline {
    private final ForwardingPipelineConfig config;
    private final RouteTable routes;
    private final PortCounters counters;
    private final ForwardingPlane plane;

    private Pipeline(ForwardingPipelineConfig config, ProgramLayout layout, ForwardingPlane plane) {
        this.config = config;
        this.routes = new RouteTable(layout, plane.portCount());
        this.counters = new PortCounters(layout, plane);
        this.plane = plane;
    }

    /** Verifies a config against the device; INVALID_ARGUMENT says all that is wrong. */
    static Pipeline verified(ForwardingPipelineConfig config, ForwardingPlane plane)
            throws Refusal {
        if (!config.hasP4Info()) {
            throw Refusal.invalid("the config has no p4info");
        }
        ProgramLayout layout = ProgramLayout.recognise(config.getP4Info(), plane.portCount());
        return new Pipeline(config, layout, plane);
    }

    ForwardingPipelineConfig config() {
        return config;
    }

    /** Puts the program in force with the entries written to it so far; counters start at zero. */
    void commit() throws Refusal {
        routes.attach(plane);
        counters.reset();
    }

    /** Puts the program in force with the entries and counts of the one before. */
    void commitWith(Pipeline previous) throws Refusal {
        routes.adopt(previous.routes);
        counters.adopt(previous.counters);
    }

    void apply(Update update) throws Refusal {
        Entity entity = update.getEntity();
        switch (entity.getEntityCase()) {
            case TABLE_ENTRY -> routes.apply(update.getType(), entity.getTableEntry());
            case COUNTER_ENTRY -> {
                if (update.getType() != Update.Type.MODIFY) {
                    throw Refusal.invalid("a counter can only be modified");
                }
                counters.modify(entity.getCounterEntry());
            }
            default -> throw unsupported(entity);
        }
    }

    void read(Entity filter, Consumer<Entity> into) throws Refusal {
        switch (filter.getEntityCase()) {
            case TABLE_ENTRY ->
                    routes.read(filter.getTableEntry())
                            .forEach(
                                    entry ->
                                            into.accept(
                                                    Entity.newBuilder()
                                                            .setTableEntry(entry)
                                                            .build()));
            case COUNTER_ENTRY -> counters.read(filter.getCounterEntry(), into);
            default -> throw unsupported(filter);
        }
    }

    private static Refusal unsupported(Entity entity) {
        if (entity.getEntityCase() == Entity.EntityCase.ENTITY_NOT_SET) {
            return Refusal.invalid("the entity is not set");
        }
        Message body = (Message) entity.getAllFields().values().iterator().next();
        return Refusal.unimplemented(
                "%s is not supported; the software switch has TableEntry and CounterEntry"
                        .formatted(body.getDescriptorForType().getName()));
    }
}
