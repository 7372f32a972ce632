package io.losslab.labs.backend;

import io.losslab.driver.DeviceChannel;
import io.losslab.driver.clock.VirtualClockClient;
import io.losslab.proto.v1.ClockTime;
import java.util.function.BiConsumer;

/** The time of a virtual fabric, let run through its service. */
public final class VirtualTime implements LabClock {
    private final VirtualClockClient clock;

    public VirtualTime(DeviceChannel channel) {
        clock = new VirtualClockClient(channel);
    }

    @Override
    public LabTime runUntil(long untilNanos, BiConsumer<Long, Long> onProgress) {
        ClockTime last =
                clock.runUntil(
                        untilNanos,
                        0,
                        time -> onProgress.accept(time.getNowNs(), time.getPacketHops()));
        return new LabTime(
                last.getNowNs(),
                last.getPacketHops(),
                last.getInFlightDataPackets(),
                last.getInFlightDataBytes(),
                last.getDeadlock());
    }
}
