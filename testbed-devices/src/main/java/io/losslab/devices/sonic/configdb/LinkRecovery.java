package io.losslab.devices.sonic.configdb;

import io.losslab.configs.testbed.Device;
import io.losslab.devices.failure.Rest;
import io.losslab.driver.DeviceException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Ports whose links are up before rows are set: SONiC takes a port down while some of its rows
 * change. Source: sonic-utilities, RequiredValueIdentifier of
 * generic_config_updater/patch_sorter.py.
 */
final class LinkRecovery {
    /** An optic may train for tens of seconds. */
    static final Duration LIMIT = Duration.ofSeconds(60);

    /** Tables whose rows SONiC changes only while their port is down, of those that are set. */
    private static final Set<String> TABLES =
            Set.of(
                    ConfigTable.BUFFER_PG.name(),
                    ConfigTable.BUFFER_QUEUE.name(),
                    ConfigTable.PORT_QOS_MAP.name(),
                    ConfigTable.QUEUE.name());

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    private final Device device;
    private final String address;
    private final Duration limit;
    private final List<String> ports;

    private LinkRecovery(Device device, String address, Duration limit, List<String> ports) {
        this.device = device;
        this.address = address;
        this.limit = limit;
        this.ports = ports;
    }

    /**
     * Of the ports whose links are up now and that a state is about.
     *
     * @param address of the switch, for errors
     */
    static LinkRecovery of(
            Device device, String address, Duration limit, ConfigDb db, ConfigState wanted) {
        List<String> ports =
                wanted.rows().values().stream()
                        .filter(rows -> TABLES.contains(rows.table()))
                        .map(ConfigRows::scope)
                        .distinct()
                        .toList();
        return new LinkRecovery(device, address, limit, ports.isEmpty() ? List.of() : db.up(ports));
    }

    /**
     * Waits until all are up.
     *
     * @throws DeviceException where one is not in time
     */
    void await(ConfigDb db) {
        long deadline = System.nanoTime() + limit.toNanos();
        List<String> down = down(db);
        while (!down.isEmpty()) {
            if (System.nanoTime() - deadline >= 0) {
                throw stillDown(down);
            }
            Rest.nanos(BETWEEN_LOOKS.toNanos());
            down = down(db);
        }
    }

    private List<String> down(ConfigDb db) {
        if (ports.isEmpty()) {
            return List.of();
        }
        List<String> up = db.up(ports);
        return ports.stream().filter(port -> !up.contains(port)).toList();
    }

    private DeviceException stillDown(List<String> down) {
        return DeviceException.failed(
                device.name(),
                address,
                "link of port %s was up before CONFIG_DB was changed, and is not up again %d s after"
                        .formatted(String.join(", ", down), limit.toSeconds()),
                "look at 'show interfaces status %s' on the switch, and at the other end of the cable"
                        .formatted(down.get(0)),
                null);
    }
}
