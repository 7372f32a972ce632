package io.losslab.devices.sonic;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.Inspection;
import io.losslab.devices.sonic.configdb.ConfigTable;
import io.losslab.devices.sonic.configdb.ShellConfigDb;
import io.losslab.devices.sonic.counters.SonicPortCounters;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.gnmi.GnmiClient;
import io.losslab.driver.gnmi.GnmiDialect;
import io.losslab.proto.gnmi.CapabilityResponse;
import io.losslab.proto.gnmi.Encoding;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What {@code testbed check} asks a SONiC switch. */
final class SonicInspection {
    private static final String MODEL = "sonic-db";
    private static final long BITS_IN_MEGABIT = 1_000_000;
    private static final String VERSION =
            "sonic-cfggen -y /etc/sonic/sonic_version.yml -v build_version";

    private SonicInspection() {}

    /** Asks the switch over SSH and over gNMI, where it has these. */
    static void inspect(Inspection inspection) {
        inspection.logIn(login -> ask(inspection, login));
        inspection.ask(Service.GNMI, channel -> ask(inspection, channel));
    }

    private static String ask(Inspection inspection, DeviceChannel channel) {
        CapabilityResponse said =
                new GnmiClient(channel, GnmiDialect.of(Encoding.JSON_IETF)).capabilities();
        boolean sonic =
                said.getSupportedModelsList().stream()
                        .anyMatch(model -> model.getName().equals(MODEL));
        if (!sonic) {
            inspection.problem(
                    "the gNMI server of %s does not have the model %s; check that it is SONiC's, and its version"
                            .formatted(inspection.device().name(), MODEL));
        }
        return "gNMI %s, %d models"
                .formatted(said.getGNMIVersion(), said.getSupportedModelsCount());
    }

    private static String ask(Inspection inspection, HostConnection login) {
        Device device = inspection.device();
        ShellConfigDb db = new ShellConfigDb(device, "ssh", login);
        try {
            String version = db.print("sonic-cfggen", VERSION).strip();
            Struct tables =
                    db.read(
                                    Set.of(
                                            ConfigTable.PORT.name(),
                                            ConfigTable.BUFFER_POOL.name(),
                                            ConfigTable.BUFFER_PROFILE.name()),
                                    Optional.of(""))
                            .tables();
            SonicKeys keys = device.settings(SonicKeys.class);
            lacks(inspection, tables, ConfigTable.BUFFER_POOL, keys.losslessPool());
            lacks(inspection, tables, ConfigTable.BUFFER_PROFILE, keys.losslessQueueProfile());
            lacks(inspection, tables, ConfigTable.BUFFER_PROFILE, keys.lossyGroupProfile());
            ports(inspection, db, rows(tables, ConfigTable.PORT));
            inspection.version("SONiC", version);
            List<String> off = SonicPortCounters.off(device, "ssh", login);
            return off.isEmpty()
                    ? "SONiC " + version
                    : "SONiC %s, counters switched off: %s"
                            .formatted(version, String.join(", ", off));
        } catch (DeviceException e) {
            inspection.problem(e.getMessage());
            return "";
        }
    }

    private static void ports(Inspection inspection, ShellConfigDb db, Struct rows) {
        List<DevicePort> ports = inspection.device().ports();
        List<String> up = db.up(ports.stream().map(DevicePort::name).toList());
        for (DevicePort port : ports) {
            if (!rows.containsFields(port.name())) {
                inspection.problem(
                        "%s has no port %s in CONFIG_DB; set 'name' of port %s to one of %s"
                                .formatted(
                                        inspection.device().name(),
                                        port.name(),
                                        port.label(),
                                        rows.getFieldsMap().keySet().stream().sorted().toList()));
                continue;
            }
            String speed = field(rows, port.name(), "speed");
            if (speed.matches("\\d+")) {
                inspection.port(
                        port.number(),
                        up.contains(port.name()),
                        Long.parseLong(speed) * BITS_IN_MEGABIT,
                        "");
            }
        }
    }

    private static void lacks(Inspection inspection, Struct tables, ConfigTable table, String row) {
        if (!rows(tables, table).containsFields(row)) {
            inspection.problem(
                    "%s has no %s|%s in CONFIG_DB, which a run with PFC needs; run 'sudo config qos reload' on the switch, or name another row in the testbed file"
                            .formatted(inspection.device().name(), table.name(), row));
        }
    }

    private static Struct rows(Struct tables, ConfigTable table) {
        return tables.getFieldsOrDefault(table.name(), Value.getDefaultInstance()).getStructValue();
    }

    private static String field(Struct rows, String key, String name) {
        return rows.getFieldsOrThrow(key)
                .getStructValue()
                .getFieldsOrDefault(name, Value.getDefaultInstance())
                .getStringValue();
    }
}
