package io.losslab.devices;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Records what one device reports while it is inspected. Not thread safe. */
public final class Inspection {
    private static final String SSH = "ssh";

    private final Device device;
    private final ChannelSource channels;
    private final List<DeviceReport.Finding> findings = new ArrayList<>();
    private final List<DeviceReport.Port> ports = new ArrayList<>();
    private final Map<String, String> versions = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private boolean unreachable;

    public Inspection(Device device, ChannelSource channels) {
        this.device = device;
        this.channels = channels;
    }

    public Device device() {
        return device;
    }

    /**
     * Asks a service, unless the device has none, or has an agent that is only started for a run;
     * one that does not answer is a problem.
     *
     * @param detail what it reports: version, model, pipeline
     */
    public void ask(Service service, Function<DeviceChannel, String> detail) {
        if (!device.has(service) || device.isStarted(service)) {
            return;
        }
        String address =
                device.address(service)
                        + (device.tunnelled().contains(service) ? " through SSH" : "");
        try {
            String answer = detail.apply(channels.channel(device, service));
            findings.add(new DeviceReport.Finding(service.word(), address, true, answer));
        } catch (DeviceException e) {
            findings.add(new DeviceReport.Finding(service.word(), address, false, ""));
            problems.add(e.getMessage());
            unreachable |= e.isAtFault();
        } catch (CommandFailure e) {
            findings.add(new DeviceReport.Finding(service.word(), address, false, ""));
            problems.add(CommandFailure.line(e));
        }
    }

    /** Logs in, unless the device has no login; a login that fails is a problem. */
    public void logIn(Function<HostConnection, String> detail) {
        device.ssh().ifPresent(login -> logIn(login, detail));
    }

    private void logIn(SshLogin login, Function<HostConnection, String> detail) {
        String address = "%s@%s:%d".formatted(login.user(), login.host(), login.port());
        try (HostConnection host = new HostConnection(device.name(), login)) {
            findings.add(new DeviceReport.Finding(SSH, address, true, detail.apply(host)));
        } catch (CommandFailure e) {
            findings.add(new DeviceReport.Finding(SSH, address, false, ""));
            problems.add(CommandFailure.line(e));
            unreachable |= e.isOfDevice();
        }
    }

    /**
     * The device has a port.
     *
     * @param peer device and port at the other end, {@code NAME/NUMBER}; empty: it does not know
     */
    public void port(int number, boolean up, long bitsPerSecond, String peer) {
        ports.add(new DeviceReport.Port(number, up, bitsPerSecond, peer));
    }

    /**
     * The device reports a version of what it runs.
     *
     * @param of such as its operating system, or a NIC's firmware
     * @param version blank: it does not say
     */
    public void version(String of, String version) {
        if (!version.isBlank()) {
            versions.put(of, version.strip());
        }
    }

    /** Something is not as it must be. */
    public void problem(String text) {
        problems.add(text);
    }

    public DeviceReport report() {
        return new DeviceReport(device, findings, ports, versions, problems, unreachable);
    }
}
