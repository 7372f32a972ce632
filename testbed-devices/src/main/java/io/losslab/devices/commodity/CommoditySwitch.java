package io.losslab.devices.commodity;

import io.losslab.configs.language.Fields;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.Assignment;
import io.losslab.devices.ChannelSource;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Inspection;
import io.losslab.devices.Measurable;
import io.losslab.devices.Part;
import io.losslab.devices.PortCounters;
import io.losslab.devices.coprocessor.Coprocessor;
import io.losslab.devices.coprocessor.CoprocessorPart;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.gnmi.GnmiPortCounters;
import io.losslab.devices.gnmi.InterfacesPart;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.proto.gnmi.Update;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A switch that routes by itself and has its PFC set over gNMI, as far as its system takes it. */
public final class CommoditySwitch implements DeviceKind {
    private static final Logger LOG = LoggerFactory.getLogger(CommoditySwitch.class);

    /** Of OpenConfig's model openconfig-system. */
    private static final String SOFTWARE_VERSION = "/system/state/software-version";

    private final InterfacesPart interfaces = new InterfacesPart(new CommodityLeaves());

    @Override
    public Traits traits() {
        return new Traits(
                "commodity",
                "a commodity switch",
                "A switch with a network operating system.",
                true,
                List.of(Service.GNMI),
                List.of(Service.COPROCESSOR),
                List.of(CommodityKeys.PROFILE, CommodityKeys.LOGIN, CommodityKeys.BY_HAND));
    }

    @Override
    public Optional<Object> settings(
            Fields keys, List<DevicePort> ports, Function<String, Path> path) {
        return Optional.of(CommodityKeys.read(keys, path));
    }

    @Override
    public Map<String, String> written(Device device) {
        return CommodityKeys.of(device).written();
    }

    @Override
    public Map<String, String> measured(Device device) {
        return CommodityKeys.of(device).withoutLogin().written();
    }

    @Override
    public Device identified(Device device, ChannelSource channels) {
        CommodityKeys keys = CommodityKeys.of(device);
        if (keys.profile().isPresent()) {
            return device;
        }
        ProfiledDevice told = ProfiledDevice.open(device, channels.channel(device, Service.GNMI));
        return device.having(keys.with(told.profile()));
    }

    /** Reads the counters of all ports: that needs login, encoding, paths and names to be right. */
    @Override
    public void inspect(Inspection inspection) {
        inspection.ask(Service.GNMI, channel -> text(inspection, channel));
        Coprocessor.inspect(inspection);
    }

    private static String text(Inspection inspection, DeviceChannel channel) {
        Device device = inspection.device();
        ProfiledDevice found = ProfiledDevice.open(device, channel);
        version(inspection, found);
        new GnmiPortCounters(device, found.client(), found.profile().counters());
        Profile profile = found.profile();
        Set<Aspect> left = EnumSet.allOf(Aspect.class);
        left.removeAll(profile.settable());
        long shortest = profile.dialect(device).shortestSampleNanos();
        return "gNMI %s; profile %s (%s), %s; sets %s over gNMI, not %s%s"
                .formatted(
                        found.said().getGNMIVersion(),
                        profile.word(),
                        profile.system(),
                        found.reason(),
                        Aspect.words(profile.settable()),
                        Aspect.words(left),
                        shortest == 0
                                ? ""
                                : "; samples every %d s at the shortest"
                                        .formatted(shortest / 1_000_000_000));
    }

    /** Not every system has the leaf, and it is needed for nothing but to be written down. */
    private static void version(Inspection inspection, ProfiledDevice found) {
        if (!found.client().dialect().answersGet()) {
            return;
        }
        try {
            found.client()
                    .find(List.of(SOFTWARE_VERSION))
                    .forEach(
                            leaf ->
                                    inspection.version(
                                            found.profile().system(), leaf.value().toString()));
        } catch (DeviceException e) {
            LOG.info("{} does not tell its version", inspection.device().name(), e);
        }
    }

    @Override
    public List<DesiredState> desired(Assignment asked) {
        Device device = asked.device();
        Assignment assignment = withoutCoprocessor(asked);
        AskedPorts ports = AskedPorts.of(assignment);
        CommodityKeys keys = CommodityKeys.of(device);
        Profile profile = keys.required(device);
        requireSettable(device, profile, ports, keys.byHand());
        Measurable.require(
                assignment, profile.system(), profile.dialect(device).shortestSampleNanos());
        List<DesiredState> states = new ArrayList<>();
        List<Update> leaves = profile.leaves(device, ports, keys.byHand());
        if (!leaves.isEmpty()) {
            states.add(new DesiredState(device, interfaces, List.copyOf(leaves)));
        }
        Coprocessor.desired(assignment).ifPresent(states::add);
        return states;
    }

    @Override
    public boolean isPartlySetByHand(Device device) {
        return !CommodityKeys.of(device).byHand().isEmpty();
    }

    @Override
    public Map<String, String> byHand(Assignment asked) {
        return AskedPorts.of(withoutCoprocessor(asked))
                .texts(CommodityKeys.of(asked.device()).byHand());
    }

    /** What is left to the switch itself. */
    private static Assignment withoutCoprocessor(Assignment asked) {
        return asked.mapped(plan -> Coprocessor.runsBothEnds(asked.device(), plan));
    }

    private static void requireSettable(
            Device device, Profile profile, AskedPorts ports, Set<Aspect> byHand) {
        Set<Aspect> left = EnumSet.noneOf(Aspect.class);
        left.addAll(ports.aspects());
        left.removeAll(profile.settable());
        left.removeAll(byHand);
        if (left.isEmpty()) {
            return;
        }
        Set<Aspect> all = EnumSet.copyOf(left);
        all.addAll(byHand);
        throw CommandFailure.usage(
                "%s: the gNMI of %s does not set %s, which the experiment asks of its ports: %s"
                        .formatted(
                                device.name(),
                                profile.system(),
                                Aspect.words(left),
                                text(ports, left)),
                "make these settings on the device (%s), then set 'byHand: [%s]' of %s in the testbed file"
                        .formatted(
                                left.stream()
                                        .map(
                                                aspect ->
                                                        aspect.word()
                                                                + ": "
                                                                + profile.byHand(aspect, ports))
                                        .collect(Collectors.joining("; ")),
                                Aspect.words(all),
                                device.name()));
    }

    private static String text(AskedPorts ports, Set<Aspect> left) {
        List<String> parts = new ArrayList<>();
        if (!left.equals(EnumSet.of(Aspect.ECN))) {
            ports.pfc().forEach(port -> parts.add("%s (%s)".formatted(port.port(), port.text())));
        }
        if (left.contains(Aspect.ECN)) {
            parts.add("ecn of " + String.join(", ", ports.ecn().keySet()));
        }
        return String.join("; ", parts);
    }

    @Override
    public List<Part> parts() {
        return List.of(interfaces, new CoprocessorPart());
    }

    @Override
    public long portCounterAgeNanos(DeviceSession session) {
        return GnmiPortCounters.ageNanos(ProfiledDevice.of(session).client().dialect());
    }

    @Override
    public Optional<PortCounters> counters(DeviceSession session) {
        ProfiledDevice device = ProfiledDevice.of(session);
        return Optional.of(
                new GnmiPortCounters(
                        session.device(), device.client(), device.profile().counters()));
    }
}
