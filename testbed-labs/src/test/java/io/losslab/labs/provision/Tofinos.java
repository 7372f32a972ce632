package io.losslab.labs.provision;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.units.DataRate;
import io.losslab.configs.testbed.Cable;
import io.losslab.configs.testbed.CableEnd;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.NodePlace;
import io.losslab.configs.testbed.PortQueues;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.devices.tofino2.program.TofinoKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/** Makes switches of a fabric's testbed Tofino2: their P4Runtime stays the fabric's. */
final class Tofinos {
    /** A port without a cable, of every such switch. */
    static final DevicePort LOOP_PORT =
            new DevicePort(
                    "loop",
                    64,
                    "loop",
                    DataRate.parse("100Gbps"),
                    Optional.of(new PortQueues(8, 0, 32)));

    private Tofinos() {}

    /**
     * The testbed with some of its switches as Tofino2. Eight ports share a group, from 3 on, with
     * 16 queues each.
     *
     * @param bfrt where BF Runtime of each listens, by its name
     */
    static Testbed in(Testbed fabric, Map<String, DeviceAddress> bfrt, TofinoKeys keys) {
        return in(fabric, bfrt, keys, number -> number);
    }

    /**
     * A testbed whose Tofino2 get keys, and queues at their ports: eight ports a group, 16 each but
     * for the last of those without a cable, which has 32.
     */
    static Testbed complete(Testbed testbed, TofinoKeys keys) {
        List<Device> devices =
                testbed.devices().stream()
                        .map(
                                device ->
                                        device.kind() == DeviceKinds.TOFINO2
                                                ? complete(device, keys)
                                                : device)
                        .toList();
        return over(testbed, devices, testbed.places());
    }

    /** The testbed whose Tofino2 have BF Runtime only. */
    static Testbed withoutP4Runtime(Testbed testbed) {
        List<Device> devices =
                testbed.devices().stream()
                        .map(
                                device ->
                                        device.has(TofinoKeys.BFRT)
                                                ? withoutP4Runtime(device)
                                                : device)
                        .toList();
        return over(testbed, devices, testbed.places());
    }

    private static Device withoutP4Runtime(Device device) {
        return new Device(
                device.name(),
                device.kind(),
                device.id(),
                Map.of(TofinoKeys.BFRT, device.address(TofinoKeys.BFRT)),
                device.ports(),
                device.security(),
                device.electionId(),
                device.deadline(),
                device.ipv4(),
                device.ssh(),
                Optional.of(device.settings(TofinoKeys.class)),
                Optional.empty(),
                Optional.empty(),
                device.tunnelled());
    }

    private static Device complete(Device device, TofinoKeys keys) {
        List<String> loops = device.settings(TofinoKeys.class).loopPorts();
        String last = loops.isEmpty() ? "" : loops.get(loops.size() - 1);
        List<DevicePort> ports = new ArrayList<>();
        for (DevicePort port : device.ports()) {
            ports.add(
                    new DevicePort(
                            port.label(),
                            port.number(),
                            port.name(),
                            port.speed(),
                            Optional.of(
                                    new PortQueues(
                                            port.number() / 8,
                                            16 * (port.number() % 8),
                                            port.label().equals(last) ? 32 : 16))));
        }
        return new Device(
                device.name(),
                device.kind(),
                device.id(),
                device.addresses(),
                ports,
                device.security(),
                device.electionId(),
                device.deadline(),
                device.ipv4(),
                device.ssh(),
                Optional.of(
                        new TofinoKeys(
                                keys.programs(),
                                keys.bfrtTables(),
                                device.settings(TofinoKeys.class).sweep(),
                                device.settings(TofinoKeys.class).loopPorts())),
                Optional.empty(),
                Optional.empty(),
                Set.of());
    }

    /** The same, with other numbers of ports. */
    static Testbed in(
            Testbed fabric,
            Map<String, DeviceAddress> bfrt,
            TofinoKeys keys,
            IntUnaryOperator numbers) {
        List<Device> devices =
                fabric.devices().stream()
                        .map(
                                device ->
                                        bfrt.containsKey(device.name())
                                                ? tofino(
                                                        device,
                                                        bfrt.get(device.name()),
                                                        keys,
                                                        numbers)
                                                : device)
                        .toList();
        return over(fabric, devices, List.of());
    }

    private static Testbed over(Testbed testbed, List<Device> devices, List<NodePlace> places) {
        return new Testbed(
                "tofino",
                "tofino.yaml",
                "",
                devices,
                testbed.cables().stream()
                        .map(
                                cable ->
                                        new Cable(
                                                cable.id(),
                                                end(devices, cable.from()),
                                                end(devices, cable.to()),
                                                cable.delay()))
                        .toList(),
                places.stream().map(place -> place(devices, place)).toList(),
                testbed.classes(),
                testbed.clock());
    }

    private static NodePlace place(List<Device> devices, NodePlace old) {
        Device device =
                devices.stream()
                        .filter(each -> each.name().equals(old.device().name()))
                        .findFirst()
                        .orElseThrow();
        return new NodePlace(
                old.node(),
                device,
                old.ports().stream().map(port -> device.port(port.label()).orElseThrow()).toList());
    }

    private static CableEnd end(List<Device> devices, CableEnd old) {
        Device device =
                devices.stream()
                        .filter(each -> each.name().equals(old.device().name()))
                        .findFirst()
                        .orElseThrow();
        return new CableEnd(device, device.port(old.port().label()).orElseThrow());
    }

    private static Device tofino(
            Device device, DeviceAddress bfrt, TofinoKeys keys, IntUnaryOperator numbers) {
        List<DevicePort> ports = new ArrayList<>();
        for (DevicePort port : device.ports()) {
            ports.add(
                    new DevicePort(
                            port.label(),
                            numbers.applyAsInt(port.number()),
                            port.name(),
                            port.speed(),
                            Optional.of(
                                    new PortQueues(
                                            3 + port.number() / 8, 16 * (port.number() % 8)))));
        }
        ports.add(LOOP_PORT);
        return new Device(
                device.name(),
                DeviceKinds.TOFINO2,
                device.id(),
                Map.of(
                        Service.P4RUNTIME,
                        device.address(Service.P4RUNTIME),
                        TofinoKeys.BFRT,
                        bfrt,
                        Service.COPROCESSOR,
                        device.address(Service.COPROCESSOR)),
                ports,
                device.security(),
                1,
                device.deadline(),
                device.ipv4(),
                device.ssh(),
                Optional.of(keys),
                Optional.empty(),
                Optional.empty(),
                Set.of());
    }
}
