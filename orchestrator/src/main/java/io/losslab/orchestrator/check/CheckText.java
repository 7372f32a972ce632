package io.losslab.orchestrator.check;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.configs.testbed.Testbed;
import io.losslab.orchestrator.device.DeviceReport;
import java.util.List;

/** The reports of a testbed's devices for users and programs. */
public final class CheckText {
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
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("testbed", testbed.name());
        document.put("ok", reports.stream().allMatch(report -> report.problems().isEmpty()));
        ArrayNode devices = document.putArray("devices");
        for (DeviceReport report : reports) {
            ObjectNode device = devices.addObject();
            device.put("name", report.device().name());
            device.put("kind", report.device().kind().word());
            device.put("reachable", !report.unreachable());
            ArrayNode services = device.putArray("services");
            for (DeviceReport.Finding finding : report.findings()) {
                services.addObject()
                        .put("service", finding.service())
                        .put("address", finding.address())
                        .put("reached", finding.reached())
                        .put("detail", finding.detail());
            }
            ArrayNode ports = device.putArray("ports");
            for (DeviceReport.Port port : report.ports()) {
                ports.addObject()
                        .put("port", port.number())
                        .put("up", port.up())
                        .put("bitsPerSecond", port.bitsPerSecond())
                        .put("peer", port.peer());
            }
            ArrayNode problems = device.putArray("problems");
            report.problems().forEach(problems::add);
        }
        return document;
    }
}
