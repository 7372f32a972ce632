package io.losslab.orchestrator.check;

import io.losslab.api.units.DataRate;
import io.losslab.configs.testbed.Cable;
import io.losslab.configs.testbed.CableEnd;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.configs.testbed.Testbed;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.bifrost.BifrostCoprocessorClient;
import io.losslab.driver.gnmi.GnmiClient;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.driver.p4runtime.P4RuntimeClient;
import io.losslab.driver.switchcontrol.SwitchControlClient;
import io.losslab.orchestrator.provision.ChannelSource;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.orchestrator.ssh.HostConnection;
import io.losslab.orchestrator.ssh.HostTools;
import io.losslab.proto.gnmi.CapabilityResponse;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.v1.HostInfo;
import io.losslab.proto.v1.HostPort;
import io.losslab.proto.v1.SwitchInfo;
import io.losslab.proto.v1.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Asks one device everything. For one device; not thread safe. */
final class DeviceInspection {
    private static final long LOWEST_ELECTION_ID = 1;
    private static final String SSH = "ssh";

    /** Exit code of a failure to reach somebody. */
    private static final int UNREACHABLE = 3;

    private final Testbed testbed;
    private final Device device;
    private final ChannelSource channels;
    private final List<DeviceReport.Finding> findings = new ArrayList<>();
    private final List<DeviceReport.Port> ports = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private boolean unreachable;

    DeviceInspection(Testbed testbed, Device device, ChannelSource channels) {
        this.testbed = testbed;
        this.device = device;
        this.channels = channels;
    }

    DeviceReport inspect() {
        for (Service service : Service.values()) {
            if (device.has(service) && !device.isStarted(service)) {
                ask(service);
            }
        }
        device.ssh().ifPresent(this::logIn);
        if (!ports.isEmpty()) {
            checkPorts();
        }
        return new DeviceReport(device, findings, ports, problems, unreachable);
    }

    private void ask(Service service) {
        String address = device.address(service).toString();
        try {
            DeviceChannel channel = channels.channel(device, service);
            findings.add(
                    new DeviceReport.Finding(
                            service.word(), address, true, detail(service, channel)));
        } catch (DeviceException e) {
            findings.add(new DeviceReport.Finding(service.word(), address, false, ""));
            problems.add(e.getMessage());
            unreachable |= e.isUnreachable();
        }
    }

    private void logIn(SshLogin login) {
        String address = "%s@%s:%d".formatted(login.user(), login.host(), login.port());
        try (HostConnection host = new HostConnection(device.name(), login)) {
            HostTools tools = HostTools.of(host);
            findings.add(new DeviceReport.Finding(SSH, address, true, tools.toString()));
            tools.missing().forEach(lack -> problems.add(device.name() + " " + lack));
        } catch (CommandFailure e) {
            findings.add(new DeviceReport.Finding(SSH, address, false, ""));
            problems.add(
                    e.advice().isEmpty() ? e.getMessage() : e.getMessage() + "; " + e.advice());
            unreachable |= e.exitCode() == UNREACHABLE;
        }
    }

    private String detail(Service service, DeviceChannel channel) {
        return switch (service) {
            case P4RUNTIME -> forwarding(channel);
            case SWITCH_CONTROL -> switchControl(channel);
            case HOST_AGENT -> hostAgent(channel);
            case COPROCESSOR -> coprocessor(channel);
            case GNMI -> models(channel);
            case BFRT -> connection(channel);
        };
    }

    private String forwarding(DeviceChannel channel) {
        try (P4RuntimeClient client = new P4RuntimeClient(channel, device.id())) {
            String version = client.apiVersion();
            String pipeline =
                    client.pipeline()
                            .map(
                                    config ->
                                            "pipeline %s, cookie %016x"
                                                    .formatted(
                                                            config.getP4Info()
                                                                    .getPkgInfo()
                                                                    .getName(),
                                                            config.getCookie().getCookie()))
                            .orElse("no pipeline");
            return "P4Runtime %s, %s, %s".formatted(version, pipeline, primary(client));
        }
    }

    /** Claims with the lowest id there is, so that nobody loses anything. */
    private static String primary(P4RuntimeClient client) {
        try {
            client.becomePrimary(LOWEST_ELECTION_ID);
            return "no other controller";
        } catch (DeviceException e) {
            if (e.isUnreachable()) {
                throw e;
            }
            return "another controller is there";
        }
    }

    private String switchControl(DeviceChannel channel) {
        SwitchInfo info = new SwitchControlClient(channel, device.id()).describe();
        for (SwitchPort port : info.getPortsList()) {
            String peer =
                    port.getPeerDevice().isEmpty()
                            ? ""
                            : port.getPeerDevice() + "/" + port.getPeerPort();
            ports.add(
                    new DeviceReport.Port(
                            port.getPort(), port.getUp(), port.getRateBitsPerSecond(), peer));
        }
        return "%s '%s', %d ports".formatted(info.getModel(), info.getName(), info.getPortsCount());
    }

    private String hostAgent(DeviceChannel channel) {
        HostInfo info = new HostAgentClient(channel, device.id()).describe();
        for (HostPort port : info.getPortsList()) {
            ports.add(new DeviceReport.Port(port.getPort(), true, port.getRateBitsPerSecond(), ""));
        }
        return "agent %s '%s', %d ports"
                .formatted(info.getAgentVersion(), info.getName(), info.getPortsCount());
    }

    /** Any answer about its first port, that nothing runs there too, says that it is there. */
    private String coprocessor(DeviceChannel channel) {
        int port = device.ports().get(0).number();
        return new BifrostCoprocessorClient(channel, device.id())
                .find(port)
                .map(settings -> "Bifrost runs at port " + port)
                .orElse("answers");
    }

    private String models(DeviceChannel channel) {
        CapabilityResponse found =
                new GnmiClient(channel, device.name(), Encoding.PROTO).capabilities();
        String models =
                found.getSupportedModelsList().stream()
                        .map(model -> model.getName() + " " + model.getVersion())
                        .collect(Collectors.joining(", "));
        return "gNMI %s, %s".formatted(found.getGNMIVersion(), models);
    }

    private static String connection(DeviceChannel channel) {
        channel.connect();
        return "is connected";
    }

    private void checkPorts() {
        for (DevicePort port : device.ports()) {
            Optional<DeviceReport.Port> found =
                    ports.stream().filter(told -> told.number() == port.number()).findFirst();
            String where = "%s/%s".formatted(device.name(), port.label());
            if (found.isEmpty()) {
                problems.add("%s: the device has no port %d".formatted(where, port.number()));
                continue;
            }
            if (!found.get().up()) {
                problems.add("%s is down; check the cable and the other end".formatted(where));
            }
            if (found.get().bitsPerSecond() != port.speed().bitsPerSecond()) {
                problems.add(
                        "%s runs at %s, and the testbed file says %s"
                                .formatted(
                                        where,
                                        new DataRate(found.get().bitsPerSecond()),
                                        port.speed()));
            }
            checkPeer(port, found.get());
        }
    }

    /** What the device tells of the other end against the testbed's cable. */
    private void checkPeer(DevicePort port, DeviceReport.Port found) {
        Optional<CableEnd> expected = farEnd(port);
        int slash = found.peer().lastIndexOf('/');
        if (slash < 0) {
            return;
        }
        Optional<Device> peer = testbed.device(found.peer().substring(0, slash));
        if (peer.isEmpty()) {
            return; // A name of the device's own; it says nothing about the testbed's.
        }
        int number = Integer.parseInt(found.peer().substring(slash + 1));
        boolean same =
                expected.isPresent()
                        && expected.get().device().name().equals(peer.get().name())
                        && expected.get().port().number() == number;
        if (!same) {
            problems.add(
                    "%s/%s is cabled to %s, and the testbed file says %s"
                            .formatted(
                                    device.name(),
                                    port.label(),
                                    found.peer(),
                                    expected.map(CableEnd::toString).orElse("there is no cable")));
        }
    }

    private Optional<CableEnd> farEnd(DevicePort port) {
        CableEnd here = new CableEnd(device, port);
        for (Cable cable : testbed.cables()) {
            if (cable.from().sameAs(here)) {
                return Optional.of(cable.to());
            }
            if (cable.to().sameAs(here)) {
                return Optional.of(cable.from());
            }
        }
        return Optional.empty();
    }
}
