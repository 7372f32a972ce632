package io.losslab.devices.commodity;

import io.losslab.configs.testbed.Device;
import io.losslab.devices.gnmi.LeafText;
import io.losslab.driver.gnmi.CounterPaths;
import io.losslab.driver.gnmi.GnmiDialect;
import io.losslab.driver.gnmi.GnmiUpdate;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.Update;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What losslab knows of a network operating system: how its gNMI is spoken to, which settings it
 * takes and where, and where it counts. Stateless.
 */
interface Profile {
    /** The value of key {@code profile}. */
    String word();

    /** The system's name. */
    String system();

    /** Whether a model that a server names is one that only this system has. */
    boolean has(ModelData model);

    /** How a device is spoken to. */
    GnmiDialect dialect(Device device);

    /** What gNMI sets. */
    Set<Aspect> settable();

    /** What the user can do about a setting that gNMI does not take: the system's own commands. */
    String byHand(Aspect aspect, AskedPorts asked);

    /** Leaves of what is settable and not made by hand; those that create entries come first. */
    List<Update> leaves(Device device, AskedPorts asked, Set<Aspect> byHand);

    /** Where it counts. */
    CounterPaths counters();

    /** A value that was read, as {@link #leaves} would write it. */
    default Object asSet(String path, Object value) {
        return value;
    }

    /** What is read before anything is set, to find out whether leaves do what is asked. */
    default List<Reference> references(List<Update> leaves) {
        return List.of();
    }

    /**
     * Something on the device that leaves refer to.
     *
     * @param path of it
     * @param objection why it would not do; empty: it does
     */
    record Reference(Path path, Function<List<GnmiUpdate>, Optional<String>> objection) {}

    /** A leaf with a value in the device's encoding. */
    default Update leaf(Device device, Path path, Object value) {
        return Update.newBuilder()
                .setPath(path)
                .setVal(LeafText.typed(dialect(device).encoding(), value))
                .build();
    }
}
