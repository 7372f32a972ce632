package io.losslab.labs.check;

import com.google.protobuf.ByteString;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.testbed.CableEnd;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.ChannelSource;
import io.losslab.devices.DeviceReport;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.clock.VirtualClockClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Sends an LLDP frame out of every port of the switches that carry packets for a controller, and
 * compares where the frames arrive with the file's cables. A virtual clock is let run meanwhile.
 */
public final class CableCheck {
    private static final String SERVICE = "cables";

    /** From the last frame that arrived: nothing comes any more. */
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private static final long PAUSE_MILLIS = 20;
    private static final long CLOCK_DEADLINE_SECONDS = 60;

    /** Longer than a cable of 1000 km takes. */
    private static final long STEP_NANOS = 5_000_000;

    private final Testbed testbed;
    private final ChannelSource channels;
    private final Cabling cabling;
    private final String name = "losslab-check-" + ProcessHandle.current().pid();
    private final Map<String, String> silent = new LinkedHashMap<>();

    public CableCheck(Testbed testbed, ChannelSource channels) {
        this.testbed = testbed;
        this.channels = channels;
        this.cabling = new Cabling(testbed);
    }

    /** The reports, extended by what the probes found. */
    public List<DeviceReport> complete(List<DeviceReport> reports) throws InterruptedException {
        List<ProbedSwitch> switches = new ArrayList<>();
        try {
            for (DeviceReport report : reports) {
                if (report.device().has(Service.P4RUNTIME) && !report.unreachable()) {
                    open(report.device()).ifPresent(switches::add);
                }
            }
            Set<String> speakers =
                    switches.stream().map(each -> each.device().name()).collect(Collectors.toSet());
            switches.forEach(each -> each.probe(name));
            hear(speakers);
            return reports.stream().map(report -> completed(report, speakers)).toList();
        } finally {
            switches.forEach(ProbedSwitch::close);
        }
    }

    private Optional<ProbedSwitch> open(Device device) {
        try {
            DeviceChannel channel = channels.channel(device, Service.P4RUNTIME);
            Optional<ProbedSwitch> found =
                    ProbedSwitch.open(device, channel, (port, frame) -> heard(device, port, frame));
            if (found.isEmpty()) {
                silent.put(device.name(), "its pipeline has no packet-in and packet-out");
            }
            return found;
        } catch (DeviceException e) {
            silent.put(device.name(), e.getMessage());
            return Optional.empty();
        }
    }

    private void heard(Device device, DevicePort port, ByteString frame) {
        CableProbe.read(frame)
                .filter(probe -> probe.check().equals(name))
                .ifPresent(
                        probe ->
                                cabling.arrived(
                                        probe.device() + "/" + probe.port(),
                                        new CableEnd(device, port)));
    }

    private void hear(Set<String> speakers) throws InterruptedException {
        Optional<DeviceChannel> clock = testbed.clock().map(CableCheck::open);
        try {
            long end = System.nanoTime() + PATIENCE_NANOS;
            while (!cabling.isComplete(speakers) && System.nanoTime() < end) {
                int arrivals = cabling.arrivals();
                clock.ifPresent(CableCheck::advance);
                cabling.await(arrivals, PAUSE_MILLIS);
                if (cabling.arrivals() > arrivals) {
                    end = System.nanoTime() + PATIENCE_NANOS;
                }
            }
        } finally {
            clock.ifPresent(DeviceChannel::close);
        }
    }

    private static DeviceChannel open(Testbed.Clock clock) {
        DeviceAddress address = clock.address();
        return DeviceChannel.open(
                "clock",
                address,
                clock.security(),
                java.time.Duration.ofSeconds(CLOCK_DEADLINE_SECONDS));
    }

    private static void advance(DeviceChannel channel) {
        VirtualClockClient clock = new VirtualClockClient(channel);
        clock.runUntil(clock.now().getNowNs() + STEP_NANOS, 0, time -> {});
    }

    private DeviceReport completed(DeviceReport report, Set<String> speakers) {
        Device device = report.device();
        List<DeviceReport.Finding> findings = new ArrayList<>(report.findings());
        Set<String> problems = new LinkedHashSet<>(report.problems());
        if (speakers.contains(device.name())) {
            findings.add(
                    new DeviceReport.Finding(
                            SERVICE,
                            "",
                            true,
                            "frames from %d of %d ports arrived at a switch"
                                    .formatted(
                                            cabling.arrivedFrom(device), device.ports().size())));
            problems.addAll(cabling.problems(device, speakers));
        } else if (silent.containsKey(device.name())) {
            findings.add(
                    new DeviceReport.Finding(
                            SERVICE, "", true, "not probed: " + silent.get(device.name())));
        }
        return report.with(findings, problems);
    }
}
