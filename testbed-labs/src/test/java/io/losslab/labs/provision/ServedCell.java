package io.losslab.labs.provision;

import io.grpc.MethodDescriptor;
import io.losslab.api.frame.ClassMap;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Sessions;
import io.losslab.devices.registry.FabricTestbed;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.bifrost.BifrostCoprocessorClient;
import io.losslab.driver.p4runtime.P4RuntimeClient;
import io.losslab.driver.switchcontrol.SwitchControlClient;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.backend.ServedLab;
import io.losslab.labs.backend.TestPlans;
import io.losslab.labs.backend.served.ServedNetwork;
import io.losslab.labs.backend.served.ServedSoftware;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.proto.v1.SwitchControlGrpc;
import io.losslab.services.p4runtime.forwarding.ForwardingDevice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A cell of an experiment, its devices served behind a recording proxy. */
final class ServedCell implements AutoCloseable {
    final CellPlan plan;
    final RecordingProxy proxy;
    final Testbed testbed;
    final CellSettings settings;
    final Sessions sessions;

    /** The same devices without the proxy, for somebody else. */
    final Sessions outsider;

    private final ServedLab lab;
    private final Channels channels = new Channels();
    private final Channels direct = new Channels();

    ServedCell(String experiment, int cell) throws IOException {
        this(experiment, cell, List.of());
    }

    ServedCell(String experiment, int cell, List<String> changes) throws IOException {
        this(experiment, cell, changes, ForwardingDevice.OWN);
    }

    /** A cell whose switches take the programs of Tofino2, too. */
    static ServedCell ofTofinos(String experiment, int cell, String... changes) throws IOException {
        return new ServedCell(experiment, cell, List.of(changes), Set.of("t2na", "v1model"));
    }

    private ServedCell(String experiment, int cell, List<String> changes, Set<String> architectures)
            throws IOException {
        plan = plan(experiment, cell, changes);
        lab =
                ServedLab.start(
                        new ServedNetwork(plan.setup().network(), List.of(plan)),
                        plan.setup().dataQueues(),
                        "127.0.0.1",
                        0,
                        Optional.empty(),
                        new ServedSoftware(architectures));
        proxy = new RecordingProxy(lab.port());
        testbed =
                FabricTestbed.of(
                        plan.topology(),
                        new DeviceAddress("127.0.0.1", proxy.port()),
                        ChannelSecurity.plaintext());
        settings = new CellSettings(plan, Binding.ofFabric(plan.topology(), testbed));
        sessions = new Sessions(channels);
        outsider =
                new Sessions(
                        (device, service) ->
                                direct.channel(
                                        lab.testbed().device(device.name()).orElseThrow(),
                                        service));
    }

    /** A plan of another cell for the same devices. */
    List<DesiredState> wantedOf(String experiment, int cell, List<String> changes) {
        return new CellSettings(
                        plan(experiment, cell, changes), Binding.ofFabric(plan.topology(), testbed))
                .desired();
    }

    /** What the cell wants of its switches if they are of a kind and have only some services. */
    List<DesiredState> wantedOf(DeviceKind kind, Set<Service> services) {
        return wantedOf(plan, kind, services);
    }

    /** The same of another cell for the same devices. */
    List<DesiredState> wantedOf(
            String experiment, int cell, DeviceKind kind, Set<Service> services) {
        return wantedOf(plan(experiment, cell, List.of()), kind, services);
    }

    private List<DesiredState> wantedOf(CellPlan cell, DeviceKind kind, Set<Service> services) {
        return new CellSettings(cell, Binding.ofFabric(plan.topology(), testbed(kind, services)))
                .desired();
    }

    /** The testbed with its switches of another kind and with only some services. */
    Testbed testbed(DeviceKind kind, Set<Service> services) {
        List<Device> devices =
                testbed.devices().stream()
                        .map(
                                device ->
                                        device.kind().isSwitch()
                                                ? with(device, kind, services)
                                                : device)
                        .toList();
        return new Testbed(
                "other",
                "other.yaml",
                "",
                devices,
                testbed.cables(),
                List.of(),
                testbed.classes(),
                testbed.clock());
    }

    /** A testbed with another class map. */
    static Testbed with(Testbed plain, ClassMap classes) {
        return new Testbed(
                plain.name(),
                plain.file(),
                plain.title(),
                plain.devices(),
                plain.cables(),
                plain.places(),
                classes,
                plain.clock());
    }

    /** A device of another kind, which has said what it is. */
    private Device with(Device device, DeviceKind kind, Set<Service> services) {
        Map<Service, DeviceAddress> addresses = new HashMap<>(device.addresses());
        addresses.keySet().retainAll(services);
        Device other =
                new Device(
                        device.name(),
                        kind,
                        device.id(),
                        addresses,
                        device.ports(),
                        device.security(),
                        1,
                        device.deadline(),
                        device.ipv4(),
                        device.ssh());
        return kind.identified(other, channels);
    }

    /** What all parts of all devices are like, read past the proxy. */
    List<String> states() {
        List<String> states = new ArrayList<>();
        for (DesiredState each : settings.desired()) {
            DeviceSession session = outsider.of(each.device());
            states.add(each.key() + ": " + each.part().read(session, each.state()));
        }
        return states;
    }

    /** Clients past the proxy. */
    P4RuntimeClient forwarding(Device device) {
        return new P4RuntimeClient(outside(device, Service.P4RUNTIME), device.id());
    }

    SwitchControlClient switchControl(Device device) {
        return new SwitchControlClient(outside(device, Service.SWITCH_CONTROL), device.id());
    }

    BifrostCoprocessorClient coprocessor(Device device) {
        return new BifrostCoprocessorClient(outside(device, Service.COPROCESSOR), device.id());
    }

    private DeviceChannel outside(Device device, Service service) {
        return outsider.of(device).channel(service);
    }

    Device device(String name) {
        return testbed.device(name).orElseThrow();
    }

    /** Another controller configures a switch. */
    void change(Device device, SwitchConfig config) {
        outsider.of(device)
                .channel(Service.SWITCH_CONTROL)
                .unary(
                        SwitchControlGrpc.getConfigureSwitchMethod(),
                        config.toBuilder().setDeviceId(device.id()).build());
    }

    /** Another controller makes a call of a device's coprocessor. */
    <Q> void outsider(String name, MethodDescriptor<Q, ?> method, Q request) {
        outsider.of(device(name)).channel(Service.COPROCESSOR).unary(method, request);
    }

    DeviceChannel channel(DesiredState wanted) {
        return channels.channel(wanted.device(), Service.SWITCH_CONTROL);
    }

    private static CellPlan plan(String experiment, int cell, List<String> changes) {
        return TestPlans.of(experiment, cell, changes.toArray(String[]::new));
    }

    @Override
    public void close() {
        sessions.close();
        outsider.close();
        channels.close();
        direct.close();
        proxy.close();
        lab.close();
    }
}
