package io.losslab.devices.nic;

import io.losslab.configs.testbed.Device;
import io.losslab.devices.Inspection;
import io.losslab.devices.nic.setting.NicSetting;
import io.losslab.devices.nic.setting.NicSettings;
import io.losslab.devices.nic.tool.NicAnswers;
import io.losslab.devices.nic.tool.NicPort;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.driver.DeviceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What {@code testbed check} says of a host's NICs: which settings a run can read, set, restore.
 */
public final class NicInspection {
    private NicInspection() {}

    /**
     * Asks without changing anything, and only of what a run may set. A port that the host does not
     * have, and commands that need a superuser, are problems; settings that it lacks are not, since
     * experiments differ in what they need.
     *
     * @return text for each NIC
     */
    public static List<String> of(Inspection inspection, HostConnection login) {
        Device device = inspection.device();
        List<String> texts = new ArrayList<>();
        Set<String> keep = NicKeys.of(device).map(NicKeys::keep).orElse(Set.of());
        if (keep.containsAll(NicSettings.names())) {
            return texts;
        }
        for (NicPort nic : NicKeys.nics(device)) {
            try {
                NicHost host = new NicHost(device, login);
                NicAnswers answers = host.read(nic);
                if (answers.get("root").isEmpty()) {
                    inspection.problem(
                            "%s: the user is not root and may not run 'sudo -n': %s"
                                    .formatted(device.name(), answers.reason("root")));
                }
                versions(inspection, nic, host.versions(nic));
                texts.add(text(nic, keep, answers));
            } catch (DeviceException e) {
                inspection.problem(e.getMessage());
            }
        }
        return texts;
    }

    private static void versions(Inspection inspection, NicPort nic, NicAnswers answers) {
        Map<String, String> driver = answers.colons("driver");
        String name = driver.getOrDefault("driver", "");
        String version = driver.getOrDefault("version", "");
        inspection.version("driver of " + nic.name(), (name + " " + version).strip());
        inspection.version(
                "firmware of " + nic.name(), driver.getOrDefault("firmware-version", ""));
    }

    private static String text(NicPort nic, Set<String> keep, NicAnswers answers) {
        List<String> has = new ArrayList<>();
        List<String> lacks = new ArrayList<>();
        for (NicSetting setting : NicSettings.ALL) {
            boolean isOfRdma = setting.equals(NicSettings.TOS);
            if (keep.contains(setting.name()) || nic.rdma().isEmpty() && isOfRdma) {
                continue;
            }
            if (setting.read(nic, answers).isEmpty()) {
                lacks.add("%s (%s)".formatted(setting.name(), setting.reason(answers)));
            } else {
                has.add(setting.name());
            }
        }
        return "%s (%s) sets %s%s"
                .formatted(
                        nic.name(),
                        answers.networkInterface().orElseThrow(),
                        String.join(", ", has),
                        lacks.isEmpty() ? "" : "; not " + String.join("; not ", lacks));
    }
}
