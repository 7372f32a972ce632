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
import io.losslab.orchestrator.device.ChannelSource;
import io.losslab.orchestrator.device.DeviceKind;
import io.losslab.orchestrator.device.Inspection;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.orchestrator.ssh.HostConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Asks one device everything. For one device; not thread safe. */
final class DeviceInspection implements Inspection {
    private static final String SSH = "ssh";

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
        DeviceKind.of(device).inspect(this);
        if (!ports.isEmpty()) {
            checkPorts();
        }
        return new DeviceReport(device, findings, ports, problems, unreachable);
    }

    @Override
    public Device device() {
        return device;
    }

    /** Agents that are started for a run are not there yet. */
    @Override
    public void ask(Service service, Function<DeviceChannel, String> detail) {
        if (!device.has(service) || device.isStarted(service)) {
            return;
        }
        String address = device.address(service).toString();
        try {
            String told = detail.apply(channels.channel(device, service));
            findings.add(new DeviceReport.Finding(service.word(), address, true, told));
        } catch (DeviceException e) {
            findings.add(new DeviceReport.Finding(service.word(), address, false, ""));
            problems.add(e.getMessage());
            unreachable |= e.isUnreachable();
        }
    }

    @Override
    public void logIn(Function<HostConnection, String> detail) {
        device.ssh().ifPresent(login -> logIn(login, detail));
    }

    private void logIn(SshLogin login, Function<HostConnection, String> detail) {
        String address = "%s@%s:%d".formatted(login.user(), login.host(), login.port());
        try (HostConnection host = new HostConnection(device.name(), login)) {
            findings.add(new DeviceReport.Finding(SSH, address, true, detail.apply(host)));
        } catch (CommandFailure e) {
            findings.add(new DeviceReport.Finding(SSH, address, false, ""));
            problems.add(
                    e.advice().isEmpty() ? e.getMessage() : e.getMessage() + "; " + e.advice());
            unreachable |= e.isUnreachable();
        }
    }

    @Override
    public void port(int number, boolean up, long bitsPerSecond, String peer) {
        ports.add(new DeviceReport.Port(number, up, bitsPerSecond, peer));
    }

    @Override
    public void problem(String text) {
        problems.add(text);
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
                problems.add("%s is down; check the cable and the peer".formatted(where));
            }
            if (found.get().bitsPerSecond() != port.speed().bitsPerSecond()) {
                problems.add(
                        "%s runs at %s, but at %s in the testbed file"
                                .formatted(
                                        where,
                                        new DataRate(found.get().bitsPerSecond()),
                                        port.speed()));
            }
            checkPeer(port, found.get());
        }
    }

    /** What the device reports of the other end, checked against the testbed's cable. */
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
                    "%s/%s is cabled to %s, but to %s in the testbed file"
                            .formatted(
                                    device.name(),
                                    port.label(),
                                    found.peer(),
                                    expected.map(CableEnd::toString).orElse("nothing")));
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
