package io.losslab.orchestrator.backend;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.driver.ChannelSecurity;
import io.losslab.driver.DeviceAddress;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.clock.VirtualClockClient;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.proto.v1.ClockTime;
import io.losslab.softswitch.service.VirtualLab;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BiConsumer;

/**
 * Software switches in virtual time: every lab is a fabric of its own behind its own loopback
 * socket.
 */
public final class VirtualLabs implements Labs {
    private static final Duration CALL_DEADLINE = Duration.ofSeconds(60);
    private static final String LOOPBACK = "127.0.0.1";

    @Override
    public Lab open(Topology topology, int dataQueues) {
        try {
            return new OpenLab(VirtualLab.start(topology, dataQueues));
        } catch (IOException e) {
            throw new CommandFailure(
                    "the virtual lab cannot listen on " + LOOPBACK + ": " + e.getMessage(),
                    "allow loopback sockets, or lower --jobs",
                    1,
                    e);
        }
    }

    private static final class OpenLab implements Lab, LabClock {
        private final VirtualLab lab;
        private final DeviceChannel channel;
        private final VirtualClockClient clock;

        OpenLab(VirtualLab lab) {
            this.lab = lab;
            DeviceAddress address = new DeviceAddress(LOOPBACK, lab.port());
            channel =
                    DeviceChannel.open(
                            "virtual lab", address, new ChannelSecurity.Plaintext(), CALL_DEADLINE);
            clock = new VirtualClockClient(channel);
        }

        @Override
        public DeviceChannel channel(Node node) {
            return channel.as(node.name());
        }

        @Override
        public LabClock clock() {
            return this;
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
                    last.getDeadlock().isEmpty() ? null : last.getDeadlock());
        }

        @Override
        public void close() {
            channel.close();
            lab.close();
        }
    }
}
