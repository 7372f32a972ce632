package io.losslab.orchestrator.check;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Testbed;
import io.losslab.orchestrator.device.ChannelSource;
import io.losslab.orchestrator.session.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Looks at all devices of a testbed at a time. */
public final class TestbedCheck {
    private static final int MOST_AT_A_TIME = 32;

    private final Testbed testbed;
    private final ChannelSource channels;

    public TestbedCheck(Testbed testbed, ChannelSource channels) {
        this.testbed = testbed;
        this.channels = channels;
    }

    /** A report of each device, in the file's order. */
    public List<DeviceReport> run() throws InterruptedException {
        ExecutorService workers =
                Executors.newFixedThreadPool(
                        Math.min(MOST_AT_A_TIME, testbed.devices().size()),
                        task -> new Thread(task, "testbed-check"));
        try {
            List<Future<DeviceReport>> running = new ArrayList<>();
            for (Device device : testbed.devices()) {
                running.add(
                        workers.submit(
                                () -> new DeviceInspection(testbed, device, channels).inspect()));
            }
            List<DeviceReport> reports = new ArrayList<>();
            for (Future<DeviceReport> each : running) {
                reports.add(each.get());
            }
            return reports;
        } catch (ExecutionException e) {
            throw CommandFailure.failed(
                    "the check was aborted: " + e.getCause().getMessage(), "", e.getCause());
        } finally {
            workers.shutdownNow();
        }
    }
}
