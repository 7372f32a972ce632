package io.losslab.labs.check;

import io.losslab.api.units.DataRate;
import io.losslab.configs.testbed.Cable;
import io.losslab.configs.testbed.CableEnd;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.DeviceReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares the ports that a device reports with the testbed file: speed, link, and far end. */
final class PortCheck {
    private final Testbed testbed;
    private final Device device;
    private final List<String> problems = new ArrayList<>();

    private PortCheck(Testbed testbed, Device device) {
        this.testbed = testbed;
        this.device = device;
    }

    /** All differences; none where the device reports no ports. */
    static List<String> problems(Testbed testbed, DeviceReport report) {
        PortCheck check = new PortCheck(testbed, report.device());
        if (!report.ports().isEmpty()) {
            report.device().ports().forEach(port -> check.compare(port, report.ports()));
        }
        return check.problems;
    }

    private void compare(DevicePort port, List<DeviceReport.Port> reported) {
        String where = "%s/%s".formatted(device.name(), port.label());
        Optional<DeviceReport.Port> found =
                reported.stream().filter(each -> each.port() == port.number()).findFirst();
        if (found.isEmpty()) {
            problems.add("%s: the device has no port %d".formatted(where, port.number()));
            return;
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
        comparePeer(port, found.get().peer());
    }

    /** A name that is not in the testbed is the device's own and is not compared. */
    private void comparePeer(DevicePort port, String peer) {
        int slash = peer.lastIndexOf('/');
        if (slash < 0 || testbed.device(peer.substring(0, slash)).isEmpty()) {
            return;
        }
        CableEnd here = new CableEnd(device, port);
        Optional<CableEnd> expected = farEnd(here);
        boolean same =
                expected.isPresent()
                        && peer.equals(
                                expected.get().device().name()
                                        + "/"
                                        + expected.get().port().number());
        if (!same) {
            problems.add(
                    "%s is cabled to %s, but to %s in the testbed file"
                            .formatted(
                                    here,
                                    peer,
                                    expected.map(CableEnd::toString).orElse("nothing")));
        }
    }

    private Optional<CableEnd> farEnd(CableEnd here) {
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
