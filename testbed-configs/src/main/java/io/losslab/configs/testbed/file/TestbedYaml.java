package io.losslab.configs.testbed.file;

import io.losslab.api.address.Ipv4Address;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.configs.testbed.Cable;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.NodePlace;
import io.losslab.configs.testbed.PortQueues;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.configs.testbed.Testbed;
import java.util.stream.Collectors;

/**
 * A testbed of switches, and of hosts without keys of their own, as the file that would give it.
 */
public final class TestbedYaml {
    private TestbedYaml() {}

    /** Text that {@link TestbedLoader} reads back. All devices have one protection. */
    public static String text(Testbed testbed) {
        StringBuilder yaml = new StringBuilder();
        yaml.append("testbed: ").append(testbed.name()).append('\n');
        testbed.devices().stream()
                .map(Device::security)
                .filter(ChannelSecurity.Tls.class::isInstance)
                .map(ChannelSecurity.Tls.class::cast)
                .findFirst()
                .ifPresent(tls -> yaml.append(tls(tls)));
        testbed.clock().ifPresent(clock -> yaml.append("clock: '%s'%n".formatted(clock.address())));
        yaml.append("devices:\n");
        testbed.devices().forEach(device -> yaml.append(device(device)));
        yaml.append("cables:\n");
        for (Cable cable : testbed.cables()) {
            yaml.append("  - {from: %s, to: %s".formatted(cable.from(), cable.to()));
            cable.delay().ifPresent(delay -> yaml.append(", delay: %dns".formatted(delay.nanos())));
            yaml.append("}\n");
        }
        if (!testbed.places().isEmpty()) {
            yaml.append("nodes:\n");
        }
        for (NodePlace place : testbed.places()) {
            yaml.append(
                    "  %s: {device: %s, ports: [%s]}%n"
                            .formatted(
                                    place.node(),
                                    place.device().name(),
                                    place.ports().stream()
                                            .map(port -> "'" + port.label() + "'")
                                            .collect(Collectors.joining(", "))));
        }
        return yaml.toString();
    }

    private static String tls(ChannelSecurity.Tls tls) {
        String identity =
                tls.identity()
                        .map(
                                own ->
                                        ", cert: '%s', key: '%s'"
                                                .formatted(own.certificateFile(), own.keyFile()))
                        .orElse("");
        return "tls: {trust: '%s'%s}%n".formatted(tls.trustFile(), identity);
    }

    private static String ssh(SshLogin login) {
        return "    ssh: {address: '%s:%d', user: '%s', knownHosts: '%s'%s}%n"
                .formatted(
                        login.host(),
                        login.port(),
                        login.user(),
                        login.knownHostsFile(),
                        login.keyFile().map(", key: '%s'"::formatted).orElse(""));
    }

    private static String device(Device device) {
        StringBuilder yaml = new StringBuilder();
        yaml.append("  %s:%n    kind: %s%n".formatted(device.name(), device.kind().word()));
        for (Service service : device.kind().services()) {
            if (device.has(service)) {
                yaml.append("    %s: '%s'%n".formatted(service.word(), device.address(service)));
            }
        }
        device.ssh().ifPresent(login -> yaml.append(ssh(login)));
        yaml.append("    deviceId: %d%n".formatted(device.id()));
        yaml.append("    deadline: %dms%n".formatted(device.deadline().toMillis()));
        device.ipv4()
                .ifPresent(
                        address ->
                                yaml.append(
                                        "    address: %s%n".formatted(Ipv4Address.text(address))));
        device.kind()
                .written(device)
                .forEach((key, value) -> yaml.append("    %s: %s%n".formatted(key, value)));
        yaml.append("    ports:\n");
        for (DevicePort port : device.ports()) {
            String queues =
                    port.queues()
                            .map(
                                    place ->
                                            ", queues: {group: %d, first: %d%s}"
                                                    .formatted(
                                                            place.group(),
                                                            place.first(),
                                                            place.count()
                                                                            == PortQueues
                                                                                    .DEFAULT_COUNT
                                                                    ? ""
                                                                    : ", count: " + place.count()))
                            .orElse("");
            yaml.append(
                    "      '%s': {speed: %s, number: %d, name: '%s'%s}%n"
                            .formatted(
                                    port.label(),
                                    port.speed(),
                                    port.number(),
                                    port.name(),
                                    queues));
        }
        return yaml.toString();
    }
}
