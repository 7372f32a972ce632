package io.losslab.configs.testbed;

import io.losslab.api.frame.ClassMap;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * An inventory of devices and cables.
 *
 * @param name of the testbed
 * @param file it was read from, for messages and for taking it up again
 * @param title for users; may be empty
 * @param devices in the file's order
 * @param cables in the file's order
 * @param places nodes that the file puts somewhere itself
 * @param classes how traffic classes are marked
 * @param clock where the virtual clock of its software switches listens; empty: the wall's time
 * @param lease where its lease is kept; empty: the file does not say
 */
public record Testbed(
        String name,
        String file,
        String title,
        List<Device> devices,
        List<Cable> cables,
        List<NodePlace> places,
        ClassMap classes,
        Optional<Clock> clock,
        Optional<LeaseSite> lease) {
    public Testbed {
        devices = List.copyOf(devices);
        cables = List.copyOf(cables);
        places = List.copyOf(places);
    }

    /** A testbed whose file does not say where its lease is kept. */
    public Testbed(
            String name,
            String file,
            String title,
            List<Device> devices,
            List<Cable> cables,
            List<NodePlace> places,
            ClassMap classes,
            Optional<Clock> clock) {
        this(name, file, title, devices, cables, places, classes, clock, Optional.empty());
    }

    /** A virtual clock. */
    public record Clock(DeviceAddress address, ChannelSecurity security) {}

    /**
     * Whether a device's service is the virtual clock's server's: what it has been set to is gone
     * when the clock begins anew. Nothing else is. An address that is reached through SSH is that
     * server's only if the SSH server is on its machine.
     */
    public boolean beginsWithTheClock(Device device, Service service) {
        if (clock.isEmpty() || !clock.get().address().equals(device.addresses().get(service))) {
            return false;
        }
        return !device.tunnelled().contains(service)
                || device.ssh().orElseThrow().host().equals(clock.get().address().host());
    }

    /** The device of a name. */
    public Optional<Device> device(String deviceName) {
        return devices.stream().filter(device -> device.name().equals(deviceName)).findFirst();
    }

    /** The same cabling and places with other devices of the same names. */
    public Testbed with(UnaryOperator<Device> change) {
        Map<String, Device> changed = new HashMap<>();
        devices.forEach(device -> changed.put(device.name(), change.apply(device)));
        return new Testbed(
                name,
                file,
                title,
                devices.stream().map(device -> changed.get(device.name())).toList(),
                cables.stream()
                        .map(
                                cable ->
                                        new Cable(
                                                cable.id(),
                                                end(cable.from(), changed),
                                                end(cable.to(), changed),
                                                cable.delay()))
                        .toList(),
                places.stream()
                        .map(
                                place ->
                                        new NodePlace(
                                                place.node(),
                                                changed.get(place.device().name()),
                                                place.ports()))
                        .toList(),
                classes,
                clock,
                lease.map(site -> site.with(device -> changed.get(device.name()))));
    }

    private static CableEnd end(CableEnd end, Map<String, Device> changed) {
        return new CableEnd(changed.get(end.device().name()), end.port());
    }
}
