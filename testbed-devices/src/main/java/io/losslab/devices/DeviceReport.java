package io.losslab.devices;

import io.losslab.configs.testbed.Device;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was found at a device.
 *
 * @param device the device
 * @param findings a line for each service, and for SSH
 * @param ports of those the device reported
 * @param versions of what the device runs, by name, such as its operating system; only those that
 *     it reports
 * @param problems everything that is not as the testbed file says
 * @param unreachable whether some service did not answer, or failed
 */
public record DeviceReport(
        Device device,
        List<Finding> findings,
        List<Port> ports,
        Map<String, String> versions,
        List<String> problems,
        boolean unreachable) {
    public DeviceReport {
        findings = List.copyOf(findings);
        ports = List.copyOf(ports);
        versions = Collections.unmodifiableMap(new LinkedHashMap<>(versions));
        problems = List.copyOf(problems);
    }

    /** The same with other findings and problems. */
    public DeviceReport with(List<Finding> newFindings, Collection<String> newProblems) {
        return new DeviceReport(
                device, newFindings, ports, versions, List.copyOf(newProblems), unreachable);
    }

    /**
     * What a service reported.
     *
     * @param service its key in testbed files, {@code ssh} too
     * @param address where it was asked
     * @param reached whether it answered
     * @param detail version, model, pipeline
     */
    public record Finding(String service, String address, boolean reached, String detail) {}

    /**
     * A port as the device reports it.
     *
     * @param port its number
     * @param up whether its link is up
     * @param bitsPerSecond its speed
     * @param peer device and port at the other end; empty where the device does not know
     */
    public record Port(int port, boolean up, long bitsPerSecond, String peer) {}
}
