package io.losslab.labs.backend;

import io.losslab.configs.binding.Binding;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.driver.DeviceChannel;
import io.losslab.labs.provision.Ledger;
import java.util.function.BiConsumer;

/** A served lab, as one whose time is the wall's. */
public record RealTimeLab(Binding binding, Channels channels, Ledger ledger, Silence silence)
        implements Lab {
    @Override
    public DeviceChannel channel(Device device, Service service) {
        return channels.channel(device, service);
    }

    @Override
    public LabClock clock() {
        return new LabClock() {
            @Override
            public boolean passesByItself() {
                return true;
            }

            @Override
            public LabTime runUntil(long untilNanos, BiConsumer<Long, Long> onProgress) {
                throw new AssertionError("it passes by itself");
            }
        };
    }

    @Override
    public void close() {
        // The lab and the channels are the test's.
    }
}
