package io.losslab.labs.check;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.DeviceReport;
import java.util.List;

/** The reports of a testbed's devices for users and programs. */
public final class CheckText {
    private static final ObjectMapper JSON = new ObjectMapper();

    private CheckText() {}

    /** A block a device; its problems below it. */
    public static String table(Testbed testbed, List<DeviceReport> reports) {
        StringBuilder text = new StringBuilder();
        for (DeviceReport report : reports) {
            text.append(
                    "%s (%s): %s%n"
                            .formatted(
                                    report.device().name(),
                                    report.device().kind().word(),
                                    report.problems().isEmpty() ? "ok" : "not ok"));
            for (DeviceReport.Finding finding : report.findings()) {
                text.append(
                        "  %-14s %-24s %s%n"
                                .formatted(
                                        finding.service(),
                                        finding.address(),
                                        finding.reached() ? finding.detail() : "-"));
            }
            report.problems().forEach(problem -> text.append("  ! ").append(problem).append('\n'));
        }
        long problems = reports.stream().mapToLong(report -> report.problems().size()).sum();
        return text.append(
                        "%s: %d devices, %d cables, %s%n"
                                .formatted(
                                        testbed.name(),
                                        testbed.devices().size(),
                                        testbed.cables().size(),
                                        problems == 0 ? "no problems" : problems + " problems"))
                .toString();
    }

    /** One object a device. */
    public static ObjectNode json(Testbed testbed, List<DeviceReport> reports) {
        ObjectNode document = JSON.createObjectNode();
        document.put("testbed", testbed.name());
        document.put("ok", reports.stream().allMatch(report -> report.problems().isEmpty()));
        ArrayNode devices = document.putArray("devices");
        for (DeviceReport report : reports) {
            ObjectNode device = devices.addObject();
            device.put("name", report.device().name());
            device.put("kind", report.device().kind().word());
            device.put("reachable", !report.unreachable());
            device.set("services", JSON.valueToTree(report.findings()));
            device.set("versions", JSON.valueToTree(report.versions()));
            device.set("ports", JSON.valueToTree(report.ports()));
            device.set("problems", JSON.valueToTree(report.problems()));
        }
        return document;
    }
}
