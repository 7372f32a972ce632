package io.losslab.devices.sonic;

import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Section;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.file.DeviceSections;
import io.losslab.devices.Assignment;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Inspection;
import io.losslab.devices.Measurable;
import io.losslab.devices.Need;
import io.losslab.devices.Part;
import io.losslab.devices.PortCounters;
import io.losslab.devices.coprocessor.Coprocessor;
import io.losslab.devices.coprocessor.CoprocessorPart;
import io.losslab.devices.sonic.configdb.ConfigDbPart;
import io.losslab.devices.sonic.counters.SonicPortCounters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A switch that runs SONiC: it routes by itself; PFC, buffers, and ECN are set in CONFIG_DB. */
public final class SonicSwitch implements DeviceKind {
    /** Source: PORT_STAT_FLEX_COUNTER_POLLING_INTERVAL_MS in portsorch.cpp of sonic-swss. */
    private static final long SHORTEST_SAMPLE_NANOS = 1_000_000_000L;

    @Override
    public Traits traits() {
        return new Traits(
                "sonic",
                "a SONiC switch",
                "A switch that runs SONiC.",
                true,
                List.of(),
                List.of(Service.GNMI, Service.COPROCESSOR),
                List.of(
                        SonicKeys.LOSSLESS_POOL,
                        SonicKeys.LOSSLESS_QUEUE_PROFILE,
                        SonicKeys.LOSSY_GROUP_PROFILE,
                        SonicKeys.WATCHDOG));
    }

    @Override
    public Section section() {
        return DeviceKind.super.section().withSomeOf(DeviceSections.SSH_LOGIN, Service.GNMI.key());
    }

    @Override
    public Optional<Object> settings(
            Fields keys, List<DevicePort> ports, Function<String, Path> path) {
        return keys.isSound() ? Optional.of(SonicKeys.read(keys)) : Optional.empty();
    }

    @Override
    public Map<String, String> written(Device device) {
        return device.settings(SonicKeys.class).written();
    }

    @Override
    public void inspect(Inspection inspection) {
        SonicInspection.inspect(inspection);
        Coprocessor.inspect(inspection);
    }

    @Override
    public List<DesiredState> desired(Assignment asked) {
        Device device = asked.device();
        Assignment assignment = asked.mapped(plan -> Coprocessor.runsBothEnds(device, plan));
        Measurable.require(assignment, "a SONiC switch", SHORTEST_SAMPLE_NANOS);
        List<DesiredState> states = new ArrayList<>();
        states.add(transport(device).desired(device, new QosPlan(assignment).rows()));
        Coprocessor.desired(assignment).ifPresent(states::add);
        return states;
    }

    /** SSH, which has checkpoints, or else gNMI. */
    private static ConfigDbPart transport(Device device) {
        return device.ssh().isPresent() ? ConfigDbPart.OVER_SSH : ConfigDbPart.OVER_GNMI;
    }

    @Override
    public Optional<PortCounters> counters(DeviceSession session) {
        Device device = session.device();
        return device.ssh()
                .map(
                        login ->
                                new SonicPortCounters(
                                        device, session.address(Service.SSH), session.login()));
    }

    @Override
    public long counterAgeNanos() {
        return SonicPortCounters.usualQueueNanos();
    }

    @Override
    public long portCounterAgeNanos(DeviceSession session) {
        return session.device()
                .ssh()
                .map(
                        login ->
                                SonicPortCounters.ageNanos(
                                        session.device(),
                                        session.address(Service.SSH),
                                        session.login()))
                .orElse(0L);
    }

    @Override
    public List<Need> needs(Assignment assignment) {
        return assignment.device().ssh().isEmpty()
                ? List.of()
                : List.of(
                        new Need(
                                "read counters",
                                session ->
                                        SonicPortCounters.require(
                                                session.device(),
                                                session.address(Service.SSH),
                                                session.login())));
    }

    @Override
    public List<Part> parts() {
        return List.of(ConfigDbPart.OVER_SSH, ConfigDbPart.OVER_GNMI, new CoprocessorPart());
    }
}
