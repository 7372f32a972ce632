package io.losslab.labs.check;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.ChannelSource;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceReport;
import io.losslab.devices.Inspection;
import io.losslab.devices.ssh.ParallelHosts;
import java.util.ArrayList;
import java.util.List;

/** Inspects all devices of a testbed, several at a time. */
public final class TestbedCheck {
    private final Testbed testbed;
    private final ChannelSource channels;

    public TestbedCheck(Testbed testbed, ChannelSource channels) {
        this.testbed = testbed;
        this.channels = channels;
    }

    /** A report of each device, in the file's order. */
    public List<DeviceReport> run() {
        return List.copyOf(
                ParallelHosts.all(testbed.devices(), Device::name, this::inspect).values());
    }

    private DeviceReport inspect(Device device) {
        Inspection inspection = new Inspection(device, channels);
        DeviceKind.of(device).inspect(inspection);
        DeviceReport report = inspection.report();
        List<String> problems = new ArrayList<>(report.problems());
        problems.addAll(PortCheck.problems(testbed, report));
        return report.with(report.findings(), problems);
    }
}
